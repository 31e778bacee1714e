"""A person's settings in words, wherever they are read."""

from datetime import datetime, time

from tracker.accounts.model import DigestFrequency, QuietHours, User


def quiet_text(hours: QuietHours | None) -> str:
    if hours is None:
        return "none: messages come at any time"
    return f"from {hours.start:%H:%M} to {hours.end:%H:%M}"


def urgent_text(*, passes: bool) -> str:
    return "comes in quiet hours and mutes, too" if passes else "waits as all else does"


def digest_text(frequency: DigestFrequency, at: time, *, when_quiet: bool = False) -> str:
    """`every day at 08:00`."""
    days = {DigestFrequency.DAILY: "every day", DigestFrequency.WEEKLY: "on Mondays"}
    if frequency not in days:
        return "off"
    return f"{days[frequency]} at {at:%H:%M}{', also when nothing has moved' if when_quiet else ''}"


def digest_sentence(frequency: DigestFrequency, at: time, *, when_quiet: bool = False) -> str:
    if frequency is DigestFrequency.OFF:
        return "Digests are off."
    return f"Your digest comes {digest_text(frequency, at, when_quiet=when_quiet)}."


def setting_sentence(user: User, setting: str, now: datetime) -> str:
    """What one setting is, or has become."""
    match setting:
        case "timezone":
            return f"Your clocks: {user.timezone}, {now.astimezone(user.zone):%H:%M} now."
        case "day_start":
            return f"Your day starts at {user.day_start:%H:%M}. Days that are over stay as they were."
        case "quiet_hours":
            return f"Quiet hours: {user.quiet_hours}." if user.quiet_hours else "No quiet hours."
        case "urgent_passes":
            return f"What is urgent {'comes at any time' if user.urgent_passes else 'waits, too'}."
        case "nickname":
            return f"Others see you as {user.nickname}." if user.nickname else "You have no nickname now."
        case _:
            return digest_sentence(user.digest, user.digest_time, when_quiet=user.digest_when_quiet)
