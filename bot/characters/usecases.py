"""What a person can do with characters: words in, documents out. A source decides whether one exists."""

from typing import TYPE_CHECKING

from bot.characters.documents import (
    CharacterAdded,
    CharacterList,
    CharacterLook,
    CharacterRemoval,
    CharacterRenamed,
    PopularAttribute,
    PopularList,
    character_document,
    character_look,
)
from bot.characters.requests import (
    AddCharacter,
    AddNumber,
    ListCharacters,
    ListPopular,
    LookUpPlayer,
    NameCharacter,
    RenameCharacter,
)
from bot.documents import reading
from bot.page import page_of
from bot.visit import Visit
from tracker.front_ends import FrontEnd
from tracker.goals.characters.names import MAIN, find_character, spelling_key
from tracker.goals.characters.service import most_tracked, values_of
from tracker.goals.errors import NoSuchCharacter
from tracker.goals.games.game import VALUE, game_of, is_plain_number
from tracker.goals.lookup import character_at, not_there
from tracker.goals.model import Character
from tracker.readings import Measure, Quantity
from tracker.store.keys import CharacterKey
from tracker.subjects import is_polled

if TYPE_CHECKING:
    from scheduler.sources.registry import Sources

GAMES = ("osrs", "rs3")
PER_PAGE = 12


async def add(visit: Visit, ask: AddCharacter) -> CharacterAdded:
    from scheduler.character_lookup import link_character  # noqa: PLC0415 - aiohttp takes longer than all else
    from scheduler.sources.source import BadSubject  # noqa: PLC0415

    sources, characters = await _sources(visit), visit.services.characters
    with reading("name", BadSubject):
        added = await link_character(
            sources, characters, visit.person.id, ask.name, game=ask.game, mode=ask.mode or MAIN
        )
    return CharacterAdded(character=character_document(added), value=None, unit=None)


async def look(visit: Visit, ask: LookUpPlayer) -> CharacterLook:
    """What the hiscores say about any player; nothing is kept."""
    return await look_with(await _sources(visit), ask)


async def look_with(sources: "Sources", ask: LookUpPlayer) -> CharacterLook:
    """The same for whoever has no account, at a terminal."""
    from scheduler.character_lookup import modes_of  # noqa: PLC0415 - as above

    with reading("game"):
        modes = modes_of(sources, ask.game)
    with reading("name"):
        subject = modes.subject(ask.name, ask.mode or MAIN)
    return character_look(await sources.fetch(subject), ask.name)


async def add_number(visit: Visit, ask: AddNumber) -> CharacterAdded:
    from scheduler.character_lookup import link_number  # noqa: PLC0415 - as above
    from scheduler.sources.source import BadSubject  # noqa: PLC0415
    from scheduler.sources.web.json_target import HttpJsonTarget, parse_header  # noqa: PLC0415

    with reading("url", BadSubject):
        headers = dict(map(parse_header, ask.headers))
        target = HttpJsonTarget.of(ask.url, ask.path or "", unit=ask.unit or "", headers=headers)
    sources = await _sources(visit)
    with reading("name", BadSubject):
        added = await link_number(sources, visit.services.characters, visit.person.id, ask.name, target)
    known = await values_of(visit.services.table, added.subject)
    value = known.get(Quantity(VALUE, Measure.VALUE))
    return CharacterAdded(character=character_document(added), value=value, unit=added.unit)


async def list_characters(visit: Visit, ask: ListCharacters) -> CharacterList:
    mine = await visit.services.characters.list(visit.person.id)
    page = page_of(mine, ask.page, PER_PAGE)
    found = tuple(map(character_document, page.items))
    return CharacterList(characters=found, total=page.total, page=page.number, pages=page.count)


async def rename(visit: Visit, ask: RenameCharacter) -> CharacterRenamed:
    """To the name that it has in the game now; for a number on the web, to what the person calls it."""
    from scheduler.character_lookup import rename_character  # noqa: PLC0415 - as above
    from scheduler.sources.source import BadSubject  # noqa: PLC0415

    characters, person = visit.services.characters, visit.person.id
    before = await characters.find(person, ask.character)
    sources = await _sources(visit)
    with reading("name", BadSubject):
        after = await rename_character(sources, characters, person, before, ask.name, anyway=ask.anyway)
    return CharacterRenamed(character=character_document(after), before=before.name)


async def to_remove(visit: Visit, ask: NameCharacter) -> CharacterRemoval:
    """What is asked about before it is removed."""
    found = await _found(visit, ask)
    goals = await visit.services.goals.list(visit.person.id, character=found, archived=True)
    return await _removal(visit, found, len(goals))


async def remove(visit: Visit, ask: NameCharacter) -> CharacterRemoval:
    """With its goals and all that they recorded."""
    found = await _found(visit, ask)
    removal = await _removal(visit, found, 0)
    goals = await visit.services.characters.remove(visit.person.id, found)
    return removal.model_copy(update={"removed_goals": goals})


async def _removal(visit: Visit, character: Character, goals: int) -> CharacterRemoval:
    return CharacterRemoval(
        character=character_document(character),
        removed_goals=goals,
        consequences=tuple(await visit.services.characters.hanging(character)),
    )


async def popular(visit: Visit, ask: ListPopular) -> PopularList:
    """What most goals of all people are about."""
    games = (ask.game,) if ask.game else GAMES
    found = [
        PopularAttribute(game=game, attribute=attribute, goals=goals)
        for game in games
        for attribute, goals in await most_tracked(visit.services.table, game, ask.limit)
    ]
    return PopularList(popular=tuple(sorted(found, key=lambda one: -one.goals)[: ask.limit]))


async def suggest(visit: Visit, typed: str, *, metrics: bool = False) -> list[tuple[str, str]]:
    """The characters in whose names it occurs: what each is, and what to say for it."""
    mine, wanted = (
        await visit.services.characters.list(visit.person.id, metrics=metrics),
        spelling_key(typed),
    )
    return [
        (_described(one), _said_as(one, mine))
        for one in mine
        if wanted in spelling_key(one.name) or wanted in one.id
    ]


def _described(one: Character) -> str:
    is_shown = one.mode not in (None, MAIN) and not is_plain_number(one.game)
    mode = f" \N{MIDDLE DOT} {one.mode}" if is_shown else ""
    return f"{one.name} \N{MIDDLE DOT} {game_of(one.game).title}{mode}"


def _said_as(character: Character, among: list[Character]) -> str:
    """Its name where that says which one it is, its id otherwise."""
    try:
        found = find_character(among, character.name)
    except NoSuchCharacter:
        return character.id
    return character.name if found.id == character.id else character.id


async def _found(visit: Visit, ask: NameCharacter) -> Character:
    if not ask.exact:
        return await visit.services.characters.find(visit.person.id, ask.character)
    found = await character_at(visit.services.table, CharacterKey(visit.person.id, ask.character))
    if found is None or not is_polled(found.subject):  # a metric goes by its own command
        raise not_there("This one")
    return found


async def _sources(visit: Visit) -> "Sources":
    """Those who run this Questlog may have them asked as often as they like: they answer for it."""
    person, owners = visit.person, visit.services.settings.discord.owner_ids
    runs_it = visit.front_end is FrontEnd.TERMINAL or (person.discord and int(person.discord) in owners)
    if not runs_it:
        await visit.services.characters.count_look(person.id)
    return await visit.services.network.sources()
