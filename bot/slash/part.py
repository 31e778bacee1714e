"""What a feature brings to Discord, in `SLASH` of its `slash.py`: commands, buttons, lists and questions."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import field
from typing import Any, TypeAlias, TypeVar

import discord
from discord import app_commands

from bot.documents import Ask
from bot.slash.answers import Interaction
from bot.slash.cards import Card
from bot.slash.hearing import Hearing
from bot.slash.press import Press
from bot.view import Text, View
from bot.visit import Visit
from tracker.frozen import frozen
from tracker.notify.model import PersonChannel

Command: TypeAlias = app_commands.Command[Any, ..., Any] | app_commands.Group | type[app_commands.Group]
"""A class of a group is made anew for each client, so that two clients share no cooldowns."""

PageOf: TypeAlias = Callable[[Visit, int, str], Awaitable[View | Card]]
"""A page of a list for its owner, right now: its number from 0, and what the list was asked for."""

_Ask = TypeVar("_Ask", bound=Ask)
_Answer = TypeVar("_Answer")

Answered: TypeAlias = Callable[[Visit, str], Awaitable[View]]
"""Does what somebody said yes to, and says what was done. The text is what the question was about."""


ShowLogged: TypeAlias = Callable[[Interaction, Visit, Text, View], Awaitable[None]]
"""Shows what was logged: what came of it in a sentence, and as a view of its own."""

Form: TypeAlias = Callable[[Press, str, str, ShowLogged], Awaitable[None]]
"""Asks how much of something was done on a day, and logs what was typed: an id, the day, what shows it."""


@frozen
class SlashPart:
    commands: tuple[Command, ...] = ()
    items: tuple[type[discord.ui.DynamicItem[Any]], ...] = ()
    """Buttons and selects, made with `on_press`."""
    lists: Mapping[str, PageOf] = field(default_factory=dict[str, PageOf])
    """By the name that its pages' buttons carry: small letters and dashes."""
    questions: Mapping[str, Answered] = field(default_factory=dict[str, Answered])
    """By the name of what is asked before it is done: small letters and dashes."""
    hearing: Hearing | None = None
    """What it does with messages on servers that mention the bot."""
    form: Form | None = None
    """For the things that it has on *today*."""
    welcome: Callable[[Visit], View] | None = None
    """What whoever is here for the first time reads after the answer."""

    unreached: Callable[[Visit, PersonChannel], Awaitable[View]] | None = None
    """What somebody reads after the answer whom messages on Discord did not reach."""

    def made(self) -> list[app_commands.Command[Any, ..., Any] | app_commands.Group]:
        """The commands as they stand in the tree."""
        return [command() if isinstance(command, type) else command for command in self.commands]


def paged(
    ask: Callable[[int, str], _Ask],
    do: Callable[[Visit, _Ask], Awaitable[_Answer]],
    show: Callable[[Visit, _Answer], View],
) -> PageOf:
    """The pages of a list are what a use case answers; `ask` gets the number and what it was asked for."""

    async def page(here: Visit, number: int, about: str) -> View:
        return show(here, await do(here, ask(number, about)))

    return page
