"""A person's settings in words, wherever they are read."""

from datetime import date, datetime, time
from typing import cast

from tracker.accounts.model import DigestFrequency, QuietHours, User
from tracker.accounts.profile import PROFILE, option_name
from tracker.locales import country_name, language_name
from tracker.words import clock_text, day_text


def quiet_text(hours: QuietHours | None) -> str:
    if hours is None:
        return "none: messages come at any time"
    return f"from {clock_text(hours.start)} to {clock_text(hours.end)}"


def urgent_text(*, passes: bool) -> str:
    return "come in quiet hours and mutes, too" if passes else "wait like all others"


def digest_text(frequency: DigestFrequency, at: time, *, when_quiet: bool = False) -> str:
    """`every day at 08:00`."""
    days = {DigestFrequency.DAILY: "every day", DigestFrequency.WEEKLY: "on Mondays"}
    if frequency not in days:
        return "off"
    return f"{days[frequency]} at {clock_text(at)}{', also when nothing has moved' if when_quiet else ''}"


def digest_sentence(frequency: DigestFrequency, at: time, *, when_quiet: bool = False) -> str:
    if frequency is DigestFrequency.OFF:
        return "Digests are off."
    return f"Your digest comes {digest_text(frequency, at, when_quiet=when_quiet)}."


def said_text(name: str, value: object) -> str | None:
    """What a person said of themselves; None where they did not."""
    match value:
        case None | () | False:
            return None
        case True:
            return "yes"
        case date() as day:
            return day_text(day, date.max)
        case tuple() if name == "shown_in_rooms":
            return ", ".join(map(option_name, cast("tuple[str, ...]", value)))
        case tuple():
            return ", ".join(map(str, cast("tuple[object, ...]", value)))
        case str() if name == "country":
            return country_name(value)
        case str() if name == "language":
            return language_name(value)
        case text:
            return str(text)


def profile_sentence(user: User, name: str) -> str:
    said = said_text(name, getattr(user, name))
    return f"{PROFILE[name].label}: {said}." if said else f"{PROFILE[name].label}: nothing said."


def setting_sentence(user: User, setting: str, now: datetime) -> str:
    """What one setting is, or has become."""
    match setting:
        case "timezone":
            return f"Your clocks: {user.timezone}, {clock_text(now.astimezone(user.zone))} now."
        case "day_start":
            return f"Your day starts at {clock_text(user.day_start)}. Days that are over stay as they were."
        case "quiet_hours":
            if (hours := user.quiet_hours) is None:
                return "No quiet hours."
            return f"Quiet hours: {clock_text(hours.start)}-{clock_text(hours.end)}."
        case "urgent_passes":
            return f"What is urgent {'comes at any time' if user.urgent_passes else 'waits, too'}."
        case "nickname":
            return f"Others see you as {user.nickname}." if user.nickname else "You have no nickname now."
        case name if name in PROFILE:
            return profile_sentence(user, name)
        case _:
            return digest_sentence(user.digest, user.digest_time, when_quiet=user.digest_when_quiet)
