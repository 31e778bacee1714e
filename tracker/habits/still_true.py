"""What is asked again before a message about a habit goes out: is it still to be done?"""

from collections.abc import Mapping
from datetime import date, datetime

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.habits.messages import DUE_CHECK
from tracker.habits.model import Habit, HabitStatus
from tracker.habits.states import DayState
from tracker.habits.watched import Watched, watch_one
from tracker.notify.model import StillTrue
from tracker.store.entity import Model, from_items
from tracker.store.keys import HabitKey, UserKey
from tracker.store.table import Table
from tracker.store.values import Item

_UNDONE = (DayState.OPEN, DayState.PARTIAL)


def checks(table: Table, clock: Clock) -> Mapping[str, StillTrue]:
    """By the names that messages carry."""

    async def still_to_do(person: str, reference: str) -> bool:
        """The habit is under way, and nothing was told of the day that makes it a good one, or excuses it."""
        habit_id, _, day = reference.rpartition("/")
        watched = await _watched(table, person, habit_id, clock().replace(microsecond=0))
        if watched is None or watched.habit.status is not HabitStatus.ACTIVE:
            return False
        about = date.fromisoformat(day)
        return watched.is_due if about == watched.today else watched.state_of(about) in _UNDONE

    return {DUE_CHECK: still_to_do}


async def _watched(table: Table, person: str, habit_id: str, now: datetime) -> Watched | None:
    found = await table.get_many([UserKey(person).key, HabitKey(person, habit_id).key])
    user = _one(User, found.get(UserKey(person).key))
    habit = _one(Habit, found.get(HabitKey(person, habit_id).key))
    return None if user is None or habit is None else await watch_one(table, user, habit, now)


def _one(model: type[Model], item: Item | None) -> Model | None:
    return next(from_items(model, [] if item is None else [item]), None)
