"""`/today`: what there is to do until the person's day ends, goals and habits."""

from typing import Any

from discord import app_commands

from bot.slash.answers import Interaction, answer
from bot.slash.options import SHARE
from bot.slash.paging import Place
from bot.slash.person import present
from bot.slash.today_ticks import LIST, today_page


@app_commands.describe(share=SHARE)
async def show_today(interaction: Interaction, *, share: bool = False) -> None:
    """Show what there is to do today, what needs you first, and tick it off"""
    user = await present(interaction)
    place = Place(LIST, interaction.user.id)
    await answer(interaction, await today_page(interaction.client.services, user, place), share=share)


today: app_commands.Command[Any, ..., None] = app_commands.command(name="today")(show_today)
