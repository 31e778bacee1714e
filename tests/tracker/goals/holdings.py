"""A person with characters and goals for tests, and readings of what they watch."""

from collections.abc import Mapping
from datetime import datetime
from itertools import count

from tests.fakes.clock import START, HandClock
from tests.tracker.store.items import everything
from tracker.accounts.model import User
from tracker.goals.characters.service import CharacterLink, Characters
from tracker.goals.characters.watching import observed_of
from tracker.goals.lookup import character_at, goals_of
from tracker.goals.model import Character, Goal, ProgressRecord
from tracker.goals.service import Goals
from tracker.ids import Ids
from tracker.listeners import character_listeners
from tracker.readings import Measure, Number, Quantity, Reading
from tracker.store.entity import from_item, to_item
from tracker.store.keys import LeaseKey, ProgressKey, TrackedAttributeKey
from tracker.store.segments import Subject
from tracker.store.table import Table
from tracker.store.values import Item
from tracker.subjects import Observed

ADA, BOB = "ada", "bob"
WOODCUTTING, ATTACK = Quantity("woodcutting", Measure.XP), Quantity("attack", Measure.XP)
ZULRAH, SLAYER_RANK = Quantity("zulrah", Measure.SCORE), Quantity("slayer", Measure.RANK)
STANDING: Mapping[Quantity, Number] = {
    WOODCUTTING: 3_034_431,
    ATTACK: 50_000,
    ZULRAH: 450,
    SLAYER_RANK: 5_000,
}


async def settle(table: Table, user_id: str = ADA, **wishes: str) -> User:
    user = User.model_validate({"id": user_id, "createdAt": START, "local": user_id, **wishes})
    await table.put(to_item(user, user.key, *user.places()))
    return user


def goal_ids() -> Ids:
    numbers = count(1)
    return lambda: f"g{next(numbers):05}"


def subject(name: str, mode: str = "main", source: str = "osrs") -> Subject:
    return Subject(source, f"{mode}:{name.lower()}")


def reading_of(
    watched: Subject, values: Mapping[Quantity, Number] = STANDING, at: datetime = START
) -> Reading:
    return Reading(watched, at, dict(values))


def link(
    name: str = "Zezima",
    mode: str = "main",
    game: str = "osrs",
    *,
    values: Mapping[Quantity, Number] | None = STANDING,
    at: datetime = START,
    past: tuple[Reading, ...] = (),
) -> CharacterLink:
    watched = subject(name, mode, game)
    reading = None if values is None else reading_of(watched, values, at)
    return CharacterLink(game, mode, name, watched, reading, past)


async def observed(table: Table, name: str = "Zezima") -> Observed | None:
    return await observed_of(table, subject(name))


async def changes_announced(table: Table, shard: int) -> int:
    """How often whoever holds a shard was told to look again."""
    lease = await table.get(LeaseKey(shard).key) or {}
    changes = lease.get("changes", 0)
    assert isinstance(changes, int)
    return changes


async def tracked_overall(table: Table, attribute: str, game: str = "osrs") -> int:
    item = await table.get(TrackedAttributeKey(game, attribute).key) or {}
    goals = item.get("goals", 0)
    assert isinstance(goals, int)
    return goals


async def stored_goal(table: Table, goal: Goal) -> Goal:
    item = await table.get(goal.key.key)
    assert item is not None
    return from_item(Goal, item)


async def stored_character(table: Table, character: Character) -> Character:
    found = await character_at(table, character.key)
    assert found is not None
    return found


async def history_of(table: Table, goal: Goal) -> list[ProgressRecord]:
    held = ProgressKey.prefix(user=goal.user, character=goal.character, goal=goal.id)
    return [from_item(ProgressRecord, item) async for item in table.query_all(held.pk, prefix=held.prefix)]


async def of_types(table: Table, *types: str) -> list[Item]:
    """Every item of these types, wherever it lies."""
    return [item for item in (await everything(table)).values() if item["type"] in types]


async def assert_counts_agree(table: Table) -> None:
    """What is counted is what is there: goals by character and overall, watchers by subject."""
    items = await everything(table)
    characters = [from_item(Character, one) for one in items.values() if one["type"] == "character"]
    overall: dict[tuple[str, str], int] = {}
    for one in characters:
        live = [
            goal for goal in await goals_of(table, one.user, one.id) if goal.status in ("active", "paused")
        ]
        names = [goal.target_attribute for goal in live]
        assert one.tracked_attributes == {name: names.count(name) for name in names}
        for name in names:
            overall[one.game, name] = overall.get((one.game, name), 0) + 1
    found = {
        (parsed.game, parsed.attribute): one["goals"]
        for key, one in items.items()
        if (parsed := TrackedAttributeKey.parse(key)) and one["goals"]
    }
    assert found == overall
    watchers = {
        from_item(Observed, one).subject: one["watchers"]
        for one in items.values()
        if one["type"] == "subject"
    }
    subjects = [one.subject for one in characters]
    assert watchers == {one: subjects.count(one) for one in subjects}


class Holding:
    """One person with one character, who sets goals."""

    def __init__(self, table: Table, clock: HandClock, user: User, character: Character) -> None:
        self.table, self.clock, self.user, self.character = table, clock, user, character
        self.characters = Characters(table, clock, character_listeners(table))
        self.goals = Goals(table, clock, goal_ids())

    @classmethod
    async def of(cls, table: Table, clock: HandClock, wanted: CharacterLink | None = None) -> "Holding":
        user = await settle(table)
        character = await Characters(table, clock, character_listeners(table)).add(ADA, wanted or link())
        return cls(table, clock, user, character)

    async def add(self, text: str, by: str | None = None) -> Goal:
        self.clock.advance(1)
        return await self.goals.add(self.user, self.character, text, by=by)
