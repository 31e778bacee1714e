"""What can be done with one of a person's channels, by the same words on every front end."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

from bot.channels import usecases, view
from bot.channels.requests import NameChannel
from bot.view import View
from bot.visit import Visit


class ChannelAct(NamedTuple):
    about: str
    do: Callable[[Visit, NameChannel], Awaitable[Any]]
    show: Callable[[Visit, Any], View] = view.channels
    back: str = ""
    """The word for what takes it back."""


ACTS: Mapping[str, ChannelAct] = {
    "default": ChannelAct("Be told things there first", usecases.make_default),
    "up": ChannelAct("Be told things there before the channel above it", usecases.move_up, back="down"),
    "down": ChannelAct("Be told things there after the channel below it", usecases.move_down, back="up"),
    "off": ChannelAct("Be told nothing there until you switch it on again", usecases.switch_off, back="on"),
    "on": ChannelAct("Be told things there again", usecases.switch_on, back="off"),
    "test": ChannelAct(
        "Send yourself a test message now, whatever your quiet hours say", usecases.test, view.tested
    ),
}

SHOW = ChannelAct("Show a channel, and whether messages go there", usecases.show, view.channel)
"""By other words in a text message, and with another method over HTTP."""
