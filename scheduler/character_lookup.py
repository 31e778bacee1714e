"""From a name to a character that somebody follows: its source is asked first, and decides whether it is."""

import asyncio
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from dataclasses import replace

from scheduler.sources.registry import Sources
from scheduler.sources.runescape import rs3
from scheduler.sources.runescape.modes import MAIN, Modes
from scheduler.sources.runescape.names import name_of
from scheduler.sources.runescape.rs3_page import SKILLS
from scheduler.sources.runescape.runemetrics import Hidden, MonthlyPoint, Profile
from scheduler.sources.source import LATER, BadSubject, Malformed, NotFound, SourceFailure
from scheduler.sources.web import http_json
from scheduler.sources.web.json_target import HttpJsonTarget
from tracker.goals.characters.names import spelling_key
from tracker.goals.characters.service import CharacterLink, Characters
from tracker.goals.errors import AlreadyLinked, CharacterNameTaken
from tracker.goals.model import Character
from tracker.logs import get_logger
from tracker.readings import Measure, Quantity, Reading
from tracker.refusals import Reason, Refused
from tracker.store.segments import Subject
from tracker.subjects import mark_of

log = get_logger(__name__)

PAST_SECONDS = 60.0
"""A year of history takes a request for each skill; what has not come by then is done without."""

LONGEST_NAME = 40
"""Of a number on the web, and of what it counts."""

_NOT_ADDED = "Nothing was added."
_NOT_CHANGED = "Nothing was changed."


class Private(NotFound):
    """There is such a character, but it is not ranked, and its profile is shown to nobody."""

    code = "private"


class NotAMember(NotFound):
    """Not ranked, and without a profile because the account is no member."""

    code = "not-a-member"


class NoNumberThere(Refused):
    """The server is as it should be, and what the person gave does not lead to a number."""

    code = Malformed.code
    reason = Reason.UNREADABLE


_HIDDEN: Mapping[Hidden, type[NotFound]] = {Hidden.PRIVATE: Private, Hidden.NOT_A_MEMBER: NotAMember}


async def link_character(
    sources: Sources,
    characters: Characters,
    user_id: str,
    name: str,
    *,
    game: str = "osrs",
    mode: str = MAIN,
) -> Character:
    """Raises BadSubject for what no character can be called, SourceFailure where there is no answer."""
    modes = modes_of(sources, game)
    table = modes.find(mode)
    subject = modes.subject(name, table.key)
    await _check_new(characters, user_id, subject)
    with _in_vain(_NOT_ADDED):
        reading = await _read(sources, subject)
    called, past = await _past(sources, reading) if game == rs3.NAME else (None, ())
    shown = reading.name or called or name_of(name).display
    return await characters.add(user_id, CharacterLink(game, table.key, shown, subject, reading, past))


async def link_number(
    sources: Sources, characters: Characters, user_id: str, name: str, target: HttpJsonTarget
) -> Character:
    """A number on the web, under a name of its own. Raises as `link_character`, and CharacterNameTaken."""
    subject, shown = sources.http_json.subject(target), _called(name, "name")
    unit = _called(target.unit, "unit") if target.unit else ""
    await _check_new(characters, user_id, subject)
    await _check_name(characters, user_id, shown)
    try:
        with _in_vain(_NOT_ADDED):
            reading = await sources.http_json.try_out(replace(target, added_by=mark_of(user_id)))
    except Malformed as wrong:
        raise NoNumberThere(str(wrong)) from wrong
    definition = {"url": target.url, "path": target.path, "unit": unit, "headers": dict(target.headers)}
    link = CharacterLink(http_json.NAME, None, shown, subject, reading, definition=definition)
    return await characters.add(user_id, link)


async def rename_character(
    sources: Sources,
    characters: Characters,
    user_id: str,
    character: Character,
    name: str,
    *,
    anyway: bool = False,
) -> Character:
    """To the name that it has in the game now; for a number on the web, to what the person calls it."""
    link = await _renamed(sources, character, name)
    if character.game == http_json.NAME:
        await _check_name(characters, user_id, link.name, but=character.id)
    return await characters.rename(user_id, character, link, anyway=anyway)


