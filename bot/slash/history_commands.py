"""`/history`: what somebody was told in the last 90 days, and why each message came, or did not.

Ids in an outbox are hashes, in no order of time: so a page reads all that the person was told. One message is
read by its key.
"""

import re
from collections.abc import Sequence
from typing import Any, Self

import discord
from discord import app_commands, ui

from bot.names import cut_short
from bot.page import page_of
from bot.services import Services
from bot.slash.answers import Interaction, answer, deferring, update
from bot.slash.cards import Card, row
from bot.slash.errors import Problem, guarded
from bot.slash.history_cards import PER_PAGE, history_card, message_card
from bot.slash.ownership import check_owner
from bot.slash.paging import PAGES, Place, TurnButton, turn_rows
from bot.slash.person import present
from tracker.accounts.model import User
from tracker.notify import outbox
from tracker.notify.model import OutboxItem

LIST, ONE = "history", "history-one"
LONGEST_LABEL = 100
"""Of what can be chosen, for Discord."""


async def show_history(interaction: Interaction) -> None:
    """See what I told you, and why a message came or did not"""
    user = await present(interaction)
    first = Place(LIST, interaction.user.id)
    await answer(interaction, await history_page(interaction.client.services, user, first))


history: app_commands.Command[Any, ..., None] = app_commands.command(name="history")(show_history)


class HistorySelect(ui.DynamicItem[ui.Select[Any]], template=r"ql:history:(?P<owner>\d{1,20})"):
    def __init__(self, owner: int, options: Sequence[discord.SelectOption]) -> None:
        self.owner = owner
        super().__init__(
            ui.Select(
                custom_id=f"ql:history:{owner}",
                placeholder="Why did it come, or why not?",
                options=list(options),
            )
        )

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        del interaction
        return cls(int(match["owner"]), item.options if isinstance(item, ui.Select) else [])

    @guarded
    async def callback(self, interaction: Interaction) -> None:
        check_owner(interaction, self.owner)
        async with deferring(interaction):
            user = await present(interaction)
            chosen = Place(ONE, self.owner, about=self.item.values[0])
            await update(interaction, await message_page(interaction.client.services, user, chosen))


async def history_page(services: Services, user: User, place: Place) -> Card:
    page = page_of(await outbox.history(services.table, user.id), place.number, PER_PAGE)
    options = [_option(item, user) for item in page.items]
    chooser = [row(HistorySelect(place.owner, options))] if options else []
    return history_card(page, [*chooser, *turn_rows(place, page)])


async def message_page(services: Services, user: User, place: Place) -> Card:
    item = await outbox.find(services.table, user.id, place.about)
    if item is None:
        raise Problem("This message is no longer kept: that ends after 90 days, or with your account.")
    back = TurnButton(Place(LIST, place.owner), "All messages")
    return message_card(item, place, [row(back)])


def _option(item: OutboxItem, user: User) -> discord.SelectOption:
    at = item.created_at.astimezone(user.zone)
    return discord.SelectOption(
        label=cut_short(" ".join(item.title.split()), LONGEST_LABEL) or "Questlog",
        value=item.id,
        description=f"{at:%A} {at.day} {at:%B}, {at:%H:%M}",
    )


PAGES[LIST] = history_page
PAGES[ONE] = message_page
