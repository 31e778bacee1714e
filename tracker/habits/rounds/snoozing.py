"""A reminder put off: the same message once more, later, if the habit is still to be done then."""

from datetime import datetime, timedelta

from tracker.accounts.model import User
from tracker.days import day_span, local_day
from tracker.habits.errors import HabitRefused
from tracker.habits.model import Habit
from tracker.habits.rounds.messages import reminder_message, snooze_period
from tracker.habits.watched import watch_one
from tracker.notify import outbox
from tracker.store.table import Table

LONGEST = timedelta(hours=12)


class TooLate(HabitRefused):
    code = "too_late"


async def snooze(table: Table, user: User, habit: Habit, now: datetime, minutes: int) -> datetime:
    """When it comes again. Raises TooLate where that would be after the person's day, and of no use."""
    now = now.replace(microsecond=0)
    until = now + min(timedelta(minutes=max(minutes, 1)), LONGEST)
    today = local_day(now, user.zone, user.day_start)
    if until >= day_span(today, user.zone, user.day_start).end:
        raise TooLate("Your day is over before then. There is still time to do it now.")
    watched = await watch_one(table, user, habit, now)
    await outbox.enqueue(table, reminder_message(watched, until, snooze_period(today, until)))
    return until
