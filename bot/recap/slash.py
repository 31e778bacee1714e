"""`/recap`."""

from typing import Any

from discord import app_commands

from bot.recap import usecases, view
from bot.recap.requests import LookBack
from bot.slash.acting import act
from bot.slash.answers import Interaction
from bot.slash.options import SHARE, Name
from bot.slash.part import SlashPart

_ABOUT = LookBack.described()


@app_commands.describe(period=_ABOUT["period"], share=SHARE)
async def look_back(interaction: Interaction, period: Name | None = None, *, share: bool = False) -> None:
    """Look back at a month or a year: goals, streaks, best days"""
    await act(interaction, usecases.look, LookBack(period=period, shared=share), view.recap, share=share)


recap: app_commands.Command[Any, ..., None] = app_commands.command(name="recap")(look_back)

SLASH = SlashPart(commands=(recap,))
