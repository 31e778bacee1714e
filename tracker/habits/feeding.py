"""A reading counts as doing what it feeds: any gain is a day done, amounts are what the day has gained."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime, timedelta
from typing import NamedTuple

from tracker.accounts.model import User
from tracker.days import local_day
from tracker.goals.feeds import moved_by
from tracker.habits.changing import ObservedGain
from tracker.habits.errors import HabitRefused
from tracker.habits.model import Habit, HabitStatus
from tracker.habits.schedule import ONE_DAY
from tracker.habits.service import Habits
from tracker.habits.states import Logged
from tracker.logs import get_logger
from tracker.readings import Number, Quantity
from tracker.store.entity import from_items
from tracker.store.keys import HabitKey
from tracker.store.table import Table
from tracker.store.values import Item

log = get_logger(__name__)

UNSEEN = timedelta(hours=3)
"""Where nobody looked for so long, a gain may belong to a day before: that one is unknown, not missed."""
MOST_UNSEEN = 8
"""Days that are noted as unknown at most; older ones are settled."""


class _Seen(NamedTuple):
    before: Number
    after: Number
    at: datetime
    since: datetime | None


class Feeder:
    def __init__(self, table: Table, habits: Habits) -> None:
        self._table, self._habits = table, habits

    async def feed(
        self,
        watchers: Iterable[Item],
        before: Mapping[Quantity, Number],
        after: Mapping[Quantity, Number],
        /,
        *,
        at: datetime,
        since: datetime | None,
    ) -> int:
        """How many habits changed. `since` is the last look that found the values from before."""
        habits = from_items(Habit, (item for item in watchers if item["type"] == HabitKey.item_type))
        gained = await moved_by(self._table, habits, lambda one: _gain(one, before, after))
        return sum([await self._told(user, one, _Seen(*seen, at, since)) for user, one, seen in gained])

    async def _told(self, user: User, habit: Habit, seen: _Seen) -> bool:
        day = local_day(seen.at, user.zone, user.day_start)
        source = habit.fed_by.subject.source if habit.fed_by else ""
        try:
            for unseen in _unseen(user, day, seen.at, seen.since):
                await self._habits.note(user.id, habit.id, unseen, Logged.UNKNOWN, source)
            fed = ObservedGain(day=day, via=source, before=seen.before, after=seen.after)
            return await self._habits.feed(user.id, habit.id, fed) is not None
        except HabitRefused as refused:  # it was removed meanwhile
            log.info("habit not fed", habit=habit.id, reason=refused.code)
            return False


def _gain(
    habit: Habit, before: Mapping[Quantity, Number], after: Mapping[Quantity, Number]
) -> tuple[Number, Number] | None:
    """Where the number stood, and where it stands now; None where it did not go up."""
    if habit.fed_by is None or habit.status is not HabitStatus.ACTIVE:
        return None
    was, now = habit.fed_by.moved(before, after)
    return (was, now) if now > was else None


def _unseen(user: User, day: date, at: datetime, since: datetime | None) -> Iterator[date]:
    if since is None or at - since < UNSEEN:
        return
    first = max(local_day(since, user.zone, user.day_start), day - MOST_UNSEEN * ONE_DAY)
    for offset in range((day - first).days):
        yield first + offset * ONE_DAY
