"""People who have had habits for a while: their log, ledger, wallet and streaks, written in bulk."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import count

from tests.fakes.clock import HandClock
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.habits.achievements import Count, Tally, unlocked
from tracker.habits.boards import GLOBAL
from tracker.habits.leaderboard import Leaderboard
from tracker.habits.model import Award, Habit, HabitLog, LedgerEntry, Wallet
from tracker.habits.points import level_of
from tracker.habits.schedule import Daily, OnWeekdays, PerWeek, Schedule, WithinDays
from tracker.habits.service import Habits
from tracker.habits.states import Logged
from tracker.habits.unlocking import unlocking
from tracker.store.entity import to_item
from tracker.store.keys import WalletEntryKey, WalletKey
from tracker.store.table import Table
from tracker.store.values import Item

A_DAY = 86_400
_AFTERNOON = 16 * 3600
POINTS = 20
STREAKS = {Count.STREAK: 14, Count.COMPLETIONS: 100, Count.PERFECT_WEEKS: 1}
"""What each of them has achieved, however long ago they began."""
SCHEDULES: Sequence[Schedule] = (
    Daily(),
    PerWeek(times=3),
    OnWeekdays(days=(0, 1, 2, 3, 4)),
    WithinDays(times=5, days=7),
)


class Town:
    """Where people with habits live, in one table."""

    def __init__(self, table: Table, clock: HandClock) -> None:
        people, names = count(1), count(1)
        self.table, self.clock = table, clock
        clock.advance(_AFTERNOON)  # so that yesterday is over
        self.accounts = Accounts(table, clock, lambda: f"person{next(people):06}")
        self.habits = Habits(table, clock, lambda: f"habit{next(names):06}")

    async def move_in(self, name: str, habits: int, days: int, *, on_board: bool = False) -> list[Habit]:
        """Somebody who has done so many habits nine times in ten for so many days."""
        user = await self.accounts.get_or_register(parse_identity(f"local:{name}"))
        made = [await self._lived(user, number, days) for number in range(habits)]
        points = POINTS * sum(1 for number in range(habits) for _ in lived_days(number, days))
        won = sorted(unlocked(Tally({**STREAKS, Count.LEVEL: level_of(points)}), frozenset()))
        wallet = Wallet(
            points=points,
            coins=points,
            completions=points // POINTS,
            won=tuple(one.id for one in won),
            changes=1,
        )
        items = [unlocking(user, one, self.clock()).item for one in won]
        await self.table.write_many(puts=[to_item(wallet, WalletKey(user.id)), *items])
        if on_board:
            await Leaderboard(self.table).join(user.id, GLOBAL, self.habits.today(user), name=name)
        return made

    async def _lived(self, user: User, number: int, days: int) -> Habit:
        today = self.habits.today(user)
        habit = await self.habits.add(
            user, f"Habit {number}", schedule=SCHEDULES[number % len(SCHEDULES)], reminders=("07:30",)
        )
        told = [today - timedelta(days=ago) for ago in lived_days(number, days)]
        await self.table.write_many(puts=[item for day in told for item in self._items(habit, day)])
        return await self.habits.edit(user.id, habit.id, {"began": today - timedelta(days=days)})

    def _items(self, habit: Habit, day: date) -> Iterator[Item]:
        at = self.clock() - (self.clock().date() - day)
        award = Award(id=f"{habit.id}-{day:%Y%m%d}-1", points=POINTS, given_on=day)
        done = HabitLog(
            habit=habit.id, user=habit.user, day=day, state=Logged.DONE, at=at, via="discord", award=award
        )
        entry = LedgerEntry(
            award=award.id, habit=habit.id, day=day, at=at, points=POINTS, coins=POINTS, given_on=day
        )
        yield to_item(done, habit.log_key(day))
        yield to_item(entry, WalletEntryKey(habit.user, at, award.id))


def lived_days(number: int, days: int) -> Iterator[int]:
    """How many days ago something was done; each habit has other days on which it was not."""
    return (ago for ago in range(days, 0, -1) if (ago + number) % 10)
