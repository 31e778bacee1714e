"""Mood and energy as numbers: two hidden metrics, which follow the pages.

A page is written together with an item that says that its numbers are not followed yet. Whoever writes the
page follows them at once; where they do not come to it, the item comes due. A number is written only while
the page is the one that was read, so an older mood never replaces a newer one.
"""

from collections.abc import Mapping
from contextlib import suppress
from datetime import date, datetime, timedelta

from tracker.accounts.errors import BeingDeleted, NoSuchUser
from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.due import Due
from tracker.logbook.model import LogbookPage
from tracker.logs import get_logger
from tracker.metrics.following import SaidDay, SayDay
from tracker.metrics.lifecycle import NewMetric
from tracker.metrics.model import Aggregation, Direction, MetricSource
from tracker.metrics.service import Metrics
from tracker.store.conditions import ABSENT, eq
from tracker.store.entity import from_item, rewrite
from tracker.store.errors import ConditionFailed, StoreError
from tracker.store.keys import DueKey, LogbookKey, UserKey
from tracker.store.table import Check, Operation, Table

log = get_logger(__name__)

KIND = "logbook-numbers"
MOOD, ENERGY = "mood", "energy"
"""What the metrics are called by the logbook."""
_SOON = timedelta(minutes=1)
"""Before that, whoever has written the page does it."""

METRICS: Mapping[str, NewMetric] = {
    name: NewMetric(
        name=name.capitalize(),
        direction=Direction.HIGHER,
        aggregation=Aggregation.MEAN,
        source=MetricSource.APP,
        is_outcome=True,
    )
    for name in (MOOD, ENERGY)
}


class UnfollowedDay(Due, frozen=True):
    """A day whose mood or energy is not in its metric yet."""

    kind: str = KIND
    page_revision: int
    """Of the write that made it so: a later one has its own."""

    @property
    def day(self) -> date:
        return date.fromisoformat(self.id)


def unfollowed(user_id: str, day: date, revision: int, now: datetime) -> Operation:
    """Goes into each transaction that changes the mood or the energy of a day."""
    due = UnfollowedDay(user=user_id, id=day.isoformat(), due_at=now + _SOON, page_revision=revision)
    return rewrite(due, due.key, due.place)


class LogbookNumbers:
    def __init__(self, table: Table, clock: Clock, metrics: Metrics) -> None:
        self._table, self._clock, self._metrics = table, clock, metrics

    async def try_follow(self, user: User, day: date) -> None:
        """Right after a page was written. Where that fails, the page stays, and the item comes due."""
        try:
            await self._follow(user, day)
        except StoreError as error:
            log.warning(
                "numbers of a page not followed yet; they come due", user=user.id, why=type(error).__name__
            )

    async def hold(self, due: UnfollowedDay) -> None:
        """Does a piece that is due. Two who do it at once come to the same."""
        item = await self._table.get(UserKey(due.user).key)
        if item is None:
            await self._done(due)
            return
        with suppress(NoSuchUser, BeingDeleted):
            await self._follow(from_item(User, item), due.day)

    async def _follow(self, user: User, day: date) -> None:
        key = DueKey(user.id, KIND, day.isoformat()).key
        item = await self._table.get(key)
        if item is None:
            return
        due = from_item(UnfollowedDay, item)
        for name, new in METRICS.items():
            metric = await self._metrics.hidden(user, name, new)
            await self._metrics.follow(metric, day, self._say(user, day, name))
        await self._done(due)

    def _say(self, user: User, day: date, name: str) -> SayDay:
        async def say() -> SaidDay:
            page = await self._page(user.id, day)
            place = LogbookKey(user.id, day).key
            if page is None:
                return SaidDay(None, [Check(place, ABSENT)])
            return SaidDay(number_of(page, name), [Check(place, eq("revision", page.revision))])

        return say

    async def _page(self, user_id: str, day: date) -> LogbookPage | None:
        item = await self._table.get(LogbookKey(user_id, day).key)
        return None if item is None else from_item(LogbookPage, item)

    async def _done(self, due: UnfollowedDay) -> None:
        """Unless the page has changed since, which has an item of its own."""
        with suppress(ConditionFailed):
            await self._table.delete(due.key.key, when=eq("pageRevision", due.page_revision))


def number_of(page: LogbookPage, name: str) -> int | None:
    if name == ENERGY:
        return page.energy
    return None if page.mood is None else page.mood.score
