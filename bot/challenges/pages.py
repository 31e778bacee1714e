"""Challenges on pages: those that a person is in, one with its standings and weeks, and joining one."""

from datetime import timedelta
from urllib.parse import urlencode

from bot.challenges import join_view, managing, managing_view, requests, usecases, view, weeks_view
from bot.challenges.documents import (
    ChallengeChanged,
    ChallengeCreated,
    ChallengeShown,
    StandingsDocument,
    WeekList,
)
from bot.documents import Nothing
from bot.web.site import own_names as own
from bot.web.site.filling import filled_by
from bot.web.site.part import Act, Form, Link, MenuEntry, Page, PagesPart, on_server
from bot.web.there import setting_up
from tracker.challenge.model import Counted, Phase, WhoMayJoin
from tracker.weeks import week_of, week_text

CHALLENGES, ONE = "/challenges", "/challenges/{challenge}"
PER_PAGE = 20
_CHOICES = {
    "counts": tuple((one.value, one.value) for one in Counted),
    "who": (
        (WhoMayJoin.SERVER.value, "those where it was set up"),
        (WhoMayJoin.ANYBODY.value, "anybody who knows its id"),
    ),
}
_LABELS = {
    "counts": "What counts",
    "only": "Only this",
    "threshold": "How much a week",
    "zone": "Time zone",
    "starts": "First day",
    "ends": "Last day",
    "who": "Who may join",
}
_KINDS = {"threshold": "number"}


def links_of_one(found: ChallengeShown) -> tuple[Link, ...]:
    one = found.challenge
    path, is_over = f"{CHALLENGES}/{one.id}", one.phase is Phase.OVER
    own = (Link("Weeks", f"{path}/weeks"), Link("Leave", f"{path}/leave")) if found.status else ()
    end = () if is_over else (Link("End it", f"{path}/end"),)
    share = Link("Share", f"/shares/of/challenge/{one.id}")
    managed = (Link("Change", f"{path}/edit"), share, *end, Link("Remove", f"{path}/remove"))
    return (Link("Standings", f"{path}/standings"), *own, *(managed if found.manages else ()))


def standings_links(found: StandingsDocument) -> tuple[Link, ...]:
    path = f"{CHALLENGES}/{found.challenge.id}"
    before = week_text(week_of(found.week.first - timedelta(days=1)))
    return (
        Link("Count now", f"{path}/count", posts=True),
        Link("The week before", f"{path}/standings?{urlencode({'week': before})}"),
        Link("This week", f"{path}/standings"),
        Link("The challenge", path),
    )


def weeks_links(found: WeekList) -> tuple[Link, ...]:
    path = f"{CHALLENGES}/{found.challenge.id}"
    return (Link("Standings", f"{path}/standings"), Link("The challenge", path))


def page_of(done: ChallengeCreated | ChallengeChanged) -> str:
    return f"{CHALLENGES}/{done.challenge.id}"


ADD = Form(
    "A new challenge",
    "Begin",
    first=("name", "counts", "threshold"),
    labels=_LABELS,
    hints={"name": "Weekly commits, Woodcutting in June"},
    kinds=_KINDS,
    choices=_CHOICES,
    suggests={"zone": own.zones},
)
EDIT = Form(
    "Change a challenge",
    "Save",
    first=("name", "threshold", "ends"),
    labels=_LABELS,
    kinds=_KINDS,
    choices=_CHOICES,
    filled=filled_by(
        usecases.show,
        requests.NameChallenge,
        lambda found: {
            name: getattr(found.challenge, name) for name in ("name", "threshold", "starts", "ends", "who")
        },
    ),
)
_JOIN_LABELS = {"challenge": "Which one", "name": "What others see", "github": "GitHub"}
_OWN = {"character": own.characters, "habit": own.habits}
JOIN = Form(
    "Join a challenge",
    "Join",
    first=("name", "github", "character"),
    labels=_JOIN_LABELS,
    suggests=_OWN,
)
FIND = Form(
    "Join a challenge",
    "Join",
    first=("challenge", "name", "github", "character"),
    labels=_JOIN_LABELS,
    hints={"challenge": "Its id, which whoever set it up can tell you; or its name, where you can see it"},
    suggests=_OWN,
)

