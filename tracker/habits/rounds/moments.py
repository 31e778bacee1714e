"""The moments of a person's day at which something may have to be said about habits, by their clocks."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from typing import NamedTuple

from tracker.accounts.model import User
from tracker.days import local_time_on, next_local_time
from tracker.habits.model import Habit, HabitStatus
from tracker.habits.watched import NOON

MORNING = time(8)
EVENING = time(20)
LOOK_BACK = timedelta(days=2)
"""What was to be said longer ago is of no use any more."""

_DAY = timedelta(days=1)


class MomentKind(StrEnum):
    REMIND = "remind"
    ASK = "ask"
    """Whether it was done yesterday, before the streak is called broken."""
    SETTLE = "settle"
    """Yesterday is over: freezes are used, streaks end."""
    WARN = "warn"
    """Of a streak that ends with the day."""


class HabitMoment(NamedTuple):
    at: datetime
    act: MomentKind
    day: date
    """The date on the person's calendar, by which a message is told once."""
    habit: str = ""
    """Whose reminder it is; the other acts are for all habits."""


def ask_time(user: User) -> time:
    """With the digest, if that comes in the morning; but not before the day that is asked about has ended."""
    at = user.digest_time if user.digest_time < NOON else MORNING
    return max(at, user.day_start) if user.day_start < NOON else at


def times_of(user: User, habits: Iterable[Habit]) -> Iterator[tuple[time, MomentKind, str]]:
    """What strikes every day for these habits."""
    live = [one for one in habits if one.status is HabitStatus.ACTIVE]
    for one in live:
        yield from ((at, MomentKind.REMIND, one.id) for at in one.reminders)
    if live:
        yield ask_time(user), MomentKind.ASK, ""
        yield NOON, MomentKind.SETTLE, ""
        yield EVENING, MomentKind.WARN, ""


def moments_between(
    user: User, habits: Iterable[Habit], after: datetime, until: datetime
) -> list[HabitMoment]:
    """In the order of time; those of the last two days at most."""
    start = max(after, until - LOOK_BACK)
    first, last = (at.astimezone(user.zone).date() for at in (start - _DAY, until + _DAY))
    days = [first + offset * _DAY for offset in range((last - first).days + 1)]
    found = (
        HabitMoment(struck, act, day, habit)
        for at, act, habit in times_of(user, habits)
        for day in days
        if (struck := local_time_on(day, at, user.zone)) is not None
    )
    return sorted(one for one in found if start < one.at <= until)


def next_moment(user: User, habits: Iterable[Habit], after: datetime) -> datetime | None:
    """None where there is nothing to be said, ever."""
    strikes = {at for at, _, _ in times_of(user, habits)}
    return min((next_local_time(after, at, user.zone).at for at in strikes), default=None)
