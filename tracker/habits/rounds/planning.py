"""When a person's habits are looked at next: one item for each person, moved by whoever changes the plan."""

from collections.abc import Sequence
from datetime import date, datetime

from tracker.accounts.model import User
from tracker.digest.planning import first_round
from tracker.due import Due, moved
from tracker.habits.model import Habit
from tracker.habits.rounds.moments import next_moment
from tracker.logs import get_logger
from tracker.store.conditions import ABSENT
from tracker.store.entity import Instant, from_item, from_items, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.keys import DueKey, HabitKey
from tracker.store.table import Operation, Put, Table

log = get_logger(__name__)

KIND, ID = "habits", "daily"
_ATTEMPTS = 5


class HabitRound(Due, frozen=True):
    """The next look at a person's habits, and what the last one left."""

    kind: str = KIND
    id: str = ID
    last_at: Instant
    """Until then everything was said that was to be said."""
    settled: date | None = None
    """The last day that was called over."""


async def planned(table: Table, user: User, changed: Sequence[Habit], now: datetime) -> list[Operation]:
    """What goes into each transaction that makes or changes habits: they are looked at in time.

    They are in the digest, too, so that whoever has one has a daily round.
    """
    digest = first_round(user, now)
    at = next_moment(user, changed, now)
    round_ = await read_round(table, user.id)
    if at is None or (round_ is not None and round_.due_at <= at):
        return [digest]
    if round_ is not None:
        return [digest, moved(round_, at)]
    new = HabitRound(user=user.id, due_at=at, last_at=now)
    return [digest, Put(to_item(new, new.key, new.place), ABSENT)]


async def replan(table: Table, user: User, now: datetime) -> None:
    """After a change of zone or hours. What is due already is held first, and plans the next."""
    for _ in range(_ATTEMPTS):
        round_ = await read_round(table, user.id)
        if round_ is None or round_.due_at <= now:
            return
        mine = HabitKey.prefix(user=user.id)
        habits = from_items(Habit, [one async for one in table.query_all(mine.pk, prefix=mine.prefix)])
        at = next_moment(user, list(habits), now)
        if at is None or at == round_.due_at:
            return
        try:
            await table.update(moved(round_, at))
        except ConditionFailed:
            continue  # it was held meanwhile, perhaps by the old settings
        return
    log.warning("habits not planned anew; the next look still comes at the old time", user=user.id)


async def read_round(table: Table, user_id: str) -> HabitRound | None:
    item = await table.get(DueKey(user_id, KIND, ID).key)
    return None if item is None else from_item(HabitRound, item)
