"""What all cards are made of: one box with a coloured edge, text in it, and buttons that outlive a restart.

The files beside this one hold functions from values to a card. Each keeps within Discord's limits: 40
components and 4,000 characters of text in a message.
"""

from collections.abc import Iterable
from typing import Any, TypeAlias

import discord
from discord import ui

from bot.slash.texts import small
from scheduler.channels.colours import BLUE

Part: TypeAlias = ui.Item[Any]
Row: TypeAlias = "ui.ActionRow[Any]"


class Card(ui.LayoutView):
    """Nobody waits for its buttons: they are dynamic items, told by their ids alone.

    Buttons of another kind would be remembered for each message, and must not be put on a card.
    """

    file: discord.File | None = None
    """What is attached to a page of a list."""

    def __init__(self, *parts: Part, colour: int = BLUE, rows: Iterable[Row] = ()) -> None:
        super().__init__(timeout=None)
        self.add_item(ui.Container(*parts, *rows, accent_colour=colour))


def row(*buttons: Part) -> Row:
    made: Row = ui.ActionRow()
    for button in buttons:
        made.add_item(button)
    return made


def text(*lines: str | None) -> ui.TextDisplay[Any]:
    """Lines that are there, one below the other."""
    return ui.TextDisplay("\n".join(line for line in lines if line))


def heading(words: str, below: str | None = None, *, large: bool = False) -> ui.TextDisplay[Any]:
    """Both are safe already."""
    return text(f"{'##' if large else '###'} {words}", small(below) if below else None)


def picture_of(file: discord.File) -> ui.MediaGallery[Any]:
    """An attachment in full width; the words for those who cannot see it are the file's own."""
    return ui.MediaGallery(discord.MediaGalleryItem(file))
