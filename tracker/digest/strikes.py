"""When a person's rounds are due: one for each local date, whatever clocks and zones do."""

from datetime import UTC, date, datetime, time

from tracker.accounts.model import User
from tracker.days import Strike, next_local_time

_MONDAY = 0


def next_strike(user: User, last_day: date | None, now: datetime) -> Strike:
    """When the round after that of `last_day` is due: on the next date that there is, by the person's clock.

    After a change of zone or digest time that may be in the past, and then it is due at once: no date is left
    out. Who has had no round yet gets the next one to come.
    """
    if last_day is None:
        return next_local_time(now, user.digest_time, user.zone)
    # When a date begins in UTC, the date after it has not begun in any zone.
    before = datetime.combine(last_day, time(0), UTC)
    return next_local_time(before, user.digest_time, user.zone, later_than=last_day)


def strike_to_hold(user: User, planned: Strike, now: datetime) -> tuple[Strike, Strike]:
    """Of those that are due the last, and the one after it. Who was away for a week gets one digest."""
    following = next_strike(user, planned.day, now)
    while following.at <= now:
        planned, following = following, next_strike(user, following.day, now)
    return planned, following


def next_weekly(user: User, strike: Strike) -> Strike:
    """The first on a Monday after this one."""
    return next_local_time(strike.at, user.digest_time, user.zone, weekdays={_MONDAY}, later_than=strike.day)


def brings_weekly(strike: Strike, last_day: date) -> bool:
    """Whether a Monday has come since the last round: that is when what is told weekly is told."""
    return strike.day.weekday() - _MONDAY < (strike.day - last_day).days
