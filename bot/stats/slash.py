"""`/stats`."""

from typing import Any

from discord import app_commands

from bot.documents import Nothing
from bot.slash.acting import act
from bot.slash.answers import Interaction
from bot.slash.options import SHARE
from bot.slash.part import SlashPart
from bot.stats import usecases, view


@app_commands.describe(share=SHARE)
async def show_stats(interaction: Interaction, *, share: bool = False) -> None:
    """Show what you have done in all, and what everybody is after"""
    await act(interaction, usecases.show_stats, Nothing(), view.stats, share=share)


stats: app_commands.Command[Any, ..., None] = app_commands.command(name="stats")(show_stats)

SLASH = SlashPart(commands=(stats,))
