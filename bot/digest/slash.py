"""`/digest`: what the next one would say, when it comes, and how often."""

from typing import Literal

from discord import app_commands

from bot.digest import usecases, view
from bot.digest.requests import ChangeDigest
from bot.documents import Nothing
from bot.slash.acting import act
from bot.slash.answers import Interaction
from bot.slash.part import SlashPart
from bot.slash.setting_suggestions import suggest_digest_times
from bot.view import View
from bot.visit import Visit


class DigestCommands(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(name="digest", description="Your habits, challenges and goals in one message")

    @app_commands.command()
    async def now(self, interaction: Interaction) -> None:
        """Read what your next digest would say if it came now"""
        await act(interaction, usecases.show, Nothing(), view.preview)

    @app_commands.command()
    @app_commands.describe(time="When it comes, by your own clocks, such as 08:00")
    @app_commands.autocomplete(time=suggest_digest_times)
    async def time(self, interaction: Interaction, time: app_commands.Range[str, 1, 20]) -> None:
        """Say at what time your digest comes"""
        await act(interaction, usecases.change, ChangeDigest(time=time), view.changed)

    @app_commands.command()
    @app_commands.describe(
        frequency="How often it comes; weekly is on Mondays",
        when_quiet="Whether it comes also when nothing has moved",
    )
    @app_commands.rename(when_quiet="when-quiet")
    async def frequency(
        self,
        interaction: Interaction,
        frequency: Literal["daily", "weekly", "off"],
        when_quiet: bool | None = None,  # noqa: FBT001 - an option of the command
    ) -> None:
        """Say how often your digest comes"""
        ask = ChangeDigest(frequency=frequency, when_quiet=when_quiet)
        await act(interaction, usecases.change, ask, view.changed)


async def page(here: Visit, number: int, about: str) -> View:
    """Made anew: what has happened meanwhile is in it."""
    del about
    return view.preview(here, await usecases.show(here, Nothing()), number)


SLASH = SlashPart(commands=(DigestCommands,), lists={view.LIST: page})