async def _renamed(sources: Sources, character: Character, name: str) -> CharacterLink:
    if character.game == http_json.NAME:
        return CharacterLink(character.game, character.mode, _called(name, "name"), character.subject)
    subject = modes_of(sources, character.game).subject(name, character.mode or MAIN)
    shown = name_of(name).display
    if subject == character.subject:  # another spelling: the game need not be asked
        return CharacterLink(character.game, character.mode, shown, subject)
    with _in_vain(_NOT_CHANGED):
        reading = await _read(sources, subject)
    return CharacterLink(character.game, character.mode, reading.name or shown, subject, reading)


def modes_of(sources: Sources, game: str) -> Modes:
    if (source := sources.games.get(game)) is None:
        raise BadSubject(f"There is no game {game!r}; there are {', '.join(sources.games)}.")
    return source.modes


def _called(text: str, what: str) -> str:
    """What people call a number on the web, or its unit."""
    plain = " ".join(text.split())
    if not plain.isprintable() or not 1 <= len(plain) <= LONGEST_NAME:
        raise BadSubject(f"A {what} has 1 to {LONGEST_NAME} letters, digits and signs that can be seen.")
    return plain


async def _check_new(characters: Characters, user_id: str, subject: Subject) -> None:
    """Before anybody is asked: an answer could not change this one."""
    for one in await characters.list(user_id):
        if one.subject == subject:
            raise AlreadyLinked(f"{one.name} is among your characters already.")


async def _check_name(characters: Characters, user_id: str, name: str, *, but: str | None = None) -> None:
    """A game has one character of a name; what somebody calls a number, they would have to tell apart."""
    for one in await characters.list(user_id):
        if one.id != but and spelling_key(one.name) == spelling_key(name):
            raise CharacterNameTaken(f"You follow {one.name} already. Give this number another name.")


@contextmanager
def _in_vain(outcome: str) -> Generator[None]:
    """A failure says what that means for goals that are there already. Here it means something else."""
    try:
        yield
    except SourceFailure as failure:
        said, mark, rest = str(failure).partition(f" {LATER}")
        told = copy(failure)
        told.args = (f"{said}{rest} {outcome}{' Please try again later.' if mark else ''}",)
        raise told from failure


async def _read(sources: Sources, subject: Subject) -> Reading:
    try:
        return await sources.fetch(subject)
    except NotFound as failure:
        if subject.source == rs3.NAME and (kind := _HIDDEN.get(await _hidden(sources, subject))):
            raise kind(str(failure)) from failure
        raise


async def _hidden(sources: Sources, subject: Subject) -> Hidden:
    """Why RuneMetrics shows nothing; MISSING also where that is not so, or cannot be found out."""
    try:
        found = await sources.rs3.profile(subject)
    except SourceFailure:
        return Hidden.MISSING
    return Hidden.MISSING if isinstance(found, Profile) else found


async def _past(sources: Sources, reading: Reading) -> tuple[str | None, tuple[Reading, ...]]:
    """How the character writes its name, and twelve months, as far as they can be had.

    No trouble with them keeps a character from being linked.
    """
    name: str | None = None
    points: list[MonthlyPoint] = []
    try:
        async with asyncio.timeout(PAST_SECONDS):
            profile = await sources.rs3.profile(reading.subject)
            if not isinstance(profile, Profile):
                return None, ()
            name = profile.name
            for attribute in SKILLS:
                points += await sources.rs3.history(reading.subject, (attribute,))
    except (SourceFailure, TimeoutError) as failure:
        log.info("history left out", subject=reading.subject.key, why=str(failure), points=len(points))
    return name, tuple(_of_then(reading, points))


def _of_then(reading: Reading, points: Iterable[MonthlyPoint]) -> Iterator[Reading]:
    """What was before today. More then than now is no past of this character."""
    for point in points:
        quantity = Quantity(point.attribute, Measure.XP)
        now = reading.values.get(quantity)
        if point.at.date() < reading.at.date() and now is not None and point.xp <= now:
            yield Reading(reading.subject, point.at, {quantity: point.xp})
