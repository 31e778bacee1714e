"""What a person has: characters and goals, read from their own partition and never from a lagging index."""

from collections.abc import Sequence

from tracker.goals.errors import NoSuchCharacter
from tracker.goals.model import Character, Goal, GoalStatus
from tracker.store.entity import from_item, from_items
from tracker.store.errors import Throttled
from tracker.store.keys import CharacterKey, GoalKey
from tracker.store.table import Table
from tracker.store.values import Item

ATTEMPTS = 10
"""So often a change is tried anew when somebody else was faster."""


async def character_items(table: Table, user_id: str) -> list[Item]:
    """As they are stored, readable or not: each of them takes its id."""
    held = CharacterKey.prefix(user=user_id)
    return [item async for item in table.query_all(held.pk, prefix=held.prefix)]


async def characters_of(table: Table, user_id: str) -> list[Character]:
    """In the order in which they were added."""
    return in_order(await character_items(table, user_id))


def in_order(items: Sequence[Item]) -> list[Character]:
    return sorted(from_items(Character, items), key=lambda one: (one.created_at, one.id))


async def character_at(table: Table, key: CharacterKey) -> Character | None:
    item = await table.get(key.key)
    return None if item is None else from_item(Character, item)


async def goals_of(table: Table, user_id: str, character_id: str) -> list[Goal]:
    """All goals of a character, archived ones too, in the order in which they were set."""
    held = GoalKey.prefix(user=user_id, character=character_id)
    items = [item async for item in table.query_all(held.pk, prefix=held.prefix)]
    return sorted(from_items(Goal, items), key=lambda one: (one.created_at, one.id))


async def reached_by(table: Table, user_id: str) -> int:
    """How many goals the person has reached."""
    characters = await characters_of(table, user_id)
    goals = [goal for one in characters for goal in await goals_of(table, user_id, one.id)]
    return sum(goal.status is GoalStatus.REACHED for goal in goals)


def not_there(name: str) -> NoSuchCharacter:
    return NoSuchCharacter(f"{name} is no longer among your characters.")


def restless() -> Throttled:
    return Throttled("others keep changing the same character; try again in a moment")
