"""The logbook by SMS: `log slept well, mood high`, `mood high energy 7`, `log week`, `log search dentist`.

A page is sent only to whoever asks for it, and an answer does not repeat what was written.
"""

from datetime import date

from bot.logbook import requests, usecases, view
from bot.logbook import sms_phrases as phrases
from bot.logbook.documents import PageChanged
from bot.sms.conversation import KEPT
from bot.sms.part import Answer, Command, LastSaid, Phrase, SmsPart, nothing_said
from bot.sms.render import answer, answer_list
from bot.visit import Visit
from tracker.dates import DateRefused
from tracker.logbook.words import SaidEntry, parse_page_day, parse_period, read_feeling, read_line

_BEFORE = " before "


async def log(here: Visit, rest: str) -> Answer:
    """Without words, today's page."""
    if not rest:
        return await show(here, "")
    return await _write(here, read_line(rest))


async def mood(here: Visit, rest: str) -> Answer:
    return await _feel(here, phrases.MOOD, rest)


async def energy(here: Visit, rest: str) -> Answer:
    return await _feel(here, phrases.ENERGY, rest)


async def _feel(here: Visit, phrase: Phrase, rest: str) -> Answer:
    if not rest:
        raise nothing_said(phrase)
    return await _write(here, read_feeling(f"{phrase.name} {rest}", here.today))


async def _write(here: Visit, said: SaidEntry) -> Answer:
    ask = requests.AddEntry(
        text=said.text or None,
        mood=said.mood,
        energy=said.energy,
        day=None if said.day is None else f"{said.day}",
    )
    return _written(here, await usecases.add(here, ask))


def _written(here: Visit, done: PageChanged) -> Answer:
    entry = done.entry.id if done.entry else ""
    return answer(here, view.written(here, done), undo=f"{phrases.UNDO.name} {done.day} {entry}")


async def show(here: Visit, rest: str) -> Answer:
    """`log show was great` is no day, so it is an entry."""
    if rest and not _is_day(rest, here.today):
        return await log(here, f"show {rest}")
    return answer(here, view.page(here, await usecases.show(here, requests.NamePage(day=rest or None))))


async def week(here: Visit, rest: str) -> Answer:
    if rest and not _is_period(rest, here.today):
        return await log(here, f"week {rest}")
    found = view.week(here, await usecases.week(here, requests.NamePage(day=rest or None)))
    return answer_list(here, found, phrases.SHOW.name, phrases.WEEK.name)


async def month(here: Visit, rest: str) -> Answer:
    if rest and not _is_period(rest, here.today):
        return await log(here, f"month {rest}")
    found = view.month(here, await usecases.month(here, requests.NamePage(day=rest or None)))
    return answer_list(here, found, phrases.SHOW.name, phrases.MONTH.name)


async def search(here: Visit, rest: str) -> Answer:
    """`log search dentist before 1 march`."""
    if not rest:
        raise nothing_said(phrases.SEARCH)
    words, _, before = rest.rpartition(_BEFORE)
    if not words or not _is_day(before, here.today):
        words, before = rest, ""
    result = await usecases.search(here, requests.SearchPages(words=words, before=before or None))
    return answer_list(here, view.found(here, result), phrases.SHOW.name, phrases.SEARCH.name)


async def title(here: Visit, rest: str) -> Answer:
    if not rest:
        raise nothing_said(phrases.TITLE)
    done = await usecases.edit(here, requests.EditPage(title=rest))
    return answer(here, view.changed(here, done), undo="")


async def undo(here: Visit, rest: str) -> Answer:
    """With a day and an id, that entry: so UNDO means what was answered."""
    day, _, entry = rest.partition(" ")
    ask = requests.UndoEntry(day=day, entry=entry) if entry else requests.UndoEntry()
    if rest and not entry:
        return await log(here, f"undo {rest}")
    return answer(here, view.changed(here, await usecases.undo(here, ask)), undo="")


async def remove(here: Visit, rest: str) -> Answer:
    """Asked about before: it cannot be undone."""
    if not rest:
        raise nothing_said(phrases.REMOVE)
    if rest.endswith(f" {phrases.SURELY}"):
        named = requests.NamePage(day=rest.removesuffix(phrases.SURELY).strip())
        return answer(here, view.changed(here, await usecases.remove(here, named)), undo="")
    found = await usecases.to_remove(here, requests.NamePage(day=rest))
    name = usecases.page_name(found.day, here.today)
    line = f"{phrases.REMOVE.name} {found.day} {phrases.SURELY}"
    return Answer(f"Remove {name} for good? Reply Y", question=line)


async def prompt(here: Visit, rest: str) -> Answer:
    return answer(here, view.prompt(here, await usecases.prompt(here, requests.SetPrompt(at=rest or None))))


async def last_said(here: Visit) -> LastSaid | None:
    """What is older than a conversation is not what somebody means."""
    last = await here.services.logbook.last_written(here.person.id)
    if last is None or last.at <= here.now - KEPT:
        return None
    return LastSaid(last.at, f"{phrases.UNDO.name} {last.day} {last.entry}")


def _is_day(text: str, today: date) -> bool:
    try:
        parse_page_day(text, today)
    except DateRefused:
        return False
    return True


def _is_period(text: str, today: date) -> bool:
    try:
        parse_period(text, today)
    except DateRefused:
        return False
    return True


SMS = SmsPart(
    commands=(
        Command(phrases.LOG, log),
        Command(phrases.MOOD, mood),
        Command(phrases.ENERGY, energy),
        Command(phrases.SHOW, show),
        Command(phrases.WEEK, week),
        Command(phrases.MONTH, month),
        Command(phrases.SEARCH, search),
        Command(phrases.TITLE, title),
        Command(phrases.UNDO, undo),
        Command(phrases.REMOVE, remove),
        Command(phrases.PROMPT, prompt),
    ),
    last_said=last_said,
)
