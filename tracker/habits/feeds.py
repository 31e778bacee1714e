"""Numbers that feed habits: what somebody means by one, and what becomes of it when its character does."""

from collections.abc import Mapping, Sequence

from tracker.goals.characters.names import game_for
from tracker.goals.finding import Owned, find_goal, meant
from tracker.goals.games.game import game_of
from tracker.goals.lookup import characters_of, goals_of
from tracker.goals.model import Character
from tracker.goals.words.vocabulary import attribute_of
from tracker.goals.words.wording import goal_title
from tracker.habits.errors import BadFeed
from tracker.habits.model import Feed, Habit
from tracker.habits.words.options import NONE
from tracker.readings import Measure, Quantity
from tracker.refusals import Refused
from tracker.store.entity import change, from_items
from tracker.store.index_keys import SubjectWatcherKey
from tracker.store.keys import HabitKey
from tracker.store.table import Operation, Table
from tracker.subjects import ADDS_UP, LOGS, METRIC
from tracker.words import quoted

LINKS = ("fed", "goals")
"""Options of a habit that name something else of the person's."""
ADVICE = "Name a goal, a metric, or a skill or boss of a character that you follow: Zezima woodcutting."


async def linked(table: Table, user_id: str, options: Mapping[str, str]) -> dict[str, object]:
    """The fields of a habit that name a number or goals of the person: options `fed` and `goals`."""
    fields: dict[str, object] = {}
    if options:
        characters = await characters_of(table, user_id)
        owned = [(goal, one) for one in characters for goal in await goals_of(table, user_id, one.id)]
        if (text := options.get("fed")) is not None:
            fields["fed_by"] = (
                None if text.strip().casefold() in NONE else parse_feed(text, characters, owned)
            )
        if (text := options.get("goals")) is not None:
            names = [] if text.strip().casefold() in NONE else text.split(",")
            fields["goal_ids"] = tuple(dict.fromkeys(find_goal(owned, name).id for name in names))
    return fields


def parse_feed(text: str, characters: Sequence[Character], goals: Sequence[Owned]) -> Feed:
    """The number that a text means: that of a goal, or of a character. Raises BadFeed."""
    if not characters:
        raise BadFeed("You follow nobody yet whose numbers could count. Begin with a character.")
    found = [_of_character(one, said) for one in characters if (said := _said_of(one, text, characters))]
    feeds = [one for one in found if one is not None]
    feeds = feeds or [_of_goal(one) for one in meant(goals, text)]
    if not feeds:
        raise BadFeed(f"I do not know what {quoted(text)} is. {ADVICE}")
    if len({(*one.quantities, one.character) for one in feeds}) > 1:
        names = ", ".join(dict.fromkeys(one.title for one in feeds))
        raise BadFeed(f"{quoted(text)} may be {names}. Say whose.")
    return feeds[0]


def _said_of(character: Character, text: str, characters: Sequence[Character]) -> str:
    """What a text says of this character; nothing where it names another one, or nobody of several."""
    wanted, name = " ".join(text.casefold().split()), character.name.casefold()
    if wanted == name:
        return wanted
    for form in (f"{name} ", f"{name}'s "):
        if wanted.startswith(form):
            return wanted.removeprefix(form)
    for form in (f" of {name}", f" for {name}", f" {name}"):
        if wanted.endswith(form):
            return wanted.removesuffix(form)
    named = any(one.name.casefold() in wanted for one in characters)
    return "" if named else wanted


def _of_character(character: Character, said: str) -> Feed | None:
    game = game_for(character)
    try:
        attribute = attribute_of(game, said.removesuffix(" xp").removesuffix(" kc"))
    except Refused:
        return None
    if attribute in game.metrics:
        return _of_number(character, attribute)
    counts = attribute in game.activities
    measure, unit = (Measure.SCORE, "kc") if counts else (Measure.XP, "xp")
    title = f"{game.display(attribute)} {unit} of {character.name}"
    return _feed(character, [Quantity(attribute, measure)], title)


def _of_number(character: Character, attribute: str) -> Feed:
    """A metric that does not add up moves either way: there each log counts as doing it."""
    if character.game == METRIC and character.mode not in ADDS_UP:
        return _feed(character, [Quantity(LOGS, Measure.VALUE)], f"Logs of {character.name}")
    return _feed(character, [Quantity(attribute, Measure.VALUE)], character.name)


def _of_goal(owned: Owned) -> Feed:
    goal, character = owned
    game = game_of(character.game)
    parts = goal.plan(game_for(character)).aim.parts
    return _feed(
        character, [part.quantity for part in parts], f"{goal_title(goal, game)} of {character.name}"
    )


def _feed(character: Character, quantities: Sequence[Quantity], title: str) -> Feed:
    if any(one.measure is Measure.RANK for one in quantities):
        raise BadFeed("A rank moves with what others do, so it cannot count as doing something.")
    return Feed(
        character=character.id,
        subject=character.subject,
        quantities=tuple(map(str, quantities)),
        title=title,
    )


class FedHabits:
    """The habits that characters feed: they follow one that is renamed, and do without one that is gone."""

    def __init__(self, table: Table) -> None:
        self._table = table

    async def renamed(self, old: Character, new: Character) -> list[Operation]:
        return [_followed(habit, new) for habit in await self._fed_by(old)]

    async def removed(self, character: Character) -> list[Operation]:
        """They are told by hand from now on."""
        habits = await self._fed_by(character)
        return [change(Habit, one.key, {"fed_by": None}, leave=[SubjectWatcherKey]) for one in habits]

    async def hanging(self, character: Character) -> list[str]:
        habits = await self._fed_by(character)
        return [f"The habit {one.name} is no longer counted by itself; you log it then." for one in habits]

    async def _fed_by(self, character: Character) -> list[Habit]:
        mine = HabitKey.prefix(user=character.user)
        items = [one async for one in self._table.query_all(mine.pk, prefix=mine.prefix)]
        habits = from_items(Habit, items)
        return [one for one in habits if one.fed_by is not None and one.fed_by.character == character.id]


def _followed(habit: Habit, new: Character) -> Operation:
    """It is fed by the same character under another name."""
    feed = habit.fed_by and habit.fed_by.model_copy(update={"subject": new.subject})
    place = SubjectWatcherKey(new.subject, habit.user, habit.id)
    return change(Habit, habit.key, {"fed_by": feed}, enter=[place])
