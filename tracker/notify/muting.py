"""Until when somebody wants to be told nothing, from the words people write for it; what is held then."""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.accounts.settings import clock_time
from tracker.dates import parse_date
from tracker.days import day_begins, next_local_time
from tracker.notify import outbox
from tracker.refusals import Reason, Refused
from tracker.store.table import Table
from tracker.words import clock_text, day_text, quoted, weekday

LONGEST = timedelta(days=366)
MORNING = time(8)
"""When a day that is named without a time ends the mute: what was held should wake nobody at midnight."""

DECISIVE = frozenset({"timezone", "quiet_hours", "urgent_passes"})
"""The settings by which it is decided whether a message is held."""

_OFF = frozenset({"off", "no", "none", "now", "end", "over"})
_LEAD = re.compile(r"(until|till|for|in)\s+")
_SPAN = re.compile(r"(\d{1,6}(?:\.\d{1,2})?|an?)\s*([a-z]+)")
_BETWEEN = re.compile(r"[\s,]*(?:and\b)?[\s,]*")
_HOURS_AND_MINUTES = re.compile(r"(\d+)h(\d+)")
_BARE = re.compile(r"\d+")
_CLOCK = re.compile(r"\d{1,2}([:.]\d{2})? ?([ap]m)?")

_UNITS: Mapping[str, timedelta] = {
    **dict.fromkeys(("m", "min", "mins", "minute", "minutes"), timedelta(minutes=1)),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), timedelta(hours=1)),
    **dict.fromkeys(("d", "day", "days"), timedelta(days=1)),
    **dict.fromkeys(("w", "wk", "wks", "week", "weeks"), timedelta(weeks=1)),
}
_DAY = timedelta(days=1)
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SHORTEST_DAY = 3


class BadTime(Refused, ValueError):
    """Words that are no time to come."""

    code = "bad_time"
    reason = Reason.UNREADABLE


def muted_until(text: str, now: datetime, zone: ZoneInfo) -> datetime:
    """`2h`, `3 days`, `tomorrow`, `mon`, `18:00`, `until fri 6pm`; BadTime says what can be written."""
    now = now.astimezone(UTC).replace(microsecond=0)
    said = " ".join(text.casefold().split())
    lead = _LEAD.match(said)
    words = said[lead.end() :] if lead else said
    if _BARE.fullmatch(words) and (lead is None or lead[1] in ("for", "in")):
        raise BadTime(f"{quoted(text)} can be read in two ways: write {words}h, or {words}:00.")
    until = (_after_a_while(words, now, zone) or _at_a_time(words, now, zone)) if words else None
    if until is None:
        raise BadTime(f"{quoted(text)} is no time I know, such as 2h, 3 days, tomorrow, mon or 18:00.")
    if not now < until <= now + LONGEST:
        raise BadTime("A mute has a length, and lasts a year at most; 2h, 3 days or mon are usual.")
    return until


def end_of_mute(text: str, now: datetime, zone: ZoneInfo) -> datetime | None:
    """The same; None where the words are for no mute any more: `off`."""
    return None if text.strip().casefold() in _OFF else muted_until(text, now, zone)


def mute_text(text: str, now: datetime, zone: ZoneInfo) -> str | None:
    """What the words mean, while they are typed; None where they mean nothing yet."""
    try:
        end = end_of_mute(text, now, zone)
    except BadTime:
        return None
    if end is None:
        return "I write to you again at once"
    wall = end.astimezone(zone)
    return f"until {weekday(wall)} {day_text(wall, wall)}, {clock_text(wall)}"


def _after_a_while(words: str, now: datetime, zone: ZoneInfo) -> datetime | None:
    """Days are those of the calendar: three days on it is the same time, whatever clocks did meanwhile."""
    days = hours = timedelta()
    rest = _HOURS_AND_MINUTES.sub(r"\1h \2m", words) if _HOURS_AND_MINUTES.fullmatch(words) else words
    while rest:
        found = _SPAN.match(rest)
        unit = _UNITS.get(found[2]) if found else None
        if found is None or unit is None:
            return None
        length = unit if found[1].startswith("a") else float(found[1]) * unit
        days, hours = (days + length, hours) if unit >= _DAY else (days, hours + length)
        rest = rest[found.end() :]
        rest = rest[len(between[0]) :] if (between := _BETWEEN.match(rest)) else rest
    if days + hours > LONGEST:
        return now + days + hours if days + hours < 2 * LONGEST else now + 2 * LONGEST
    return _days_later(now, days, zone) + hours


def _days_later(now: datetime, length: timedelta, zone: ZoneInfo) -> datetime:
    if not length.days:
        return now + length
    wall = now.astimezone(zone)
    day = wall.date() + length.days * _DAY
    return day_begins(day, zone, wall.time()) + (length - length.days * _DAY)


def _at_a_time(words: str, now: datetime, zone: ZoneInfo) -> datetime | None:
    """`18:00`, `tomorrow`, `mon`, `mon 18:00`: when clocks strike it next."""
    day, _, rest = words.partition(" ")
    today = now.astimezone(zone).date()
    if day == "tomorrow":
        return day_begins(today + _DAY, zone, _time(rest) if rest else MORNING)
    if (weekday := _weekday(day)) is None:
        return (
            next_local_time(now, _time(words), zone).at
            if _CLOCK.fullmatch(words)
            else _on(words, today, zone)
        )
    # Who says Monday on a Monday means the next one, unless they name a time that is still to come.
    at, later_than = (_time(rest), None) if rest else (MORNING, today)
    return next_local_time(now, at, zone, weekdays={weekday}, later_than=later_than).at


def _on(words: str, today: date, zone: ZoneInfo) -> datetime | None:
    """`1 march`, `2027-03-01`: the morning of that day."""
    try:
        return day_begins(parse_date(words, today), zone, MORNING)
    except Refused:
        return None


def _time(words: str) -> time:
    return clock_time(words.removeprefix("at "))


def _weekday(word: str) -> int | None:
    if len(word) < _SHORTEST_DAY:
        return None
    return next((number for number, name in enumerate(_WEEKDAYS) if name.startswith(word)), None)


async def mute(table: Table, accounts: Accounts, user: User, until: datetime | None, now: datetime) -> User:
    """None for no longer. What was held comes when the mute ends, also where that is earlier than before."""
    after = await accounts.mute(user.id, until)
    before = user.muted_until
    if before is not None and before > now and (until is None or until < before):
        await outbox.release(table, user.id, now)
    return after


async def release_held(table: Table, person: str, changed: Iterable[str], now: datetime) -> None:
    """After a change of these settings. What may not come yet is held again, until the right time."""
    if not DECISIVE.isdisjoint(changed):
        await outbox.release(table, person, now)
