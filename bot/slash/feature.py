"""What a feature brings along: its commands, and the buttons and selects that outlive a restart."""

from dataclasses import dataclass
from typing import Any, TypeAlias

import discord
from discord import app_commands

Command: TypeAlias = app_commands.Command[Any, ..., Any] | app_commands.Group | type[app_commands.Group]
"""A class of a group is made anew for each client, so that two clients share no cooldowns."""


@dataclass(frozen=True, slots=True)
class Feature:
    name: str
    commands: tuple[Command, ...] = ()
    items: tuple[type[discord.ui.DynamicItem[Any]], ...] = ()

    def made(self) -> list[app_commands.Command[Any, ..., Any] | app_commands.Group]:
        """What stands in the tree."""
        return [command() if isinstance(command, type) else command for command in self.commands]
