"""The logbook on pages: today's page or another, a week, a month, what is found, and what is written."""

from collections.abc import Mapping
from datetime import timedelta

from bot.documents import Nothing
from bot.logbook import requests, usecases, view
from bot.logbook.documents import PageChanged, PageShown, PagesShown
from bot.visit import Visit
from bot.web.site.part import Act, Form, Link, MenuEntry, Page, PagesPart
from tracker.logbook.model import LinkKind, Mood
from tracker.words import clock_text

BOOK, ONE = "/logbook", "/logbook/{day}"
WRITE, PROMPT, SEARCH = f"{BOOK}/write", f"{BOOK}/prompt", f"{BOOK}/search"
UNDO, ANOTHER = f"{BOOK}/undo", f"{BOOK}/another"
MOST_ENTRIES = 8
"""So many have a button of their own beside the title."""

_MOODS = {"mood": tuple((one.value.lower(), one.value.lower()) for one in Mood)}
_KINDS = {"text": "textarea", "energy": "number"}


async def entry_as_it_is(here: Visit, said: Mapping[str, str]) -> dict[str, str]:
    """What stands in the entry that is changed, and what the whole page has."""
    page = (await usecases.to_remove(here, requests.NamePage(day=said["day"]))).page
    if page is None:
        return {}
    entry = next((one for one in page.entries if f"{one.number}" == said["entry"]), page.entries[-1])
    return {
        "title": page.title or "",
        "text": entry.text,
        "mood": entry.mood.value.lower() if entry.mood else "",
        "energy": "" if entry.energy is None else f"{entry.energy}",
        **{
            f"{kind.value}s": ", ".join(one.name for one in page.links if one.kind is kind)
            for kind in LinkKind
        },
    }


async def prompt_as_it_is(here: Visit, _: Mapping[str, str]) -> dict[str, str]:
    at = (await usecases.show_prompt(here, Nothing())).at
    return {} if at is None else {"at": f"{at:%H:%M}"}


def page_of(done: PageChanged) -> str:
    return f"{BOOK}/{done.day}"


def page_shown(found: PageShown) -> str:
    return f"{BOOK}/{found.day}"


def page_links(found: PageShown) -> tuple[Link, ...]:
    """What can be done with a page, and the days beside it."""
    entries = found.page.entries if found.page else ()
    day = f"{BOOK}/{found.day}"
    changes = (
        Link(f"Change {clock_text(one.time)}" if len(entries) > 1 else "Change", f"{day}/edit/{one.number}")
        for one in entries[-MOST_ENTRIES:]
    )
    return (
        Link("Write", f"{WRITE}?day={found.day}", is_main=True),
        *changes,
        *(
            (Link("Remove", f"{day}/remove"), Link("Undo what I wrote last", UNDO, posts=True))
            if entries
            else ()
        ),
        Link("The day before", f"{BOOK}/{found.day - timedelta(days=1)}"),
        Link("Another day", ANOTHER),
        Link("Week", f"{BOOK}/week?day={found.day}", is_below=True),
        Link("Month", f"{BOOK}/month?day={found.day}", is_below=True),
        Link("A year ago", f"{BOOK}?day=a+year+ago", is_below=True),
        Link("Search", SEARCH, is_below=True),
        Link("Evening question", PROMPT, is_below=True),
    )


def week_links(found: PagesShown) -> tuple[Link, ...]:
    return _before(found, "week")


def month_links(found: PagesShown) -> tuple[Link, ...]:
    return _before(found, "month")


def _before(found: PagesShown, period: str) -> tuple[Link, ...]:
    earlier = found.first - timedelta(days=1)
    return (
        Link(f"The {period} before", f"{BOOK}/{period}?day={earlier}"),
        Link(f"This {period}", f"{BOOK}/{period}"),
        Link("Today", BOOK),
    )


ADD = Form(
    "Write in your logbook",
    "Write",
    first=("text", "mood", "energy", "day"),
    hints={"text": "In Markdown, if you like. Only you see it."},
    kinds=_KINDS,
    choices=_MOODS,
)
EDIT = Form(
    "Change an entry",
    "Save",
    first=("text", "mood", "energy", "title"),
    kinds=_KINDS,
    choices=_MOODS,
    filled=entry_as_it_is,
)
ANOTHER_DAY = Form(
    "Another day", "Show it", first=("day",), hints={"day": "yesterday, 1 march, a year ago, 2027-03-01"}
)
FIND = Form(
    "Search your logbook",
    "Search",
    first=("words", "before"),
    hints={"words": "Finds the pages that have all of these words"},
)
ASK_ME = Form(
    "Be asked in the evening",
    "Save",
    first=("at",),
    labels={"at": "When"},
    hints={"at": "21:00, or off. You are asked for your mood and energy in direct messages on Discord."},
    filled=prompt_as_it_is,
)

PAGES = PagesPart(
    menu=(MenuEntry("Logbook", BOOK, "l", "logbook", rank=35),),
    pages=(
        Page(BOOK, requests.NamePage, usecases.show, view.page, links=page_links),
        Page(ONE, requests.NamePage, usecases.show, view.page, shows=("page",), links=page_links),
        Page(f"{ONE}/remove", requests.NamePage, usecases.to_remove, view.removal),
        Page(f"{BOOK}/week", requests.NamePage, usecases.week, view.week, links=week_links),
        Page(f"{BOOK}/month", requests.NamePage, usecases.month, view.month, links=month_links),
        Page(
            PROMPT,
            Nothing,
            usecases.show_prompt,
            view.prompt,
            links=(Link("Change the time", f"{PROMPT}/set", is_main=True),),
        ),
    ),
    acts=(
        Act(
            WRITE,
            requests.AddEntry,
            usecases.add,
            view.written,
            page_of,
            form=ADD,
            presses=(view.WRITE_FORM,),
            about=("day",),
            usages=(view.WRITE,),
        ),
        Act(UNDO, requests.UndoEntry, usecases.undo, view.changed, page_of),
        Act(ANOTHER, requests.NamePage, usecases.show, view.page, page_shown, form=ANOTHER_DAY),
        Act(f"{ONE}/edit/{{entry}}", requests.EditPage, usecases.edit, view.changed, page_of, form=EDIT),
        Act(
            f"{ONE}/undo/{{entry}}",
            requests.UndoEntry,
            usecases.undo,
            view.changed,
            page_of,
            presses=(view.UNDO,),
            about=("day", "entry"),
        ),
        Act(
            f"{ONE}/remove",
            requests.NamePage,
            usecases.remove,
            view.changed,
            BOOK,
            presses=(f"yes:{view.REMOVE}",),
            about=("day",),
        ),
        # What is looked for stands in no address: these are logged by everybody on the way.
        Act(SEARCH, requests.SearchPages, usecases.search, view.found, BOOK, form=FIND, shows_answer=True),
        Act(
            f"{SEARCH}/older",
            requests.SearchPages,
            usecases.search,
            view.found,
            SEARCH,
            presses=(view.OLDER,),
            about=("before", "words"),
            shows_answer=True,
        ),
        Act(
            f"{PROMPT}/set",
            requests.SetPrompt,
            usecases.prompt,
            view.prompt,
            PROMPT,
            form=ASK_ME,
            usages=(view.PROMPT,),
        ),
    ),
)
