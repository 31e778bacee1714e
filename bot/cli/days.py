"""`--from` and `--to`: days of the person, both of them included."""

from datetime import date, datetime, timedelta

from bot.exits import Exit, Refusal
from tracker.accounts.model import User
from tracker.days import Days, local_day

_FIRST, _LAST = date(2000, 1, 1), date(2999, 12, 1)
"""No number is older, and nobody waits for a newer one."""


def chosen_days(user: User, now: datetime, first: str | None, last: str | None) -> Days | None:
    """None where neither is named. Refusal for what is no day, or no order of days."""
    if first is None and last is None:
        return None
    today = local_day(now, user.zone, user.day_start)
    days = Days(_FIRST if first is None else _day(first, today), today if last is None else _day(last, today))
    if days.last < days.first:
        raise _wrong(f"--from {days.first} is after --to {days.last}")
    return days


def _day(text: str, today: date) -> date:
    """`2027-03-01`, `today`, `yesterday`."""
    said = text.strip().casefold()
    near = {"today": today, "yesterday": today - timedelta(days=1)}
    try:
        found = near.get(said) or date.fromisoformat(said)
    except ValueError:
        raise _wrong(f"{text[:40]!r} is no day; write it as 2027-03-01, today or yesterday") from None
    if not _FIRST <= found <= _LAST:
        raise _wrong(f"{found} is not between {_FIRST} and {_LAST}")
    return found


def _wrong(message: str) -> Refusal:
    return Refusal(message, code="no_such_date", exit_code=Exit.USAGE)
