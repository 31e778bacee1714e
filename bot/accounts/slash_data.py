"""`/export` and `/delete-my-data`: all that Questlog knows about a person, in that person's hands.

Neither makes an account for somebody who has none, and both work while a deletion is under way.
"""

import asyncio
import io
from datetime import datetime
from typing import Any

import discord
from discord import app_commands, ui

from bot.accounts import usecases, view
from bot.slash.acting import passing_visit, respond
from bot.slash.answers import Interaction, answer
from bot.slash.cards import Card
from bot.slash.press import Press, on_press
from bot.slash.render import body
from tracker.accounts.belongings import Holder
from tracker.accounts.export import PACKED, count_items, export_file
from tracker.accounts.identity import identity
from tracker.store.keys import IdentityKind

_ROOM = 64 * 1024
"""Of what Discord takes in one message, so much is left for all but the file."""


async def export_data(interaction: Interaction) -> None:
    """Get everything that Questlog knows about you as a file"""
    services, here = interaction.client.services, passing_visit(interaction)
    if (holder := await _holder(interaction)) is None:
        await respond(interaction, here, view.UNKNOWN)
        return
    document = await usecases.export(services, holder)
    content = await asyncio.to_thread(export_file, document, interaction.filesize_limit - _ROOM)
    file = discord.File(io.BytesIO(content), filename=_filename(content, here.now))
    shown = view.exported(here, count_items(document))
    await answer(interaction, Card(*body(here, shown), ui.File(file)), file=file)


async def delete_data(interaction: Interaction) -> None:
    """Delete everything that Questlog knows about you, for good"""
    here, holder = passing_visit(interaction), await _holder(interaction)
    if holder is None:
        await respond(interaction, here, view.UNKNOWN)
        return
    notes = await usecases.parting(here.services, holder)
    await respond(interaction, here, view.deletion(here, holder.user_id, notes))


COMMANDS: tuple[app_commands.Command[Any, ..., None], ...] = (
    app_commands.command(name="export")(export_data),
    app_commands.command(name="delete-my-data")(delete_data),
)


@on_press(r"ql:forget:(?P<answer>yes|no):(?P<owner>[0-9]{1,20}):(?P<account>[0-9A-Za-z]{1,40})")
async def deletion_button(press: Press) -> None:
    here = passing_visit(press.interaction)
    if press["answer"] == "no":
        await press.replace(here, view.KEPT)
        return
    holder = await _holder(press.interaction)
    if holder is None or holder.user_id != press["account"]:
        await press.replace(here, view.GONE)
        return
    await usecases.delete(here.services, holder)
    await press.replace(here, view.GOODBYE)


async def _holder(interaction: Interaction) -> Holder | None:
    """By the lock alone, so that a user item that cannot be read is no obstacle."""
    wanted = identity(IdentityKind.DISCORD, str(interaction.user.id))
    return await interaction.client.services.accounts.holder(wanted)


def _filename(content: bytes, now: datetime) -> str:
    return f"questlog-{now:%Y-%m-%d}.json{'.gz' if content.startswith(PACKED) else ''}"
