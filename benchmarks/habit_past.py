"""People who have had habits for a while: log, ledger, wallet, streaks and achievements, written in bulk."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.habits.model import Habit, HabitLog
from tracker.habits.schedule import Daily, OnWeekdays, PerWeek, Schedule, WithinDays
from tracker.habits.service import Habits
from tracker.habits.states import Logged
from tracker.rewards.achievements import AchievementCounts, AchievementMeasure, unlocked
from tracker.rewards.model import Award, LedgerEntry, Wallet
from tracker.rewards.wallet import unlocking
from tracker.store.entity import to_item
from tracker.store.keys import WalletEntryKey, WalletKey
from tracker.store.table import Table
from tracker.store.values import Item

POINTS = 20
SCHEDULES: Sequence[Schedule] = (
    Daily(),
    PerWeek(times=3),
    OnWeekdays(days=(0, 1, 2, 3, 4)),
    WithinDays(times=5, days=7),
)
ACHIEVED = AchievementCounts(
    {
        AchievementMeasure.STREAK: 14,
        AchievementMeasure.COMPLETIONS: 100,
        AchievementMeasure.PERFECT_WEEKS: 1,
        AchievementMeasure.LEVEL: 5,
    }
)
"""What everybody has, however long ago they began."""


class Past:
    def __init__(self, table: Table, clock: Clock, habits: Habits) -> None:
        self._table, self._clock, self._habits = table, clock, habits

    async def of(self, user: User, habits: int, days: int) -> list[Habit]:
        """So many habits, each done nine times in ten for so many days."""
        made = [await self._habit(user, number, days) for number in range(habits)]
        done = sum(1 for number in range(habits) for _ in _done(number, days))
        won = list(unlocked(ACHIEVED, frozenset()))
        wallet = Wallet(
            points=POINTS * done,
            coins=POINTS * done,
            completions=done,
            won=tuple(one.id for one in won),
            changes=1,
        )
        items = [unlocking(user, one, self._clock()).item for one in won]
        await self._table.write_many(puts=[to_item(wallet, WalletKey(user.id)), *items])
        return made

    async def _habit(self, user: User, number: int, days: int) -> Habit:
        now, today = self._clock(), self._habits.today(user)
        schedule = SCHEDULES[number % len(SCHEDULES)]
        habit = await self._habits.add(user, f"Habit {number}", schedule=schedule, reminders=("07:30",))
        told = [(now - timedelta(days=ago), today - timedelta(days=ago)) for ago in _done(number, days)]
        await self._table.write_many(puts=[item for at, day in told for item in _told(habit, at, day)])
        return await self._habits.edit(user.id, habit.id, {"began": today - timedelta(days=days)})


def _done(number: int, days: int) -> Iterator[int]:
    """How many days ago; each habit was left out on other days."""
    return (ago for ago in range(days, 0, -1) if (ago + number) % 10)


def _told(habit: Habit, at: datetime, day: date) -> Iterator[Item]:
    award = Award(id=f"{habit.id}-{day:%Y%m%d}-1", points=POINTS, given_on=day)
    done = HabitLog(
        habit=habit.id, user=habit.user, day=day, state=Logged.DONE, at=at, via="discord", award=award
    )
    entry = LedgerEntry(
        award=award.id, habit_id=habit.id, day=day, at=at, points=POINTS, coins=POINTS, given_on=day
    )
    yield to_item(done, habit.log_key(day))
    yield to_item(entry, WalletEntryKey(habit.user, at, award.id))