_PAGES = (
    Page(
        CHALLENGES,
        Nothing,
        usecases.overview,
        view.own_challenges,
        usages=(view.JOIN,),
        links=(
            Link("New challenge", f"{CHALLENGES}/new", is_main=True),
            Link("Join by an id", f"{CHALLENGES}/join"),
        ),
    ),
    Page(ONE, requests.NameChallenge, usecases.show, view.shown, shows=("challenge",), links=links_of_one),
    Page(
        f"{ONE}/standings",
        requests.ShowStandings,
        usecases.standings,
        weeks_view.standings,
        fixed={"limit": PER_PAGE, "page": 0},
        links=standings_links,
    ),
    Page(
        f"{ONE}/weeks",
        requests.ShowWeeks,
        usecases.weeks,
        weeks_view.weeks,
        fixed={"limit": PER_PAGE, "page": 0},
        links=weeks_links,
    ),
    Page(f"{ONE}/leave", requests.NameChallenge, usecases.to_leave, join_view.leaving),
    Page(f"{ONE}/remove", requests.NameChallenge, managing.to_remove, managing_view.removal),
)
_NEW = Act(
    f"{CHALLENGES}/new",
    requests.CreateChallenge,
    usecases.create,
    view.created,
    page_of,
    form=ADD,
    usages=(view.CREATE,),
)
_ACTS = (
    # The answer may be what to do next: to show that an account on GitHub is one's own.
    Act(
        f"{CHALLENGES}/join",
        requests.JoinChallenge,
        usecases.join_step_by_step,
        join_view.joining,
        CHALLENGES,
        form=FIND,
        shows_answer=True,
    ),
    Act(
        f"{ONE}/join",
        requests.JoinChallenge,
        usecases.join_step_by_step,
        join_view.joining,
        ONE,
        form=JOIN,
        presses=("challenge-join", "gh-name"),
        about=("challenge", "name"),
        shows_answer=True,
    ),
    Act(
        f"{ONE}/check",
        requests.JoinChallenge,
        usecases.join_step_by_step,
        join_view.joining,
        ONE,
        fixed={"check": True},
        presses=("gh-check",),
        about=("challenge", "github"),
        shows_answer=True,
    ),
    Act(
        f"{ONE}/count",
        requests.NameChallenge,
        managing.count,
        managing_view.counted,
        f"{ONE}/standings",
    ),
    Act(
        f"{ONE}/leave",
        requests.NameChallenge,
        usecases.leave,
        join_view.left,
        CHALLENGES,
        presses=(f"yes:{join_view.LEAVE}",),
        about=("challenge",),
    ),
    Act(f"{ONE}/edit", requests.EditChallenge, managing.edit, managing_view.changed, page_of, form=EDIT),
    Act(
        f"{ONE}/end",
        requests.NameChallenge,
        managing.end,
        managing_view.changed,
        page_of,
        form=Form("End a challenge: today is its last day", "End it"),
    ),
    Act(
        f"{ONE}/remove",
        requests.NameChallenge,
        managing.remove,
        managing_view.removed,
        CHALLENGES,
        presses=(f"yes:{managing_view.REMOVE}",),
        about=("challenge",),
    ),
)

PAGES = PagesPart(
    menu=(MenuEntry("Challenges", CHALLENGES, "c", "people", rank=50),),
    pages=(*_PAGES, *map(on_server, _PAGES)),
    acts=(
        _NEW,
        on_server(_NEW, do=setting_up(usecases.create), for_managers=True),
        *_ACTS,
        *map(on_server, _ACTS),
    ),
)
