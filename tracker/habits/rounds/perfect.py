"""Perfect weeks: everything that was due in a week, done."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from tracker.accounts.model import User
from tracker.days import first_of_week
from tracker.habits.schedule import ONE_DAY, DuePeriod, periods
from tracker.habits.states import DayState
from tracker.habits.streaks import streak
from tracker.habits.watched import Watched
from tracker.notify import outbox
from tracker.rewards.achievements import AchievementCounts, AchievementMeasure, unlocked
from tracker.rewards.messages import achievement_message
from tracker.rewards.wallet import held_achievements, unlocking
from tracker.store.table import Operation, Table


async def perfect_week(table: Table, user: User, live: Sequence[Watched], now: datetime) -> list[Operation]:
    """What unlocks the achievement, where the week that is just over was a perfect one."""
    sunday = live[0].settled - timedelta(days=(live[0].settled.weekday() + 1) % 7)
    if not is_perfect(live, sunday):
        return []
    held = await held_achievements(table, user.id)
    won = list(unlocked(AchievementCounts({AchievementMeasure.PERFECT_WEEKS: 1}), held))
    told = [outbox.operation(achievement_message(user, one, f"{sunday}", now)) for one in won]
    return [*(unlocking(user, one, now) for one in won), *told]


def is_perfect(live: Sequence[Watched], sunday: date) -> bool:
    """Of habits to be done that were there all week: something was due, and all of it was done."""
    monday = first_of_week(sunday)
    meant = [one for one in live if one.habit.began <= monday and not one.habit.target.at_most]
    ended = [(one, period) for one in meant for period in _ended(one, monday, sunday)]
    return bool(ended) and all(_is_kept(one, period) for one, period in ended)


def _ended(one: Watched, monday: date, sunday: date) -> list[DuePeriod]:
    """The periods that ended in the week, but for those in which the person was away."""
    found = (period for period in periods(one.habit.schedule, monday, sunday) if period.last <= sunday)
    return [
        period for period in found if any(one.state_of(day) is not DayState.AWAY for day in period.days())
    ]


def _is_kept(one: Watched, period: DuePeriod) -> bool:
    course = one.course
    before = streak(course, period.first - ONE_DAY, one.mark)
    return streak(course, period.last, one.mark).kept > before.kept
