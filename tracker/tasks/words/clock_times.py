"""Times of the day as people write them: `5pm`, `17:30`, `at noon`, `tomorrow evening`."""

import re
from datetime import time
from typing import NamedTuple

from tracker.tasks.errors import UnclearTask

END_OF_DAY = time(18)
NAMED = {
    "morning": time(9),
    "noon": time(12),
    "midday": time(12),
    "afternoon": time(15),
    "evening": time(19),
    "night": time(22),
    "midnight": time(0),
    "eod": END_OF_DAY,
    "end of day": END_OF_DAY,
    "tonight": time(19),
}
_NOON = 12
_LAST_HOUR, _LAST_MINUTE = 23, 59

_CLOCK = r"(?P<hour>\d{1,2})(?:[:.](?P<minute>\d{2}))?\ *(?P<half>a\.?m\.?|p\.?m\.?)"
_DIGITAL = r"(?P<hour24>\d{1,2}):(?P<minute24>\d{2})"
_SURE_NAMES = r"eod|end\ of\ day|tonight"
_NAMES = r"morning|noon|midday|afternoon|evening|night|midnight"
_IN_TEXT = re.compile(
    rf"(?<![\w:.])(?:at\ +)?(?:{_CLOCK}|{_DIGITAL})(?![\w:])"
    rf"|(?<!\w)(?:(?:at|by|this|in\ the)\ +)(?P<named>{_NAMES})(?!\w)"
    rf"|(?<!\w)(?:(?:by|at)\ +)?(?P<sure>{_SURE_NAMES})(?!\w)"
    r"|(?<!\w)at\ +(?P<bare>\d{1,2})(?![\w:.]|\ *[ap]\.?m)",
    re.ASCII,
)
_AFTER_DATE = re.compile(rf"\ +(?:in\ the\ +)?(?P<named>{_NAMES})(?!\w)", re.ASCII)


class TimeSpan(NamedTuple):
    """A time in a text: where it stands, and which it is."""

    start: int
    end: int
    at: time
    is_today: bool = False
    """Whether the words say themselves that it is today: `tonight`, `eod`, `this evening`."""


def times_in(text: str) -> list[TimeSpan]:
    """Every time of the day in a text in small letters. Raises UnclearTask."""
    return [_read(found) for found in _IN_TEXT.finditer(text)]


def time_after(text: str, place: int) -> TimeSpan | None:
    """The name of a time right after a date: `tomorrow evening`, `fri morning`."""
    found = _AFTER_DATE.match(text, place)
    return None if found is None else TimeSpan(found.start(), found.end(), NAMED[found["named"]])


def parse_clock_time(text: str) -> time:
    """A text that is nothing but a time. Raises UnclearTask."""
    wanted = " ".join(text.casefold().split())
    if wanted in NAMED:
        return NAMED[wanted]
    found = _IN_TEXT.fullmatch(wanted)
    if found is None:
        raise UnclearTask(f"{text.strip()[:40]!r} is not a time. Write 17:30, 5pm or noon.")
    return _read(found).at


def _read(found: re.Match[str]) -> TimeSpan:
    if found["bare"]:
        return TimeSpan(found.start(), found.end(), _bare(int(found["bare"])))
    named = found["named"] or found["sure"]
    if named:
        today = bool(found["sure"]) or "this" in found[0].split()
        return TimeSpan(found.start(), found.end(), NAMED[" ".join(named.split())], today)
    if found["half"]:
        at = _halved(int(found["hour"]), int(found["minute"] or 0), found["half"][0], found[0])
    else:
        at = _checked(int(found["hour24"]), int(found["minute24"]), found[0])
    return TimeSpan(found.start(), found.end(), at)


def _bare(hour: int) -> time:
    if _NOON < hour <= _LAST_HOUR or hour == 0:
        return time(hour)
    raise UnclearTask(f"Is it {hour}am or {hour}pm? Write {hour}am, {hour}pm or {hour % 12 + 12}:00.")


def _halved(hour: int, minute: int, half: str, written: str) -> time:
    if not 1 <= hour <= _NOON:
        raise UnclearTask(f"No clock shows {written.strip()}. Write 5pm or 17:00.")
    return _checked(hour % _NOON + (_NOON if half == "p" else 0), minute, written)


def _checked(hour: int, minute: int, written: str) -> time:
    if hour > _LAST_HOUR or minute > _LAST_MINUTE:
        raise UnclearTask(f"No clock shows {written.strip()}. Write 5pm or 17:00.")
    return time(hour, minute)
