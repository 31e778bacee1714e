"""Lists that are longer than a card: their pages, and the buttons that turn them, also after a restart.

A button says which list it is, whose, and which page it leads to; the page is made anew from the table at
each press. `PAGES` knows by a list's name who makes its pages: a feature that has a list enters its maker.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any, Self, TypeAlias

import discord
from discord import ui

from bot.page import Page
from bot.services import Services
from bot.slash.answers import Interaction, deferring, update
from bot.slash.cards import Card, Row, row
from bot.slash.errors import Problem, guarded
from bot.slash.ownership import check_owner
from bot.slash.person import present
from tracker.accounts.model import User

LONGEST_ID = 100
"""Of a button, for Discord."""

_BACK, _NEXT = "Back", "Next"


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody is in a list."""

    list: str
    owner: int
    """The Discord id of whoever may turn the pages."""
    number: int = 0
    about: str = ""
    """What the list was asked for, where that is not everything: the id of a character."""

    def at(self, number: int) -> "Place":
        return replace(self, number=number)

    @property
    def custom_id(self) -> str:
        about = f":{self.about}" if self.about else ""
        return f"ql:page:{self.list}:{self.owner}:{self.number}{about}"


PageMaker: TypeAlias = Callable[[Services, User, Place], Awaitable[Card]]
"""What a list looks like at a place of it, for its owner, right now."""

PAGES: dict[str, PageMaker] = {}
"""By the name of the list: small letters and dashes."""


class TurnButton(
    ui.DynamicItem[ui.Button[Any]],
    template=r"ql:page:(?P<list>[a-z-]+):(?P<owner>\d{1,20}):(?P<number>\d{1,6})(?::(?P<about>.+))?",
):
    def __init__(self, place: Place, label: str = _NEXT, *, disabled: bool = False) -> None:
        super().__init__(ui.Button(custom_id=place.custom_id, label=label, disabled=disabled))
        self.place = place

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        del interaction, item
        return cls(Place(match["list"], int(match["owner"]), int(match["number"]), match["about"] or ""))

    @guarded
    async def callback(self, interaction: Interaction) -> None:
        check_owner(interaction, self.place.owner)
        make = PAGES.get(self.place.list)
        if make is None:
            raise Problem("This list is no longer there. /help names the commands that are.")
        async with deferring(interaction):
            user = await present(interaction)
            card = await make(interaction.client.services, user, self.place)
            await update(interaction, card, file=card.file)


def turn_rows(place: Place, page: Page[Any]) -> list[Row]:
    """Back and next, where there is more than one page. No buttons where their ids would be too long."""
    if page.count == 1 or len(place.at(page.count).custom_id) > LONGEST_ID:
        return []
    last = page.count - 1
    back = TurnButton(place.at(max(page.number - 1, 0)), _BACK, disabled=page.number == 0)
    next_ = TurnButton(place.at(min(page.number + 1, last)), _NEXT, disabled=page.number == last)
    return [row(back, next_)]
