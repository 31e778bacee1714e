"""`/export` and `/delete-my-data`: all that Questlog knows about a person, in that person's hands.

Neither makes an account for somebody who has none, and both work while a deletion is under way.
"""

import asyncio
import gzip
import io
import re
from datetime import datetime
from typing import Any, Self

import discord
from discord import ButtonStyle, app_commands, ui

from bot.slash.answers import Interaction, answer, deferring, update
from bot.slash.asking import kept_card
from bot.slash.cards import Card, heading, row, text
from bot.slash.errors import Problem, guarded
from bot.slash.looks import GREY, RED
from bot.slash.ownership import check_owner
from bot.slash.texts import counted, small
from tracker.accounts.belongings import Holder
from tracker.accounts.deletion import delete_person
from tracker.accounts.export import exact_json, export_person
from tracker.accounts.identity import identity
from tracker.farewells import farewells
from tracker.store.keys import IdentityKind
from tracker.store.values import Value

_ROOM = 64 * 1024
"""Of what Discord takes in one message, so much is left for all but the file."""


async def export_data(interaction: Interaction) -> None:
    """Get everything that Questlog knows about you as a file"""
    services = interaction.client.services
    holder = await _holder(interaction)
    if holder is None:
        await answer(interaction, nothing_card())
        return
    now = services.clock()
    document = await export_person(services.table, holder, now)
    content = await asyncio.to_thread(written, document, interaction.filesize_limit - _ROOM)
    file = discord.File(io.BytesIO(content), filename=_filename(content, now))
    await answer(interaction, _export_card(file, _count(document)), file=file)


async def delete_data(interaction: Interaction) -> None:
    """Delete everything that Questlog knows about you, for good"""
    holder = await _holder(interaction)
    card = nothing_card() if holder is None else _question_card(interaction.user.id, holder.user_id)
    await answer(interaction, card)


export: app_commands.Command[Any, ..., None] = app_commands.command(name="export")(export_data)
delete: app_commands.Command[Any, ..., None] = app_commands.command(name="delete-my-data")(delete_data)


class DeletionButton(
    ui.DynamicItem[ui.Button[Any]],
    template=r"ql:forget:(?P<answer>yes|no):(?P<owner>\d{1,20}):(?P<account>[0-9A-Za-z]{1,40})",
):
    """It names the account: whoever comes back afterwards loses nothing by an old button."""

    def __init__(self, owner: int, account: str, label: str, *, yes: bool) -> None:
        custom_id = f"ql:forget:{'yes' if yes else 'no'}:{owner}:{account}"
        style = ButtonStyle.danger if yes else ButtonStyle.secondary
        super().__init__(ui.Button(custom_id=custom_id, label=label, style=style))
        self.owner, self.account, self.yes = owner, account, yes

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        del interaction, item
        return cls(int(match["owner"]), match["account"], match["answer"], yes=match["answer"] == "yes")

    @guarded
    async def callback(self, interaction: Interaction) -> None:
        check_owner(interaction, self.owner)
        if not self.yes:
            await update(interaction, kept_card())
            return
        async with deferring(interaction):
            services, holder = interaction.client.services, await _holder(interaction)
            if holder is None or holder.user_id != self.account:
                await update(interaction, gone_card())
                return
            first = farewells(services.table, services.clock)
            await delete_person(services.table, holder, services.clock(), first=first)
            await update(interaction, goodbye_card())


async def _holder(interaction: Interaction) -> Holder | None:
    """By the lock alone, so that a user item that cannot be read is no obstacle."""
    wanted = identity(IdentityKind.DISCORD, str(interaction.user.id))
    return await interaction.client.services.accounts.holder(wanted)


def written(document: dict[str, Value], most: int) -> bytes:
    """Packed where it is too large as it stands."""
    plain = (exact_json(document) + "\n").encode()
    if len(plain) <= most:
        return plain
    packed = gzip.compress(plain, mtime=0)
    if len(packed) > most:
        raise Problem(
            "There is more about you than Discord takes in one file. Whoever runs this bot can give it to "
            "you: `questlog account export`."
        )
    return packed


def _filename(content: bytes, now: datetime) -> str:
    packed = content.startswith(b"\x1f\x8b")
    return f"questlog-{now:%Y-%m-%d}.json{'.gz' if packed else ''}"


def _count(document: dict[str, Value]) -> int:
    items = document["items"]
    return (
        sum(len(group) for group in items.values() if isinstance(group, list))
        if isinstance(items, dict)
        else 0
    )


def _export_card(file: discord.File, count: int) -> Card:
    return Card(
        heading("Everything about you"),
        text(
            f"{counted(count, 'record')}: your settings, characters, goals, history, channels and messages.",
            small(
                "Only you see this. The file may hold addresses of yours, so mind whom you give it to. "
                "`/delete-my-data` removes everything."
            ),
        ),
        ui.File(file),
    )


def _question_card(owner: int, account: str) -> Card:
    buttons = row(
        DeletionButton(owner, account, "Delete everything", yes=True),
        DeletionButton(owner, account, "Keep it", yes=False),
    )
    return Card(
        heading("Delete everything about you?"),
        text(
            "Your settings, characters, goals, their history, your channels and all messages are gone then, "
            "for good, and nothing is told to you any more.",
            small("`/export` gives you a copy before."),
        ),
        colour=RED,
        rows=[buttons],
    )


def nothing_card() -> Card:
    return Card(
        text("Questlog knows nothing about you: there is nothing to export or to delete."), colour=GREY
    )


def gone_card() -> Card:
    return Card(text("What this was about is deleted already."), colour=GREY)


def goodbye_card() -> Card:
    return Card(
        heading("Goodbye, and good luck"),
        text(
            "Everything about you is deleted.",
            small("You are welcome to come back: any command begins anew."),
        ),
        colour=GREY,
    )
