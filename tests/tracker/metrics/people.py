"""A person with metrics, and ways to look at what came of them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date, datetime, timedelta
from decimal import Decimal
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tests.due_work import tools_at
from tests.fakes.clock import HandClock
from tracker.accounts.identity import parse_identity
from tracker.accounts.service import Accounts
from tracker.days import local_day, local_time_on
from tracker.listeners import character_listeners
from tracker.metrics.lifecycle import MetricChanges, NewMetric
from tracker.metrics.log_words import LogWords
from tracker.metrics.model import Metric, MetricDay, MetricLog
from tracker.metrics.service import Metrics
from tracker.metrics.writing import LogOutcome
from tracker.notify import outbox
from tracker.notify.model import OutboxItem
from tracker.readings import Number
from tracker.rewards.model import LedgerEntry, Wallet
from tracker.rewards.wallet import newest_entries, wallet_of
from tracker.store.entity import from_items
from tracker.store.keys import MetricDayKey, MetricLogKey
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table

if TYPE_CHECKING:
    from tracker.accounts.model import User

DAY = timedelta(days=1)


class Person:
    """Who logs numbers."""

    def __init__(self, table: Table, clock: HandClock) -> None:
        names = count(1)
        self.table, self.clock = table, clock
        self.tools = tools_at(table, clock)
        self.metrics = Metrics(
            table,
            clock,
            lambda: f"metric{next(names)}",
            record=self.tools.record,
            listeners=lambda: character_listeners(table),
        )
        self.user: User

    async def settle(self, name: str = "ada") -> "Person":
        accounts = Accounts(self.table, self.clock, lambda: f"person-{name}")
        self.user = await accounts.get_or_register(parse_identity(f"local:{name}"))
        return self

    @property
    def today(self) -> date:
        return local_day(self.clock(), self.user.zone, self.user.day_start)

    async def add(self, name: str, **said: object) -> Metric:
        return await self.metrics.add(self.user, NewMetric(name=name, **said))  # type: ignore[arg-type]

    def words(
        self, value: Number | str, *, ago: int | None = None, note: str | None = None, unit: str | None = None
    ) -> LogWords:
        """Now, or at noon of a day so many days ago."""
        at: datetime | None = self.clock()
        day = self.today - (ago or 0) * DAY
        if ago is not None:
            at = local_time_on(day, datetime(2000, 1, 1, 12).time(), self.user.zone)  # noqa: DTZ001 - a time
        assert at is not None
        return LogWords(_number(value), unit, note, at, day)

    async def log(
        self, metric: Metric, value: Number | str, *, ago: int | None = None, note: str | None = None
    ) -> LogOutcome:
        return await self.metrics.log(self.user, metric, self.words(value, ago=ago, note=note))

    async def edit(self, metric: Metric, **changes: object) -> Metric:
        return await self.metrics.edit(self.user, metric, MetricChanges(**changes))  # type: ignore[typeddict-item]

    async def metric(self, metric: Metric) -> Metric:
        return await self.metrics.get(self.user.id, metric.id)

    async def every_log(self, metric: Metric) -> list[MetricLog]:
        every = MetricLogKey.prefix(metric=metric.id)
        items = [one async for one in self.table.query_all(every.pk, prefix=every.prefix)]
        return [*from_items(MetricLog, items)]

    async def every_day(self, metric: Metric) -> list[MetricDay]:
        every = MetricDayKey.prefix(metric=metric.id)
        items = [one async for one in self.table.query_all(every.pk, prefix=every.prefix)]
        return [*from_items(MetricDay, items)]

    async def wallet(self) -> Wallet:
        return await wallet_of(self.table, self.user.id)

    async def ledger(self) -> list[LedgerEntry]:
        return (await newest_entries(self.table, self.user.id, None))[::-1]

    async def told(self) -> list[OutboxItem]:
        return await outbox.history(self.table, self.user.id)


@asynccontextmanager
async def somebody() -> AsyncIterator[Person]:
    """For a test that begins anew with each example."""
    clock = HandClock()
    with TemporaryDirectory() as folder:
        table = await SqliteTable.open(Path(folder) / "questlog.db", clock)
        try:
            yield await Person(table, clock).settle()
        finally:
            await table.close()


def _number(value: Number | str) -> Number:
    return Decimal(value) if isinstance(value, str) else value
