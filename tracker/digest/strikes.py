"""When a person's rounds are due: one for each local date, whatever clocks and zones do."""

from datetime import UTC, date, datetime, time, timedelta

from tracker.accounts.model import User
from tracker.days import Strike, next_local_time
from tracker.notify.policy import LATE_AFTER, quiet_until

ROOM = timedelta(hours=1)
"""What is late and comes so shortly before the next round is left to that one."""

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


def is_left_to_next(user: User, strike: Strike, following: Strike, now: datetime) -> bool:
    """Whether a digest that is late could hardly be read before the next one, which then tells everything.

    It would expire with the next one while it is grouped, or waits for quiet hours to end. One that is in
    time is never left: else quiet hours that last all day would leave each one to the next.
    """
    if now - strike.at <= LATE_AFTER:
        return False
    readable = now + ROOM
    if user.quiet_hours is not None:
        readable = quiet_until(readable, user.quiet_hours, user.zone) or readable
    return readable >= following.at


def next_weekly(user: User, strike: Strike) -> Strike:
    """The first on a Monday after this one."""
    return next_local_time(strike.at, user.digest_time, user.zone, weekdays={_MONDAY}, later_than=strike.day)


def brings_weekly(strike: Strike, last_day: date) -> bool:
    """Whether a Monday has come since the last round: that is when what is told weekly is told."""
    return strike.day.weekday() - _MONDAY < (strike.day - last_day).days
