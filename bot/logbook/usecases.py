"""What a person can do with their logbook: words in, documents out."""

from collections.abc import Callable
from datetime import date

from bot.documents import Nothing, read, reading
from bot.logbook import requests
from bot.logbook.documents import (
    EveningAnswered,
    PageChanged,
    PageDocument,
    PagesFound,
    PageShown,
    PagesShown,
    PromptShown,
    day_line,
    entry_document,
    page_document,
    pages_found,
    pages_shown,
)
from bot.visit import Visit
from tracker.days import Days, last_of_month
from tracker.logbook.errors import BadEntry, NoSuchPage
from tracker.logbook.model import EVENING, Links, LogbookPage, LogEntry
from tracker.logbook.pages import NewEntry, PageEdit
from tracker.logbook.prompting import Prompt
from tracker.logbook.words import (
    NONE,
    clean_text,
    clean_title,
    parse_energy,
    parse_mood,
    parse_page_day,
    parse_period,
    parse_prompt,
)
from tracker.logbook.writing import WrittenPage
from tracker.words import clock_text, near_day, shown_week


async def add(visit: Visit, ask: requests.AddEntry) -> PageChanged:
    new = NewEntry(
        text=clean_text(ask.text or ""),
        mood=read("mood", ask.mood, parse_mood),
        energy=_energy(ask),
        title=read("title", ask.title, clean_title),
        links=await _links(visit, ask) or Links(),
    )
    day = _day(visit, ask.day)
    with reading("text"):
        written = await visit.services.logbook.add(visit.person, day, new)
    return await _changed(visit, written, f"Written on {page_name(day, visit.today)}.")


async def edit(visit: Visit, ask: requests.EditPage) -> PageChanged:
    """`none` takes mood, energy, title, text or links away."""
    day = _day(visit, ask.day)
    clear = {name for name in ("mood", "energy") if _is_none(getattr(ask, name))}
    change = PageEdit(
        entry=ask.entry,
        text=None if ask.text is None else "" if _is_none(ask.text) else clean_text(ask.text),
        mood=None if "mood" in clear else read("mood", ask.mood, parse_mood),
        energy=None if "energy" in clear else _energy(ask),
        title=None
        if ask.title is None
        else ""
        if _is_none(ask.title)
        else read("title", ask.title, clean_title),
        links=await _edited_links(visit, ask, day),
        clear=frozenset(clear),
    )
    if change == PageEdit(entry=ask.entry):
        raise BadEntry("Say what is to be changed.")
    written = await visit.services.logbook.edit(visit.person, day, change)
    return await _changed(visit, written, f"Changed on {page_name(day, visit.today)}.")


async def show(visit: Visit, ask: requests.NamePage) -> PageShown:
    day = _day(visit, ask.day)
    page, year_ago = await visit.services.logbook.day_and_year_ago(visit.person.id, day)
    return PageShown(
        day=day,
        page=None if page is None else await _document(visit, page),
        year_ago=None if year_ago is None else day_line(year_ago),
    )


async def week(visit: Visit, ask: requests.NamePage) -> PagesShown:
    return await _period(visit, ask, shown_week)


async def month(visit: Visit, ask: requests.NamePage) -> PagesShown:
    return await _period(visit, ask, lambda day: Days(day.replace(day=1), last_of_month(day)))


async def search(visit: Visit, ask: requests.SearchPages) -> PagesFound:
    words = " ".join(ask.words.split())
    if not words:
        raise BadEntry("Say which words to look for.", field="words")
    until = read("before", ask.before, lambda text: parse_page_day(text, visit.today)) or visit.today
    return pages_found(words, await visit.services.logbook.search(visit.person.id, words, until))


async def undo(visit: Visit, ask: requests.UndoEntry) -> PageChanged:
    which = None if ask.entry is None else (_day(visit, ask.day), ask.entry)
    written = await visit.services.logbook.undo(visit.person, which)
    page, entry = page_name(written.day, visit.today), written.entry
    at = f" of {clock_text(entry.time)}" if entry else ""
    left = "" if written.page else " Nothing is left on it."
    return await _changed(visit, written, f"The entry{at} is gone from {page}.{left}")


async def to_remove(visit: Visit, ask: requests.NamePage) -> PageShown:
    """What would be removed. Raises NoSuchPage."""
    found = await show(visit, ask)
    if found.page is None:
        raise NoSuchPage("There is no page for that day.", field="day")
    return found


