"""What is suggested while somebody types a setting: what was understood, and before that what is usual."""

from datetime import datetime
from zoneinfo import ZoneInfo

from bot.slash.answers import Interaction
from bot.slash.errors import MOST_SUGGESTIONS, Suggestions, suggesting
from bot.slash.suggestions import choices
from tracker.accounts.errors import InvalidSetting
from tracker.accounts.settings import parse_settings
from tracker.words import clock_text
from tracker.zones import matching_zones

DAY_STARTS = ("00:00", "03:00", "04:00", "05:00", "06:00")
QUIET_HOURS = ("22:00-07:00", "23:00-08:00", "00:00-09:00", "off")
DIGEST_TIMES = ("07:00", "08:00", "12:00", "18:00", "20:00")


def zones_like(text: str, now: datetime) -> Suggestions:
    """With what clocks read there."""
    return choices(
        (f"{zone} ({clock_text(now.astimezone(ZoneInfo(zone)))} now)", zone)
        for zone in matching_zones(text)[:MOST_SUGGESTIONS]
    )


def quiet_hours_like(text: str) -> Suggestions:
    return _understood("quiet_hours", text, QUIET_HOURS)


def digest_times_like(text: str) -> Suggestions:
    return _understood("digest_time", text, DIGEST_TIMES)


@suggesting
async def suggest_zones(interaction: Interaction, current: str) -> Suggestions:
    return zones_like(current, interaction.client.services.clock())


@suggesting
async def suggest_quiet_hours(interaction: Interaction, current: str) -> Suggestions:
    del interaction
    return quiet_hours_like(current)


@suggesting
async def suggest_day_starts(interaction: Interaction, current: str) -> Suggestions:
    del interaction
    return _understood("day_start", current, DAY_STARTS)


@suggesting
async def suggest_digest_times(interaction: Interaction, current: str) -> Suggestions:
    del interaction
    return digest_times_like(current)


def _understood(name: str, typed: str, usual: tuple[str, ...]) -> Suggestions:
    if not typed.strip():
        return choices((text, text) for text in usual)
    try:
        value = parse_settings({name: typed})[name]
    except InvalidSetting:
        return choices((text, text) for text in usual if typed.strip() in text)
    shown = "off" if value is None else str(value) if name == "quiet_hours" else f"{value:%H:%M}"
    return choices([(shown, shown)])
