"""All that somebody has on pages: in the order of time, and by its words."""

from urllib.parse import urlencode

from bot.timeline import requests, usecases, view
from bot.timeline.documents import Timeline
from bot.web.site.part import Act, Form, Link, MenuEntry, Page, PagesPart

TIMELINE, OF_DAYS, FIND = "/timeline", "/timeline/of", "/find"
KINDS = ("goals", "habits", "tasks", "projects", "metrics", "rewards", "achievements")


def links(found: Timeline) -> tuple[Link, ...]:
    own = f"{found.kind}s" if found.kind else ""
    said = {"kind": own, "since": found.since, "until": found.until, "before": found.next}
    older = urlencode({name: value for name, value in said.items() if value})
    more = (Link("Older", f"{TIMELINE}?{older}", is_below=True),) if found.next else ()
    others = (Link(one.capitalize(), f"{TIMELINE}?kind={one}") for one in KINDS if one != own)
    return (
        *more,
        Link("Find", FIND),
        Link("Other days", OF_DAYS),
        *((Link("Everything", TIMELINE),) if own else ()),
        *others,
    )


SOME_DAYS = Form(
    "What there was in other days",
    "Show it",
    first=("since", "until", "kind"),
    labels={"since": "From", "until": "To"},
    choices={"kind": tuple((one, one) for one in KINDS)},
    unsaid="all",
    hidden=("limit", "before"),
)
SOUGHT = Form(
    "Find what you have",
    "Find",
    first=("words", "kind"),
    hints={"words": "Words that it says somewhere, or a tag: bank, @phone"},
    choices={"kind": tuple((one, one) for one in KINDS)},
    unsaid="all",
)

PAGES = PagesPart(
    menu=(
        MenuEntry("Timeline", TIMELINE, "u", "timeline", rank=54),
        MenuEntry("Find", FIND, "f", "find", rank=56),
    ),
    pages=(
        Page(TIMELINE, requests.ShowTimeline, usecases.show, view.timeline, links=links),
        Page(OF_DAYS, requests.ShowTimelineOfDays, usecases.show, view.timeline, links=links, form=SOME_DAYS),
    ),
    # Words stand in no address: these are logged by everybody on the way.
    acts=(Act(FIND, requests.FindThings, usecases.find, view.found, FIND, form=SOUGHT, shows_answer=True),),
)
