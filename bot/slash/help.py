"""`/help`: what Questlog can do here, with every command of every feature to click on."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.slash.answers import Interaction, answer
from bot.slash.notice import notice
from bot.slash.sync import EVERYWHERE, told_commands

Command: TypeAlias = app_commands.Command[Any, ..., Any] | app_commands.Group

LONGEST_PART = 3800
"""Discord takes 4,000 letters in a message."""
INTRODUCTION = (
    "### Questlog\nIt watches the numbers that you want to move, and tells you where you are. "
    "Begin with a character and a goal, or with a habit; everything here is seen by you alone, unless you "
    "share it."
)


async def show_help(interaction: Interaction) -> None:
    """Show what Questlog can do"""
    client = interaction.client
    told = await told_commands(client.services.table)
    known = told.get(str(interaction.guild_id)) or told.get(EVERYWHERE)
    ids: Mapping[str, str] = known.ids if known else {}
    commands = client.tree.get_commands(type=discord.AppCommandType.chat_input)
    lines = [line_of(command, ids) for command in commands if _is_offered(command, interaction)]
    for part in in_parts((INTRODUCTION, *lines)):
        await answer(interaction, notice(part))


def in_parts(lines: Iterable[str], most: int = LONGEST_PART) -> list[str]:
    """As many messages as it takes."""
    parts = [""]
    for line in lines:
        if parts[-1] and len(parts[-1]) + len(line) >= most:
            parts.append("")
        parts[-1] += f"\n{line}" if parts[-1] else line
    return parts


help_: app_commands.Command[Any, ..., None] = app_commands.command(name="help")(show_help)


def _is_offered(command: Command, interaction: Interaction) -> bool:
    """What asks for a permission is about a server, and for those who have it there."""
    wanted = command.default_permissions
    return wanted is None or (interaction.guild_id is not None and interaction.permissions >= wanted)


def line_of(command: Command, ids: Mapping[str, str]) -> str:
    names = [command.name]
    if isinstance(command, app_commands.Group):
        names = [
            one.qualified_name for one in command.walk_commands() if isinstance(one, app_commands.Command)
        ]
    shown = (mention(name, ids.get(command.name)) for name in names)
    return f"{' '.join(shown)}\n-# {command.description}"


def mention(name: str, command_id: str | None) -> str:
    """Clickable where Discord's id of the command is known."""
    return f"</{name}:{command_id}>" if command_id else f"`/{name}`"
