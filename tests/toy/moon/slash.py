"""`/moon`."""

from typing import Any

from discord import app_commands

from bot.slash.acting import act
from bot.slash.answers import Interaction
from bot.slash.part import SlashPart
from tests.toy.moon import usecases, view
from tests.toy.moon.requests import LookUp


@app_commands.describe(day="Which night: tonight unless you say")
async def show_moon(interaction: Interaction, day: str | None = None) -> None:
    """See how the moon looks"""
    await act(interaction, usecases.look_up, LookUp(day=day), view.moon)


moon: app_commands.Command[Any, ..., None] = app_commands.command(name="moon")(show_moon)

SLASH = SlashPart(commands=(moon,))
