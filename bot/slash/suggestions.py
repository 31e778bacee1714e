"""What is suggested while somebody types: their own characters, goals and channels, and modes and dates.

Nobody sees what is another's, and whoever is not known yet is not made known by typing.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date

from discord import app_commands

from bot.names import cut_short
from bot.own import BELONGINGS
from bot.slash.answers import Interaction
from bot.slash.errors import Suggestions
from bot.slash.person import known
from bot.slash.texts import dotted
from tracker.accounts.model import User
from tracker.dates import days_between, parse_date
from tracker.days import local_day
from tracker.goals.characters.names import MAIN, find_character, spelling_key
from tracker.goals.editing import NO_DATE
from tracker.goals.errors import NoSuchCharacter
from tracker.goals.games.game import Game, game_of, name_key
from tracker.goals.model import Character, Goal, GoalStatus
from tracker.goals.recording.evaluate import LIVE
from tracker.goals.service import DEFAULT_CHANNEL
from tracker.goals.words.wording import goal_title, whose
from tracker.letters import is_seen
from tracker.refusals import Refused
from tracker.words import in_full

LONGEST = 100
"""Of the words and of the value of a choice, for Discord."""
HINT = "\N{BLACK QUESTION MARK ORNAMENT} "

_DATES = ("in 1 week", "end of month", "in 1 month", "in 3 months", "end of year")
_FIRST_DAYS = ("yesterday", "7 days ago", "start of month", "start of last month", "start of year")
_LAST_DAYS = ("today", "yesterday", "end of last week", "end of last month", "end of last year")
_OSRS = "osrs"


def choices(offered: Iterable[tuple[str, str]]) -> Suggestions:
    """From words and values, each value once. Values are what a command gets: a cut one would lie."""
    named = {value: words for words, value in reversed([*offered]) if 0 < len(value) <= LONGEST}
    return [
        app_commands.Choice(name=plain(words) or plain(value), value=value)
        for value, words in reversed(named.items())
        if plain(words) or plain(value)
    ]


def plain(words: str) -> str:
    """On one line, and nothing that turns the direction of letters: nothing reads markdown here."""
    return cut_short("".join(letter if is_seen(letter) else " " for letter in words), LONGEST)


def hint(typed: str, why: object) -> Suggestions:
    """Why what was typed will not do. Whoever chooses it all the same is told so in full."""
    return choices([(f"{HINT}{why}", typed.strip())])


def option(interaction: Interaction, name: str) -> str | None:
    """Another option of the command, as far as it is filled in."""
    found: object = getattr(interaction.namespace, name, None)
    return found.strip() or None if isinstance(found, str) else None


def today_of(interaction: Interaction, user: User) -> date:
    return local_day(interaction.client.services.clock(), user.zone, user.day_start)


async def suggest_characters(interaction: Interaction, typed: str) -> Suggestions:
    user = await known(interaction)
    if user is None:
        return []
    mine = (await BELONGINGS.of(interaction.client.services, user)).characters
    wanted = spelling_key(typed)
    return choices(
        (_described(one), said_as(one, mine))
        for one in mine
        if wanted in spelling_key(one.name) or wanted in one.id
    )


def said_as(character: Character, among: Sequence[Character]) -> str:
    """Its name where that says which one it is, its id otherwise."""
    try:
        found = find_character(among, character.name)
    except NoSuchCharacter:
        return character.id
    return character.name if found.id == character.id else character.id


def _described(character: Character) -> str:
    mode = None if character.mode in (None, MAIN) else character.mode
    return dotted([character.name, game_of(character.game).title, mode])


async def suggest_goals(
    interaction: Interaction, typed: str, meant: Callable[[Goal], bool] = lambda _: True
) -> Suggestions:
    """Those that are meant, what is over last; found by what they are about and by whose they are."""
    services, user = interaction.client.services, await known(interaction)
    if user is None:
        return []
    own = await BELONGINGS.of(services, user)
    names = {one.id: one.name for one in own.characters}
    goals = sorted(filter(meant, own.goals), key=lambda goal: goal.status not in LIVE)
    found = [(goal_words(goal, names[goal.character]), goal) for goal in goals]
    return choices((words, goal.id) for words, goal in found if _is_meant(goal, words, typed))


def goal_words(goal: Goal, character: str) -> str:
    """`99 Woodcutting · Zezima · paused`."""
    status = None if goal.status is GoalStatus.ACTIVE else goal.status.value
    return dotted([goal_title(goal, game_of(goal.subject.source)), whose(goal, character), status])


def _is_meant(goal: Goal, words: str, typed: str) -> bool:
    """By all words that were typed, by its id, or by a name that players have for it."""
    if game_of(goal.subject.source).names.get(name_key(typed)) == goal.target_attribute:
        return True
    return all(part in f"{words} {goal.id}".casefold() for part in typed.casefold().split())


async def suggest_channels(interaction: Interaction, typed: str) -> Suggestions:
    user = await known(interaction)
    if user is None:
        return []
    mine = [one.channel_type for one in await interaction.client.services.channels.list(user.id)]
    offered = [(name, name) for name in mine] + [("your own order of channels", DEFAULT_CHANNEL)]
    return choices(one for one in offered if typed.strip().casefold() in " ".join(one))


async def suggest_modes(interaction: Interaction, typed: str) -> Suggestions:
    """Of the game that is chosen."""
    source = interaction.client.services.sources.games.get(option(interaction, "game") or _OSRS)
    if source is None:
        return []
    modes = [source.modes.find(key) for key in source.modes.keys]
    wanted = typed.strip().casefold()
    return choices(
        (one.title, one.key) for one in modes if any(wanted in name for name in (one.key, *one.also))
    )


async def suggest_dates(interaction: Interaction, typed: str) -> Suggestions:
    """Days to come."""
    if typed.strip().casefold() == NO_DATE:
        return choices([("without a date", NO_DATE)])
    today = await _today(interaction)
    return understood(typed, _DATES, lambda text: parse_date(text, today))


async def suggest_first_days(interaction: Interaction, typed: str) -> Suggestions:
    """Days that were, to begin with."""
    today = await _today(interaction)
    return understood(typed, _FIRST_DAYS, lambda text: days_between(today, text, None).first)


async def suggest_last_days(interaction: Interaction, typed: str) -> Suggestions:
    """Days that were, none before the one in the option `from`."""
    today, first = await _today(interaction), option(interaction, "from")
    return understood(typed, _LAST_DAYS, lambda text: days_between(today, first, text).last)


def understood(typed: str, usual: Iterable[str], read: Callable[[str], date]) -> Suggestions:
    """The day that is understood; before anything is typed, some that many want."""
    if not typed.strip():
        return choices(_readable(usual, read))
    try:
        return choices([(in_full(read(typed)), typed.strip())])
    except Refused as refused:
        return hint(typed, refused)


def _readable(texts: Iterable[str], read: Callable[[str], date]) -> Iterator[tuple[str, str]]:
    for text in texts:
        with suppress(Refused):
            yield f"{text}: {in_full(read(text))}", text


async def _today(interaction: Interaction) -> date:
    """Of the person; of whoever is not known yet, in UTC."""
    user = await known(interaction)
    return interaction.client.services.clock().date() if user is None else today_of(interaction, user)


def names_like(game: Game, typed: str) -> list[str]:
    """Skills and bosses of which a word begins so, those that begin so themselves first."""
    rows = [*(one.name for one in game.skills.values()), *(one.name for one in game.activities.values())]
    wanted = typed.casefold()
    found = [name for name in rows if f" {wanted}" in f" {name.casefold()}"]
    return sorted(found, key=lambda name: not name.casefold().startswith(wanted))