async def remove(visit: Visit, ask: requests.NamePage) -> PageChanged:
    day = _day(visit, ask.day)
    with reading("day"):
        written = await visit.services.logbook.remove(visit.person, day)
    name = page_name(day, visit.today)
    return await _changed(visit, written, f"{name[:1].upper()}{name[1:]} is removed.")


async def answer_evening(visit: Visit, ask: requests.AnswerEvening) -> EveningAnswered:
    """By a tap on a button of the evening question, perhaps the morning after."""
    day, mood = _day(visit, ask.day), read("mood", ask.mood, parse_mood)
    energy = read("energy", ask.energy, parse_energy)
    written = await visit.services.logbook.answer(visit.person, day, mood=mood, energy=energy)
    entry = next((one for one in written.page.entries if one.id == EVENING), None) if written.page else None
    known = entry is not None and entry.mood is not None and entry.energy is not None
    return EveningAnswered(day=day, entry=EVENING, complete=known)


async def show_prompt(visit: Visit, ask: Nothing) -> PromptShown:
    """When the person is asked in the evening."""
    del ask
    return _prompt(await visit.services.logbook.prompt(visit.person.id))


async def prompt(visit: Visit, ask: requests.SetPrompt) -> PromptShown:
    """The same, changed where a time is said."""
    if ask.at is None:
        return await show_prompt(visit, Nothing())
    with reading("at"):
        at = parse_prompt(ask.at)
    return _prompt(await visit.services.logbook.set_prompt(visit.person, at))


async def keep_asking(visit: Visit, ask: Nothing) -> PromptShown:
    """At the time that was chosen before."""
    del ask
    known = await visit.services.logbook.prompt(visit.person.id)
    return _prompt(await visit.services.logbook.set_prompt(visit.person, known.at or parse_prompt("on")))


async def stop_asking(visit: Visit, ask: Nothing) -> PromptShown:
    del ask
    return _prompt(await visit.services.logbook.set_prompt(visit.person, None))


def page_name(day: date, today: date) -> str:
    """`today's page`, `the page of Monday`."""
    near = near_day(day, today)
    return f"{near}'s page" if near in ("today", "yesterday") else f"the page of {near}"


def _prompt(found: Prompt) -> PromptShown:
    return PromptShown(
        at=found.at, next_at=found.next_at, unanswered=found.unanswered, silent=found.is_silent
    )


async def _period(visit: Visit, ask: requests.NamePage, days: Callable[[date], Days]) -> PagesShown:
    within = read("day", ask.day, lambda text: parse_period(text, visit.today)) or visit.today
    first, last = days(within)
    return pages_shown(first, last, await visit.services.logbook.pages(visit.person.id, first, last))


def _day(visit: Visit, text: str | None) -> date:
    return read("day", text, lambda said: parse_page_day(said, visit.today)) or visit.today


def _energy(ask: requests.EntryOptions) -> int | None:
    return read("energy", None if ask.energy is None else f"{ask.energy}", parse_energy)


def _is_none(said: object) -> bool:
    return isinstance(said, str) and said.strip().casefold() == NONE


async def _links(visit: Visit, ask: requests.EntryOptions) -> Links | None:
    said = ask.links()
    return await visit.services.logbook.find_links(visit.person.id, said) if said else None


async def _edited_links(visit: Visit, ask: requests.EditPage, day: date) -> Links | None:
    """Those of each kind that is named are the ones that it has afterwards."""
    found, page = await _links(visit, ask), await visit.services.logbook.page(visit.person.id, day)
    if found is None or page is None:
        return found
    return page.links.model_copy(update={kind.field: getattr(found, kind.field) for kind in ask.links()})


async def _changed(visit: Visit, written: WrittenPage, message: str) -> PageChanged:
    page = None if written.page is None else await _document(visit, written.page)
    entry = written.entry and entry_document(_number(written, written.entry), written.entry)
    return PageChanged(day=written.day, page=page, entry=entry, message=message)


def _number(written: WrittenPage, entry: LogEntry) -> int:
    """On the page on which it stands, or stood."""
    pages = [one for one in (written.page, written.before) if one is not None]
    ids = [[one.id for one in page.entries] for page in pages]
    return next(some.index(entry.id) + 1 for some in ids if entry.id in some)


async def _document(visit: Visit, page: LogbookPage) -> PageDocument:
    return page_document(page, await visit.services.logbook.named(visit.person.id, page.links))
