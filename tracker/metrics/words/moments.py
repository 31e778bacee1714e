"""When something was, as people say it: `yesterday`, `monday 7:30`, `2 hours ago`, `2027-03-01T08:00`."""

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from tracker.dates import DateRefused, NoSuchDate, parse_past_day
from tracker.days import MIDNIGHT, day_begins, local_day
from tracker.words import quoted

ADVICE = "Write yesterday, monday 7:30, 1 march, 2 hours ago or 2027-03-01."
_NOON = time(12)
_HALF_DAY = 12
_DAY = timedelta(days=1)
_SPANS = {"h": timedelta(hours=1), "m": timedelta(minutes=1)}
_AGO = re.compile(
    r"(?P<count>\d{1,3}|an?|half an)\s*(?P<unit>hours?|hrs?|h|minutes?|mins?|min|m)\s+ago", re.ASCII
)
_CLOCK = re.compile(
    r"(?:^|\s)(?:at\s+)?(?:(?P<hour>\d{1,2})(?:[:.](?P<minute>\d\d))?\s*(?P<half>[ap])\.?m\.?"
    r"|(?P<hour24>\d{1,2}):(?P<minute24>\d\d)|(?P<named>noon|midnight))$",
    re.ASCII,
)
_AHEAD = re.compile(r"tomorrow|next\b|in \d|in an?\b")
_ISO = re.compile(r"^(\d{4}-\d\d-\d\d)t(?=\d)", re.ASCII)
_INSTANT = re.compile(r"\d{4}-\d\d-\d\d[t ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:z|[+-]\d\d:?\d\d)", re.ASCII)


class StillToCome(DateRefused):
    """Nobody knows yet what it will be."""

    code = "still_to_come"


class Clock(NamedTuple):
    """What time it is for a person."""

    now: datetime
    zone: ZoneInfo
    day_start: time = MIDNIGHT

    @property
    def today(self) -> date:
        return local_day(self.now, self.zone, self.day_start)


def read_moment(text: str, clock: Clock) -> datetime:
    """The instant that is meant: of a day without a time its noon. Raises DateRefused."""
    words = " ".join(text.casefold().split())
    if _AHEAD.match(words):
        raise StillToCome(f"{quoted(text.strip())} is still to come. {ADVICE}")
    at = _instant(words) or _ago(words, clock) or _on_a_day(words, clock)
    if at > clock.now:
        raise StillToCome(f"{quoted(text.strip())} is still to come. {ADVICE}")
    return at


def day_alone(text: str, clock: Clock) -> date | None:
    """The day that is meant, where no time of it is said."""
    try:
        return parse_past_day(text, clock.today)
    except DateRefused:
        return None


def _instant(words: str) -> datetime | None:
    """As programs write it, with its offset."""
    if not _INSTANT.fullmatch(words):
        return None
    try:
        return datetime.fromisoformat(words.upper()).astimezone(UTC).replace(microsecond=0)
    except (ValueError, OverflowError):
        raise NoSuchDate(f"There is no {quoted(words)} in the calendar. {ADVICE}") from None


def _ago(words: str, clock: Clock) -> datetime | None:
    if words in ("now", "just now"):
        return clock.now
    found = _AGO.fullmatch(words)
    if found is None:
        return None
    count = {"a": 1.0, "an": 1.0, "half an": 0.5}.get(found["count"])
    return clock.now - _SPANS[found["unit"][0]] * (float(found["count"]) if count is None else count)


def _on_a_day(words: str, clock: Clock) -> datetime:
    """A time before the day's start belongs to the night after it."""
    found = _CLOCK.search(_ISO.sub(r"\1 ", words))
    named = words[: found.start()].strip(" t") if found else words
    day = parse_past_day(named, clock.today) if named else clock.today
    if found is None:
        noon = day_begins(day, clock.zone, max(_NOON, clock.day_start))
        return clock.now if day == clock.today else noon
    at = _time(found)
    return day_begins(day + _DAY if at < clock.day_start else day, clock.zone, at)


def _time(found: re.Match[str]) -> time:
    if found["named"]:
        return _NOON if found["named"] == "noon" else MIDNIGHT
    hour = int(found["hour"] or found["hour24"])
    minute = int(found["minute"] or found["minute24"] or 0)
    shown = found[0].strip().removeprefix("at ")
    if found["half"] and not 1 <= hour <= _HALF_DAY:
        raise NoSuchDate(f"No clock shows {shown}. Write 7:30, 19:30 or 7pm.")
    if found["half"]:
        hour = hour % _HALF_DAY + (_HALF_DAY if found["half"] == "p" else 0)
    try:
        return time(hour, minute)
    except ValueError:
        raise NoSuchDate(f"No clock shows {shown}. Write 7:30, 19:30 or 7pm.") from None
