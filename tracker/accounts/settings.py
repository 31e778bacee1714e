"""A person's settings, from the text that people write to values; clear answers to what makes no sense."""

import re
from collections.abc import Callable, Mapping
from datetime import time

from tracker.accounts.errors import InvalidSetting
from tracker.accounts.model import DigestFrequency, QuietHours
from tracker.accounts.profile import PROFILE
from tracker.words import quoted
from tracker.zones import zone_name

_TIME = re.compile(r"(\d{1,2})(?:[:.h](\d{2}))?\s*(am|pm)?", re.IGNORECASE)
_BETWEEN = re.compile(r"\s*(?:-|\N{EN DASH}|\bto\b|\buntil\b)\s*", re.IGNORECASE)
_OFF = frozenset({"", "off", "none", "no"})
_NOON = 12


def parse_settings(changes: Mapping[str, str]) -> dict[str, object]:
    """Values by the fields' names; InvalidSetting lists everything that is wrong."""
    values: dict[str, object] = {}
    problems: dict[str, str] = {}
    for name, text in changes.items():
        try:
            values[name] = _setting(name)(text.strip())
        except ValueError as error:
            problems[name] = str(error)
    if problems:
        raise InvalidSetting(problems)
    return values


def _setting(name: str) -> Callable[[str], object]:
    if name not in SETTINGS:
        raise ValueError(f"There is no setting {quoted(name)}; there are {', '.join(SETTINGS)}.")
    return SETTINGS[name]


def clock_time(text: str) -> time:
    """`22:00`, `7`, `7.30`, `10 pm`."""
    found = _TIME.fullmatch(text)
    if found is None:
        raise ValueError(f"{quoted(text)} is not a time of the day, such as 22:00.")
    hour, minute = int(found[1]), int(found[2] or 0)
    if found[3]:
        if not 1 <= hour <= _NOON:
            raise ValueError(f"{quoted(text)} is not a time of the day: with am or pm the hours are 1 to 12.")
        hour = hour % _NOON + (_NOON if found[3].lower() == "pm" else 0)
    try:
        return time(hour, minute)
    except ValueError:
        raise ValueError(f"{quoted(text)} is not a time of the day: those are 00:00 to 23:59.") from None


def _quiet_hours(text: str) -> QuietHours | None:
    if text.casefold() in _OFF:
        return None
    ends = _BETWEEN.split(" ".join(text.split()))  # a long run of spaces would take it for ever
    if len(ends) != 2:  # noqa: PLR2004 - a beginning and an end
        raise ValueError(f"{quoted(text)} are not quiet hours, such as 22:00-07:00; `off` ends them.")
    start, end = map(clock_time, ends)
    if start == end:
        raise ValueError(f"Quiet hours from {start:%H:%M} to {end:%H:%M} have no length; `off` ends them.")
    return QuietHours.model_validate({"from": start, "to": end})


def _yes_or_no(text: str) -> bool:
    said = text.casefold()
    if said in {"yes", "on", "true", "1"}:
        return True
    if said in _OFF | {"false", "0"}:
        return False
    raise ValueError(f"{quoted(text)} is neither yes nor no.")


def _digest(text: str) -> DigestFrequency:
    try:
        return DigestFrequency(text.casefold())
    except ValueError:
        allowed = ", ".join(DigestFrequency)
        raise ValueError(f"{quoted(text)} is not how often a digest comes: {allowed}.") from None


SETTINGS: Mapping[str, Callable[[str], object]] = {
    "timezone": zone_name,
    "day_start": clock_time,
    "quiet_hours": _quiet_hours,
    "urgent_passes": _yes_or_no,
    "digest": _digest,
    "digest_time": clock_time,
    "digest_when_quiet": _yes_or_no,
    **{name: about.read for name, about in PROFILE.items()},
}
