"""The card of a person's own settings."""

from collections.abc import Iterable, Iterator
from datetime import datetime, time

from bot.slash.cards import Card, Row, heading, separated, text
from bot.slash.texts import code, moment, small
from tracker.accounts.model import DigestFrequency, User


def settings_card(user: User, now: datetime, *, lead: str | None = None, rows: Iterable[Row] = ()) -> Card:
    """`lead` says what has just been changed, in our own words."""
    head = heading("Your settings", lead)
    change = small(
        "Change them with `/settings timezone`, `/settings day-start`, `/settings quiet-hours`, "
        "`/settings urgent`, `/mute`, `/digest frequency` and `/digest time`."
    )
    return Card(*separated([head, text(*_settings(user, now)), text(change)]), rows=rows)


def _settings(user: User, now: datetime) -> Iterator[str]:
    local = now.astimezone(user.zone)
    yield f"**Time zone** {code(user.timezone)}, where it is {local:%H:%M} on {local:%A}"
    yield f"**A new day begins** at {_time(user.day_start)}"
    yield f"**Quiet hours** {quiet_words(user)}"
    yield f"**What is urgent** {urgent_words(user)}"
    if user.muted_until is not None and user.muted_until > now:
        yield f"**Muted** until {moment(user.muted_until)}"
    yield f"**Digest** {digest_words(user)}"


def mute_card(user: User, now: datetime) -> Card:
    """What a change of it leads to."""
    if user.muted_until is None or user.muted_until <= now:
        return Card(
            heading("You are not muted"),
            text(
                "What was held comes within a minute, as one message.",
                small("In quiet hours it comes after them.") if user.quiet_hours else None,
            ),
        )
    urgent = "What is urgent still comes." if user.urgent_passes else "That goes for what is urgent, too."
    return Card(
        heading(f"Muted until {moment(user.muted_until)}, {moment(user.muted_until, 'R')}"),
        text(
            "What happens until then comes as one message when it is over, unless it is of no use by then.",
            small(f"{urgent} `/mute until:off` ends it now."),
        ),
    )


def quiet_words(user: User) -> str:
    hours = user.quiet_hours
    if hours is None:
        return "none: messages come at any time"
    return f"from {_time(hours.start)} to {_time(hours.end)}"


def urgent_words(user: User) -> str:
    return "comes in quiet hours and mutes, too" if user.urgent_passes else "waits as all else does"


def digest_words(user: User) -> str:
    quiet = ", also when nothing has moved" if user.digest_when_quiet else ""
    match user.digest:
        case DigestFrequency.OFF:
            return "off"
        case DigestFrequency.WEEKLY:
            return f"on Mondays at {_time(user.digest_time)}{quiet}"
        case DigestFrequency.DAILY:
            return f"every day at {_time(user.digest_time)}{quiet}"


def _time(at: time) -> str:
    return f"{at:%H:%M}"
