"""Removal of a habit with its log; stopped anywhere, a second run finishes it. What it gave stays given."""

from tracker.habits.model import StreakItem
from tracker.store.conditions import ABSENT, EXISTS, eq
from tracker.store.entity import from_items
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.keys import HabitKey, HabitLogKey, StreakKey
from tracker.store.table import Delete, Table
from tracker.store.values import key_of

_ATTEMPTS = 5


async def remove_habit(table: Table, key: HabitKey) -> bool:
    """Whether there was such a habit. Its log goes first: by the habit it is found."""
    streak = StreakKey(key.user, key.habit).key
    for _ in range(_ATTEMPTS):
        found = await table.get_many([key.key, streak])
        if key.key not in found:
            return False
        await _remove_log(table, key.habit)
        kept = next(from_items(StreakItem, [found[streak]] if streak in found else []), None)
        untold = ABSENT if streak not in found else EXISTS if kept is None else eq("changes", kept.changes)
        try:
            await table.transact([Delete(key.key, EXISTS), Delete(streak, untold)])
        except ConditionFailed:
            continue  # a day was told meanwhile
        return True
    raise Throttled("the habit keeps changing under our hands; try again in a moment")


async def _remove_log(table: Table, habit_id: str) -> None:
    logged = HabitLogKey.prefix(habit=habit_id)
    while items := (await table.query(logged.pk, prefix=logged.prefix)).items:
        await table.write_many(deletes=[key_of(item) for item in items])
