"""A short answer in words: something was done, or something went wrong."""

import discord

from scheduler.channels.colours import BLUE


def notice(
    text: str, *, colour: int = BLUE, below: discord.ui.ActionRow[discord.ui.LayoutView] | None = None
) -> discord.ui.LayoutView:
    """`text` may be formatted: what people wrote has to be made safe before."""
    card: discord.ui.Container[discord.ui.LayoutView] = discord.ui.Container(
        discord.ui.TextDisplay(text), accent_colour=colour
    )
    if below is not None:
        card.add_item(below)
    return discord.ui.LayoutView(timeout=None).add_item(card)
