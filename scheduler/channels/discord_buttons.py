"""The buttons of messages on Discord: what they say, and the ids by which they are known after a restart.

An id names the person whose button it is. Whoever answers a press asks for it; see `bot/slash/`.
"""

import re
from enum import StrEnum

import discord

LONGEST_ID = 100
"""Discord's limit."""

GOAL_BUTTON = re.compile(
    r"ql:goal:(?P<act>show|pause|resume):(?P<owner>[0-9]{1,20}):(?P<character>.+):(?P<goal>[^:]+)", re.DOTALL
)
MESSAGE_BUTTON = re.compile(r"ql:message:(?P<owner>[0-9]{1,20}):(?P<message>[^:]{1,40})")


class Act(StrEnum):
    """What a button does with a goal."""

    SHOW = "show"
    PAUSE = "pause"
    RESUME = "resume"


_LABELS = {Act.SHOW: "Show the goal", Act.PAUSE: "Pause it", Act.RESUME: "Go on with it"}


def goal_button(
    act: Act, owner: int, character: str, goal: str
) -> discord.ui.Button[discord.ui.LayoutView] | None:
    """None where the names are too long for an id."""
    name = f"ql:goal:{act}:{owner}:{character}:{goal}"
    if len(name) > LONGEST_ID:
        return None
    return discord.ui.Button(label=_LABELS[act], custom_id=name)


def message_button(owner: int, message: str) -> discord.ui.Button[discord.ui.LayoutView]:
    """Shows the whole of a message that was too long for Discord."""
    return discord.ui.Button(label="Read all of it", custom_id=f"ql:message:{owner}:{message}")
