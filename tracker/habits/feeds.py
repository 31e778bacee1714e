"""Numbers that feed habits: what somebody means by one, and what becomes of it when its character does."""

from collections.abc import Mapping, Sequence

from tracker.goals.composite.naming import called, composites_of
from tracker.goals.feeds import Feed, parse_feed
from tracker.goals.finding import Owned
from tracker.goals.lookup import characters_of, goals_of
from tracker.goals.model import Character
from tracker.habits.errors import BadFeed
from tracker.habits.model import Habit
from tracker.habits.words.reminders import NONE
from tracker.readings import Measure, Quantity
from tracker.store.entity import change, from_items
from tracker.store.index_keys import SubjectWatcherKey
from tracker.store.keys import HabitKey
from tracker.store.table import Operation, Table
from tracker.subjects import ADDS_UP, LOGS, METRIC, quantity_of

LINKS = ("fed", "goals")
"""Options of a habit that name something else of the person's."""


async def linked(table: Table, user_id: str, options: Mapping[str, str]) -> dict[str, object]:
    """The fields of a habit that name a number or goals of the person: options `fed` and `goals`."""
    fields: dict[str, object] = {}
    if options:
        characters = await characters_of(table, user_id)
        owned = [(goal, one) for one in characters for goal in await goals_of(table, user_id, one.id)]
        if (text := options.get("fed")) is not None:
            fields["fed_by"] = (
                None if text.strip().casefold() in NONE else habit_feed(text, characters, owned)
            )
        if (text := options.get("goals")) is not None:
            names = [] if text.strip().casefold() in NONE else text.split(",")
            made_of_parts = await composites_of(table, user_id)
            fields["goal_ids"] = tuple(dict.fromkeys(called(owned, made_of_parts, name).id for name in names))
    return fields


def habit_feed(text: str, characters: Sequence[Character], goals: Sequence[Owned]) -> Feed:
    """The number whose gains count as doing the habit. Raises BadFeed."""
    feed = parse_feed(text, characters, goals, BadFeed)
    if any(quantity_of(one).measure is Measure.RANK for one in feed.quantities):
        raise BadFeed("A rank moves with what others do, so it cannot count as doing something.")
    [character] = [one for one in characters if one.id == feed.character]
    if character.game == METRIC and character.mode not in ADDS_UP:  # it moves either way: each log counts
        logs = str(Quantity(LOGS, Measure.VALUE))
        return feed.model_copy(update={"quantities": (logs,), "title": f"Logs of {character.name}"})
    return feed


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
