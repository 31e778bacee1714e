"""`/announce on|off|list`: whether everybody on a server hears what a person reaches. Only they decide it."""

import re
from typing import Any, Self

import discord
from discord import ButtonStyle, app_commands, ui

from bot.services import Services
from bot.slash.answers import Interaction, answer, deferring
from bot.slash.cards import Card, Row, row
from bot.slash.errors import Problem, Suggestions, guarded, suggesting
from bot.slash.person import known, present
from bot.slash.server_cards import joined_card, left_card, memberships_card
from bot.slash.suggestions import choices
from tracker.accounts.model import User
from tracker.servers.membership import memberships_of
from tracker.servers.model import Announces, Membership, Server

NOT_HERE = "That is about a server: use it there, not in direct messages."
NOT_SET_UP = (
    "Nothing is announced on this server yet. Somebody who manages it can choose a channel for that: "
    "/server announce-channel."
)
NOWHERE = "You are not announced on this server. /announce list says where you are."


class AnnounceCommands(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(name="announce", description="Whether everybody on a server hears what you reach")

    @app_commands.command()
    async def on(self, interaction: Interaction) -> None:
        """Let everybody on this server hear what you reach in games"""
        user = await present(interaction)
        await answer(interaction, await join(interaction, user))

    @app_commands.command()
    @app_commands.describe(server="Which one, if you are not there right now")
    async def off(
        self, interaction: Interaction, server: app_commands.Range[str, 1, 100] | None = None
    ) -> None:
        """Be announced on a server no longer"""
        services, user = interaction.client.services, await present(interaction)
        if server is None:
            await answer(interaction, await leave(interaction, user))
            return
        mine = await memberships_of(services.table, user.id)
        found = [one for one in mine if _is_meant(one, server)]
        if len(found) != 1:
            raise Problem(_unclear(mine))
        await answer(interaction, left_card(await services.servers.leave(user.id, found[0].server)))

    @app_commands.command(name="list")
    async def list_(self, interaction: Interaction) -> None:
        """Show where what you reach is announced"""
        user = await present(interaction)
        mine = await memberships_of(interaction.client.services.table, user.id)
        await answer(interaction, memberships_card(mine))

    @off.autocomplete("server")
    @suggesting
    async def suggest_servers(self, interaction: Interaction, current: str) -> Suggestions:
        user = await known(interaction)
        mine = await memberships_of(interaction.client.services.table, user.id) if user else []
        wanted = current.strip().casefold()
        return choices((one.name, one.server) for one in mine if wanted in one.name.casefold())


class AnnounceButton(ui.DynamicItem[ui.Button[Any]], template=r"ql:announce:(?P<answer>on|off)"):
    """Under an invitation that everybody sees: whoever presses it speaks for themselves."""

    def __init__(self, said: str) -> None:
        label, style = _LABELS[said]
        super().__init__(ui.Button(custom_id=f"ql:announce:{said}", label=label, style=style))
        self.said = said

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        del interaction, item
        return cls(match["answer"])

    @guarded
    async def callback(self, interaction: Interaction) -> None:
        async with deferring(interaction):
            user = await present(interaction)
            act = join if self.said == "on" else leave
            await answer(interaction, await act(interaction, user))


_LABELS = {"on": ("Announce mine", ButtonStyle.primary), "off": ("No longer mine", ButtonStyle.secondary)}


def announce_rows() -> list[Row]:
    return [row(AnnounceButton("on"), AnnounceButton("off"))]


async def join(interaction: Interaction, user: User) -> Card:
    """Raises Problem, TooManyServers."""
    services = interaction.client.services
    server = await server_here(services, interaction)
    if server is None or server.announces is Announces.NOTHING:
        raise Problem(NOT_SET_UP)
    return joined_card(await services.servers.join(user, server))


async def leave(interaction: Interaction, user: User) -> Card:
    """Raises Problem, NotAnnounced."""
    services = interaction.client.services
    server = await server_here(services, interaction)
    if server is None:
        raise Problem(NOWHERE)
    return left_card(await services.servers.leave(user.id, server.account))


async def server_here(services: Services, interaction: Interaction) -> Server | None:
    """Where the interaction happens; None where nobody has set the server up. Raises Problem elsewhere."""
    if interaction.guild_id is None:
        raise Problem(NOT_HERE)
    return await services.servers.find(interaction.guild_id)


def _is_meant(membership: Membership, said: str) -> bool:
    """By its name as it was then, or by what a suggestion puts in its place."""
    return said.strip().casefold() in (membership.server.casefold(), membership.name.casefold())


def _unclear(mine: list[Membership]) -> str:
    names = ", ".join(one.name for one in mine)
    return f"Which server? You are announced on: {names}." if mine else "You are announced nowhere."
