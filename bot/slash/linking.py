"""Linking an address from Discord: asked for by a command, confirmed by the code that was sent to it."""

import re
from typing import Any, Self

import discord
from discord import ButtonStyle, ui

from bot.services import Services
from bot.slash.answers import Interaction, answer, deferring
from bot.slash.cards import Card, heading, row, text
from bot.slash.channel_words import channels_card, named, place_of, title_of
from bot.slash.errors import guarded
from bot.slash.ownership import check_owner
from bot.slash.person import present
from bot.slash.texts import moment, small
from tracker.accounts.model import User
from tracker.addresses.model import Asked
from tracker.notify.model import PersonChannel

LONGEST_CODE = 20


async def ask_for_address(interaction: Interaction, channel: str, address: str) -> None:
    """The same answer whether or not the address belongs to somebody else."""
    services = interaction.client.services
    user = await present(interaction)
    source = f"discord:{interaction.guild_id or interaction.user.id}"
    asked = await services.proving.begin(user, channel, address, source, services.clock())
    await answer(interaction, asked_card(asked, interaction.user.id))


async def take_code(interaction: Interaction, code: str) -> None:
    services = interaction.client.services
    user = await present(interaction)
    linked = await services.addresses.confirm(user.id, code)
    await answer(interaction, await linked_card(services, user, linked))


def asked_card(asked: Asked, owner: int) -> Card:
    where = PersonChannel(channel_type=asked.channel, identifier=asked.address)
    return Card(
        heading(f"A code is on its way by {title_of(where)} ({place_of(where)})"),
        text(
            f"Type its six digits until {moment(asked.expires_at, 't')}: press the button, or use "
            "`/channel verify`.",
            small(_if_none_comes(asked.channel)),
        ),
        rows=[row(CodeButton(owner))],
    )


async def linked_card(services: Services, user: User, linked: PersonChannel) -> Card:
    channels = await services.channels.list(user.id)
    first = "" if channels[0] == linked else " `/channel default` puts it first."
    lead = f"{named(linked)} is yours now: I can tell you things there.{first}"
    return channels_card(channels, user, lead=lead)


def _if_none_comes(channel: str) -> str:
    if channel == "sms":
        return (
            "You can also reply with it from that phone. None comes? See whether the number is right; if you "
            "once texted STOP, text START first."
        )
    return (
        "None comes? See whether the address is right, and look among unwanted messages. If you once "
        "unsubscribed, the link in any older message leads back."
    )


class CodeButton(ui.DynamicItem[ui.Button[Any]], template=r"ql:code:(?P<owner>\d{1,20})"):
    def __init__(self, owner: int) -> None:
        super().__init__(
            ui.Button(label="Type the code", style=ButtonStyle.primary, custom_id=f"ql:code:{owner}")
        )
        self.owner = owner

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        del interaction, item
        return cls(int(match["owner"]))

    @guarded
    async def callback(self, interaction: Interaction) -> None:
        check_owner(interaction, self.owner)
        await interaction.response.send_modal(CodeForm())


class CodeForm(ui.Modal, title="The code that was sent to you"):
    code: ui.Label[Any] = ui.Label(
        text="Six digits",
        component=ui.TextInput[Any](min_length=6, max_length=LONGEST_CODE, placeholder="123456"),
    )

    @guarded
    async def on_submit(self, interaction: Interaction, /) -> None:
        typed = self.code.component
        assert isinstance(typed, ui.TextInput)  # noqa: S101 - as it is made above
        async with deferring(interaction):
            await take_code(interaction, typed.value)
