"""`/messages`: what somebody was told in the last 90 days, and why each message came, or did not.

`/history` is its old name.
"""

from typing import Any

from discord import app_commands

from bot.messages import usecases, view
from bot.messages.requests import ListMessages, NameBatch, NameMessage
from bot.slash.acting import act
from bot.slash.answers import Interaction
from bot.slash.part import SlashPart
from bot.slash.press import Press, on_press
from bot.view import View
from bot.visit import Visit
from scheduler.channels.discord.buttons import MESSAGE_BUTTON


async def show_messages(interaction: Interaction) -> None:
    """See what I told you, and why a message came or did not"""
    await act(interaction, usecases.list_messages, ListMessages(page=0), view.messages)


async def show_history(interaction: Interaction) -> None:
    """Another word for /messages"""
    await show_messages(interaction)


COMMANDS: tuple[app_commands.Command[Any, ..., None], ...] = (
    app_commands.command(name="messages")(show_messages),
    app_commands.command(name="history")(show_history),
)


@on_press(rf"ql:{view.MENU}:(?P<owner>[0-9]{{1,20}})", select=True)
async def why_menu(press: Press) -> None:
    here = await press.visit()
    await press.replace(here, await message_page(here, 0, press.chosen[0]))


@on_press(MESSAGE_BUTTON)
async def whole_message(press: Press) -> None:
    """Under a message that was too long for Discord."""
    here = await press.visit()
    await press.answer(here, await together_page(here, 0, press["message"]))


async def messages_page(here: Visit, number: int, about: str) -> View:
    del about
    return view.messages(here, await usecases.list_messages(here, ListMessages(page=number)))


async def message_page(here: Visit, number: int, about: str) -> View:
    return view.message(here, await usecases.show(here, NameMessage(message=about)), number)


async def together_page(here: Visit, number: int, about: str) -> View:
    found = await usecases.show_together(here, NameBatch(batch=about))
    return view.together(here, found, number, about)


SLASH = SlashPart(
    commands=COMMANDS,
    items=(why_menu, whole_message),
    lists={view.LIST: messages_page, view.ONE: message_page, view.TOGETHER: together_page},
)
