"""A person with habits, and ways to look at what came of them."""

from datetime import date, timedelta
from itertools import count
from typing import TYPE_CHECKING

from tests.due_work import due_habits, tools_at
from tests.fakes.clock import HandClock
from tracker.accounts.identity import parse_identity
from tracker.accounts.service import Accounts
from tracker.feature import follow_settings
from tracker.front_ends import FrontEnd
from tracker.habits.changing import DayReport
from tracker.habits.model import Habit, StreakItem
from tracker.habits.rounds.daily import hold
from tracker.habits.rounds.rewording import wordings
from tracker.habits.service import Habits
from tracker.notify import outbox
from tracker.notify.model import Notification, OutboxItem
from tracker.rewards.boards import boards_of
from tracker.rewards.model import BoardPlace, LedgerEntry, UnlockedAchievement, Wallet
from tracker.store.entity import from_item, from_items, to_item
from tracker.store.keys import AchievementKey, BoardPlaceKey, StreakKey, WalletEntryKey, WalletKey
from tracker.store.table import Put, Table

if TYPE_CHECKING:
    from tracker.accounts.model import User

DAY = timedelta(days=1)
A_DAY = 86_400


class Home:
    """A person with habits."""

    def __init__(self, table: Table, clock: HandClock) -> None:
        people, names = count(1), count(1)
        self.table, self.clock = table, clock
        self.accounts = Accounts(table, clock, lambda: f"person-{next(people)}")
        self.habits = Habits(table, clock, lambda: f"habit{next(names)}")
        self.user: User

    async def settle(self) -> None:
        self.user = await self.accounts.get_or_register(parse_identity("local:ada"))

    @property
    def today(self) -> date:
        return self.habits.today(self.user)

    async def done(self, habit: Habit, *, ago: int = 0, amount: int | None = None) -> bool:
        told = DayReport(self.today - ago * DAY, FrontEnd.TERMINAL, amount)
        return await self.habits.complete(self.user.id, habit.id, told) is not None

    async def go_on_to(self, hour: int, minute: int = 0, *, days: int = 0) -> None:
        """To the next such time by the person's clock, looking at habits every half hour on the way."""
        there = self.clock().astimezone(self.user.zone).replace(hour=hour, minute=minute) + days * DAY
        while there <= self.clock():
            there += DAY
        while (left := (there - self.clock()).total_seconds()) > 0:
            self.clock.advance(min(left, 1800))
            await self.look()

    async def look(self) -> list[Notification]:
        """What is due is looked at; what was told of it."""
        due = await due_habits(self.table, self.clock())
        return [told for one in due for told in await hold(self.table, self.clock, self.habits, one)]

    async def told(self) -> list[OutboxItem]:
        """All messages, in the order in which they are meant."""
        found = await outbox.history(self.table, self.user.id)
        return sorted(found, key=lambda one: (one.not_before, one.kind.name, one.entity))

    async def kinds(self, *wanted: str) -> list[str]:
        return [one.kind.name for one in await self.told() if not wanted or one.kind.name in wanted]

    async def reads_now(self, told: OutboxItem) -> str | None:
        """What a message would say that went now; None where it does not go any more."""
        said = await wordings(self.table, self.clock)[told.kind](told)
        return None if said is None else said.text

    async def change_settings(self, **changes: str) -> None:
        self.user = await self.accounts.change_settings(self.user.id, changes)
        await follow_settings(tools_at(self.table, self.clock), self.user, changes)

    async def wallet(self) -> Wallet:
        item = await self.table.get(WalletKey(self.user.id).key)
        return from_item(Wallet, item) if item else Wallet()

    async def streak(self, habit: Habit) -> StreakItem:
        item = await self.table.get(StreakKey(self.user.id, habit.id).key)
        assert item is not None
        return from_item(StreakItem, item)

    async def ledger(self) -> list[LedgerEntry]:
        mine = WalletEntryKey.prefix(user=self.user.id)
        return list(
            from_items(LedgerEntry, [one async for one in self.table.query_all(mine.pk, prefix=mine.prefix)])
        )

    async def achievements(self) -> set[str]:
        mine = AchievementKey.prefix(user=self.user.id)
        items = [one async for one in self.table.query_all(mine.pk, prefix=mine.prefix)]
        return {one.id for one in from_items(UnlockedAchievement, items)}

    async def board_points(self, day: date | None = None) -> list[int]:
        keys = [BoardPlaceKey(self.user.id, one).key for one in boards_of(["global"], day or self.today)]
        found = await self.table.get_many(keys)
        return [from_item(BoardPlace, found[key]).points if key in found else 0 for key in keys]

    async def join_board(self) -> None:
        wallet = (await self.wallet()).model_copy(update={"boards": ("global",)})
        await self.table.transact([Put(to_item(wallet, WalletKey(self.user.id)))])
