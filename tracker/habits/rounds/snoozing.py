"""A reminder put off: the same message once more, later, if the habit is still to be done then."""

from datetime import timedelta

from tracker.days import day_span
from tracker.habits.errors import NotDue, TooLate
from tracker.habits.rounds.messages import reminder_message
from tracker.habits.watched import Watched
from tracker.habits.words.wording import today_text
from tracker.notify.model import Notification
from tracker.store.segments import timestamp

USUAL = timedelta(hours=1)
SHORTEST = timedelta(minutes=1)
LONGEST = timedelta(hours=12)

_AGAIN = " again "


def reminder_again(watched: Watched, wait: timedelta) -> Notification:
    """After so long. Raises NotDue, and TooLate where that would be after the person's day, and of no use."""
    user, habit, today = watched.user, watched.habit, watched.today
    if not watched.is_due:
        raise NotDue(f"{habit.name}: {today_text(watched)}. There is nothing to remind you of.")
    until = watched.now + min(max(wait, SHORTEST), LONGEST)
    if until >= day_span(today, user.zone, user.day_start).end:
        raise TooLate("Your day is over before then. There is still time to do it now.")
    return reminder_message(watched, until, f"{today}{_AGAIN}{timestamp(until)}")


def is_put_off(reminder: Notification) -> bool:
    """Whether the person asked for it at this time, whatever the habit's own times are."""
    return _AGAIN in reminder.period
