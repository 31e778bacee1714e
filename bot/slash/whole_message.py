"""All of a message that was too long for Discord, page by page, from the history of the outbox."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Self

import discord
from discord import ui

from bot.page import page_of
from bot.services import Services
from bot.slash.answers import Interaction, answer, deferring
from bot.slash.cards import Card, text
from bot.slash.errors import Problem, guarded
from bot.slash.ownership import check_owner
from bot.slash.paging import PAGES, Place, turn_rows
from bot.slash.person import present
from bot.slash.texts import small
from scheduler.channels.discord.buttons import MESSAGE_BUTTON
from scheduler.channels.discord.text import pieces, safe, safe_line
from tracker.accounts.model import User
from tracker.notify import outbox
from tracker.notify.model import OutboxItem
from tracker.notify.policy import in_order

LIST = "message"
LONGEST_PAGE = 3000
"""Discord takes 4,000 characters, the number of the page among them."""


class MessageButton(ui.DynamicItem[ui.Button[Any]], template=MESSAGE_BUTTON):
    def __init__(self, button: ui.Button[Any], match: re.Match[str]) -> None:
        super().__init__(button)
        self.owner, self.message = int(match["owner"]), match["message"]

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        del interaction, item
        return cls(ui.Button(custom_id=match.string), match)

    @guarded
    async def callback(self, interaction: Interaction) -> None:
        check_owner(interaction, self.owner)
        async with deferring(interaction):
            user = await present(interaction)
            first = Place(LIST, self.owner, about=self.message)
            await answer(interaction, await message_page(interaction.client.services, user, first))


async def message_page(services: Services, user: User, place: Place) -> Card:
    history = await outbox.history(services.table, user.id)
    parts = in_order(one for one in history if one.batch == place.about)
    if not parts:
        raise Problem("This message is no longer kept: that ends after 90 days, or with your account.")
    page = page_of(pages(parts), place.number, 1)
    [words] = page.items
    return Card(text(words, small(str(page)) if page.count > 1 else None), rows=turn_rows(place, page))


def pages(parts: Sequence[OutboxItem]) -> list[str]:
    """Of all that was told together; what is short shares a page."""
    found: list[str] = []
    for block in _blocks(parts):
        if found and len(found[-1]) + len(block) < LONGEST_PAGE:
            found[-1] += f"\n{block}"
        else:
            found.append(block)
    return found


def _blocks(parts: Sequence[OutboxItem]) -> Iterator[str]:
    for part in parts:
        yield from pieces(f"### {safe_line(part.title)}\n{safe(part.text)}", LONGEST_PAGE)


PAGES[LIST] = message_page
