"""Somebody who keeps a logbook, and ways to look at what came of it."""

from datetime import date, timedelta
from itertools import count
from typing import TYPE_CHECKING

from scheduler.rounds import run_due
from tests.due_work import tools_at
from tests.fakes.clock import HandClock
from tracker.accounts.identity import parse_identity
from tracker.accounts.service import Accounts
from tracker.days import local_day
from tracker.logbook.feature import EVENINGS, UNFOLLOWED
from tracker.logbook.model import LogbookPage, LogbookState, Mood
from tracker.logbook.numbers import METRICS
from tracker.logbook.pages import NewEntry
from tracker.logbook.service import Logbook
from tracker.logbook.writing import WrittenPage
from tracker.metrics.service import Metrics
from tracker.notify import outbox
from tracker.notify.model import OutboxItem
from tracker.store.entity import from_item
from tracker.store.table import Table

if TYPE_CHECKING:
    from tracker.accounts.model import User

DAY, HOUR = timedelta(days=1), 3600


class Writer:
    def __init__(self, table: Table, clock: HandClock, device: str = "entry") -> None:
        ids = count(1)
        self.table, self.clock = table, clock
        self.metrics = Metrics(table, clock, lambda: f"metric{next(ids)}")
        self.logbook = Logbook(table, clock, lambda: f"{device}{next(ids)}", self.metrics)
        self.user: User

    async def settle(self, name: str = "ada", **settings: str) -> "Writer":
        accounts = Accounts(self.table, self.clock, lambda: f"person-{name}")
        self.user = await accounts.get_or_register(parse_identity(f"local:{name}"))
        if settings:
            self.user = await accounts.change_settings(self.user.id, settings)
        return self

    @property
    def today(self) -> date:
        return local_day(self.clock(), self.user.zone, self.user.day_start)

    async def write(
        self,
        text: str = "",
        *,
        mood: Mood | None = None,
        energy: int | None = None,
        ago: int = 0,
        **said: object,
    ) -> WrittenPage:
        new = NewEntry(text=text, mood=mood, energy=energy, **said)  # type: ignore[arg-type]
        return await self.logbook.add(self.user, self.today - ago * DAY, new)

    async def page(self, ago: int = 0) -> LogbookPage | None:
        return await self.logbook.page(self.user.id, self.today - ago * DAY)

    async def texts(self, ago: int = 0) -> list[str]:
        page = await self.page(ago)
        return [one.text for one in page.entries] if page else []

    async def state(self) -> LogbookState:
        item = await self.table.get(LogbookState.key_of(self.user.id).key)
        return LogbookState() if item is None else from_item(LogbookState, item)

    async def numbers(self) -> dict[str, dict[date, object]]:
        """Mood and energy by day, as the metrics have them."""
        first, last = self.today - 400 * DAY, self.today + 400 * DAY
        return {
            name: {**await self.metrics.days(await self.metrics.hidden(self.user, name, new), first, last)}
            for name, new in METRICS.items()
        }

    async def told(self) -> list[OutboxItem]:
        return sorted(await outbox.history(self.table, self.user.id), key=lambda one: one.not_before)

    async def live(self, hours: int, step: int = 1) -> None:
        """Time passes, and what is due is done."""
        tools = tools_at(self.table, self.clock)
        for _ in range(0, hours, step):
            self.clock.advance(step * HOUR)
            await run_due(EVENINGS, tools)
            await run_due(UNFOLLOWED, tools)
