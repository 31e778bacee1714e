"""What is asked again before a message about a habit goes out: is it still to be done?"""

from collections.abc import Mapping
from datetime import date, datetime

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.habits.model import Habit, HabitStatus
from tracker.habits.rounds.messages import DUE_CHECK, OPEN_CHECK
from tracker.habits.states import UNDONE
from tracker.habits.watched import Watched, watch_one
from tracker.notify.model import StillTrue
from tracker.store.entity import Model, from_items
from tracker.store.keys import HabitKey, UserKey
from tracker.store.table import Table
from tracker.store.values import Item


def checks(table: Table, clock: Clock) -> Mapping[str, StillTrue]:
    """By the names that messages carry."""

    async def still_to_do(person: str, reference: str) -> bool:
        """It is still the day that the message is about, and there is something to do."""
        watched, day = await _about(table, person, reference, clock())
        return watched is not None and day == watched.today and watched.is_due

    async def still_open(person: str, reference: str) -> bool:
        """The habit is under way, and nothing was told of the day that makes it a good one, or excuses it."""
        watched, day = await _about(table, person, reference, clock())
        if watched is None or watched.habit.status is not HabitStatus.ACTIVE:
            return False
        return watched.state_of(day) in UNDONE

    return {DUE_CHECK: still_to_do, OPEN_CHECK: still_open}


async def _about(table: Table, person: str, reference: str, now: datetime) -> tuple[Watched | None, date]:
    """The habit and the day that a check is about; None where the habit or the person is gone."""
    habit_id, _, day = reference.rpartition("/")
    watched = await _watched(table, person, habit_id, now.replace(microsecond=0))
    return watched, date.fromisoformat(day)


async def _watched(table: Table, person: str, habit_id: str, now: datetime) -> Watched | None:
    found = await table.get_many([UserKey(person).key, HabitKey(person, habit_id).key])
    user = _one(User, found.get(UserKey(person).key))
    habit = _one(Habit, found.get(HabitKey(person, habit_id).key))
    return None if user is None or habit is None else await watch_one(table, user, habit, now)


def _one(model: type[Model], item: Item | None) -> Model | None:
    return next(from_items(model, [] if item is None else [item]), None)
