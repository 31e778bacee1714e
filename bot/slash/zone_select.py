"""The question that everybody is asked once: whose clocks do you follow?"""

import re
from datetime import datetime
from typing import Any, Self
from zoneinfo import ZoneInfo

import discord

from bot.slash.answers import Interaction, update
from bot.slash.changing import changed
from bot.slash.errors import guarded
from bot.slash.notice import notice
from bot.slash.ownership import check_owner

ZONES = (
    "Pacific/Honolulu",
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/Mexico_City",
    "America/New_York",
    "America/Toronto",
    "America/Sao_Paulo",
    "Europe/London",
    "Europe/Lisbon",
    "Europe/Amsterdam",
    "Europe/Berlin",
    "Europe/Madrid",
    "Europe/Paris",
    "Europe/Stockholm",
    "Europe/Warsaw",
    "Europe/Helsinki",
    "Africa/Johannesburg",
    "Asia/Kolkata",
    "Asia/Jakarta",
    "Asia/Singapore",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
    "UTC",
)
"""From west to east, and as many as a select can have. `/settings timezone` knows them all."""


class ZoneSelect(
    discord.ui.DynamicItem[discord.ui.Select[discord.ui.LayoutView]],
    template=r"ql:zone:(?P<owner>[0-9]{1,20})",
):
    def __init__(self, owner: int, now: datetime) -> None:
        self.owner = owner
        super().__init__(
            discord.ui.Select(
                custom_id=f"ql:zone:{owner}",
                placeholder="Where are you?",
                options=[_option(zone, now) for zone in ZONES],
            )
        )

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        del item
        return cls(int(match["owner"]), interaction.client.services.clock())

    @guarded
    async def callback(self, interaction: Interaction) -> None:
        check_owner(interaction, self.owner)
        services = interaction.client.services
        user = (await services.people.present(interaction.user.id)).user
        await changed(services, user, {"timezone": self.item.values[0]})
        await update(interaction, notice(zone_set(self.item.values[0], services.clock())))


def zone_question(owner: int, now: datetime) -> discord.ui.LayoutView:
    row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
    row.add_item(ZoneSelect(owner, now))
    text = (
        "**Welcome to Questlog!** Which clocks do you follow? Days, deadlines and quiet hours go by them.\n"
        "-# Not in the list? `/settings timezone` knows every place. Until you choose, it is UTC."
    )
    return notice(text, below=row)


def zone_set(zone: str, now: datetime) -> str:
    return f"Your time zone is **{zone}** now, where it is {clock_in(zone, now)}."


def clock_in(zone: str, now: datetime) -> str:
    return f"{now.astimezone(ZoneInfo(zone)):%H:%M}"


def _option(zone: str, now: datetime) -> discord.SelectOption:
    city = zone.rpartition("/")[2].replace("_", " ")
    return discord.SelectOption(label=city, value=zone, description=f"{zone}, {clock_in(zone, now)} now")
