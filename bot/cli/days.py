"""`--from` and `--to`, both of them included, and `--day`: days of the person."""

from datetime import date, datetime

from bot.exits import Exit, Refusal
from tracker import dates
from tracker.accounts.model import User
from tracker.dates import NoSuchDate
from tracker.days import Days, local_day

FROM = "From the beginning of this day: 2027-03-01, monday, 7 days ago."
TO = "To the end of this day."
DAY = "Of this day, not of today: yesterday, monday, 2027-03-01."


def chosen_days(user: User, now: datetime, first: str | None, last: str | None) -> Days | None:
    """None where neither is named. Refusal for what is no day, or no order of days."""
    try:
        return dates.chosen_days(local_day(now, user.zone, user.day_start), first, last)
    except NoSuchDate as refused:
        raise Refusal(str(refused), code=NoSuchDate.code, exit_code=Exit.USAGE) from refused


def chosen_day(today: date, text: str | None) -> date:
    """Today where none is named. Refusal for what is no day."""
    try:
        return today if text is None else dates.parse_past_day(text, today)
    except NoSuchDate as refused:
        raise Refusal(str(refused), code=refused.code, exit_code=Exit.USAGE) from refused
