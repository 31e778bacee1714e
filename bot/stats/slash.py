"""`/stats`."""

from dataclasses import replace
from typing import Any

from discord import app_commands

from bot.documents import Nothing
from bot.names import shown_name
from bot.slash.acting import act
from bot.slash.answers import Interaction
from bot.slash.options import SHARE
from bot.slash.part import SlashPart
from bot.stats import usecases, view
from bot.stats.documents import StatsDocument
from bot.view import View
from bot.visit import Visit


@app_commands.describe(share=SHARE)
async def show_stats(interaction: Interaction, *, share: bool = False) -> None:
    """Show what you have done in all, and what everybody is after"""
    await act(interaction, usecases.show_stats, Nothing(), shared if share else view.stats, share=share)


def shared(here: Visit, found: StatsDocument) -> View:
    """For others, who must know whose they are."""
    return replace(view.stats(here, found), title=f"The numbers of {shown_name(here.known_as)}")


stats: app_commands.Command[Any, ..., None] = app_commands.command(name="stats")(show_stats)

SLASH = SlashPart(commands=(stats,))
