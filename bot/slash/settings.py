"""`/settings`: the person's time zone, when their day begins, and when they want quiet."""

from datetime import datetime
from typing import Literal

from discord import app_commands

from bot.slash.account_cards import settings_card
from bot.slash.answers import Interaction, answer
from bot.slash.changing import changed
from bot.slash.errors import Suggestions, suggesting
from bot.slash.person import ask_nothing, present
from bot.slash.zone_select import ZONES, clock_in
from tracker.accounts.errors import InvalidSetting
from tracker.accounts.settings import parse_settings
from tracker.zones import UnknownZone, zone_name, zone_names

MOST_ZONES = 25
_DAY_STARTS = ("00:00", "03:00", "04:00", "05:00", "06:00")
_QUIET_HOURS = ("22:00-07:00", "23:00-08:00", "00:00-09:00", "off")


class SettingsCommands(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(name="settings", description="Your time zone, your days and your quiet hours")

    @app_commands.command()
    async def show(self, interaction: Interaction) -> None:
        """Show how Questlog is set up for you"""
        user = await present(interaction)
        await answer(interaction, settings_card(user, interaction.client.services.clock()))

    @app_commands.command()
    @app_commands.describe(zone="A place whose clocks you follow, such as Europe/Berlin")
    async def timezone(self, interaction: Interaction, zone: app_commands.Range[str, 1, 100]) -> None:
        """Say whose clocks you follow"""
        await _change(
            interaction, "timezone", zone, "Days, deadlines and quiet hours go by these clocks now."
        )

    @app_commands.command(name="day-start")
    @app_commands.describe(time="When a new day begins for you, such as 04:00 if you are up late")
    async def day_start(self, interaction: Interaction, time: app_commands.Range[str, 1, 20]) -> None:
        """Say when your day begins"""
        await _change(interaction, "day_start", time, "Changed. Days that are over stay as they were.")

    @app_commands.command(name="quiet-hours")
    @app_commands.describe(hours="When not to be told anything, such as 22:00-07:00; off ends them")
    async def quiet_hours(self, interaction: Interaction, hours: app_commands.Range[str, 1, 40]) -> None:
        """Say when you want to be left alone"""
        await _change(
            interaction, "quiet_hours", hours, "Changed. What happens in quiet hours comes after them."
        )

    @app_commands.command()
    @app_commands.describe(passes="Whether it comes also in quiet hours and while you are muted")
    async def urgent(self, interaction: Interaction, passes: Literal["yes", "no"]) -> None:
        """Say whether what is urgent may come at any time"""
        await _change(interaction, "urgent_passes", passes, "Changed. Few things are urgent.")

    @timezone.autocomplete("zone")
    @suggesting
    async def suggest_zones(self, interaction: Interaction, current: str) -> Suggestions:
        return zones_like(current, interaction.client.services.clock())

    @day_start.autocomplete("time")
    @suggesting
    async def suggest_day_starts(self, interaction: Interaction, current: str) -> Suggestions:
        del interaction
        return _understood("day_start", current, _DAY_STARTS)

    @quiet_hours.autocomplete("hours")
    @suggesting
    async def suggest_quiet_hours(self, interaction: Interaction, current: str) -> Suggestions:
        del interaction
        return quiet_hours_like(current)


async def _change(interaction: Interaction, name: str, text: str, lead: str) -> None:
    services = interaction.client.services
    user = await present(interaction)
    after = await changed(services, user, {name: text})
    if name == "timezone":
        ask_nothing(interaction)
    await answer(interaction, settings_card(after, services.clock(), lead=lead))


def zones_like(text: str, now: datetime) -> Suggestions:
    """With what clocks read there."""
    return [
        app_commands.Choice(name=f"{zone} ({clock_in(zone, now)} now)", value=zone)
        for zone in matching_zones(text)
    ]


def quiet_hours_like(text: str) -> Suggestions:
    return _understood("quiet_hours", text, _QUIET_HOURS)


def matching_zones(text: str) -> list[str]:
    """Those that begin so, then those whose city does, then those that hold it, then what may be meant."""
    wanted = text.strip().casefold().replace(" ", "_")
    names = zone_names()
    begins = [name for name in names if name.casefold().startswith(wanted)]
    cities = [name for name in names if name.casefold().rpartition("/")[2].startswith(wanted)]
    holds = [name for name in names if wanted in name.casefold()]
    found = list(dict.fromkeys(cities + begins + holds if wanted else ZONES))
    return (found or _meant(text))[:MOST_ZONES]


def _meant(text: str) -> list[str]:
    try:
        return [zone_name(text)]
    except UnknownZone as unknown:
        return list(unknown.suggestions)


def _understood(name: str, typed: str, usual: tuple[str, ...]) -> Suggestions:
    """What was typed as Questlog understands it; before anything is typed, what many choose."""
    if not typed.strip():
        return [app_commands.Choice(name=text, value=text) for text in usual]
    try:
        value = parse_settings({name: typed})[name]
    except InvalidSetting:
        return [app_commands.Choice(name=text, value=text) for text in usual if typed in text]
    shown = "off" if value is None else str(value)[:11] if name == "quiet_hours" else f"{value:%H:%M}"
    return [app_commands.Choice(name=shown, value=shown)]
