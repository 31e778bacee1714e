"""The buttons of messages on Discord: what they say, and the ids by which they are known after a restart.

An id names the person whose button it is. Whoever answers a press asks for it; see `bot/slash/`.
"""

import re
from collections.abc import Sequence
from enum import StrEnum

import discord

LONGEST_ID = 100
"""Discord's limit."""

GOAL_BUTTON = re.compile(
    r"ql:goal:(?P<act>show|pause|resume):(?P<owner>[0-9]{1,20}):(?P<character>.+):(?P<goal>[^:]+)", re.DOTALL
)
HABIT_BUTTON = re.compile(
    r"ql:habit:(?P<act>done|amount|skip|snooze|undo):(?P<owner>[0-9]{1,20})"
    r":(?P<habit>[^:]{1,40}):(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})"
)
TICK_MENU = re.compile(r"ql:tick:(?P<owner>[0-9]{1,20})")
MESSAGE_BUTTON = re.compile(r"ql:message:(?P<owner>[0-9]{1,20}):(?P<message>[^:]{1,40})")


class Act(StrEnum):
    """What a button does with a goal."""

    SHOW = "show"
    PAUSE = "pause"
    RESUME = "resume"


class DayAct(StrEnum):
    """What a button says of a day of a habit."""

    DONE = "done"
    AMOUNT = "amount"
    """Done, after the person has said how much."""
    SKIP = "skip"
    SNOOZE = "snooze"
    UNDO = "undo"


_LABELS = {Act.SHOW: "Show the goal", Act.PAUSE: "Pause it", Act.RESUME: "Go on with it"}

_DAY_LABELS = {
    DayAct.DONE: "Done",
    DayAct.AMOUNT: "Done",
    DayAct.SKIP: "Skip",
    DayAct.SNOOZE: "Snooze",
    DayAct.UNDO: "Undo",
}
_DAY_STYLES = {
    DayAct.DONE: discord.ButtonStyle.success,
    DayAct.AMOUNT: discord.ButtonStyle.success,
}


def goal_button(
    act: Act, owner: int, character: str, goal: str
) -> discord.ui.Button[discord.ui.LayoutView] | None:
    """None where the names are too long for an id."""
    name = f"ql:goal:{act}:{owner}:{character}:{goal}"
    if len(name) > LONGEST_ID:
        return None
    return discord.ui.Button(label=_LABELS[act], custom_id=name)


def habit_button(
    act: DayAct, owner: int, habit: str, day: str, *, label: str | None = None
) -> discord.ui.Button[discord.ui.LayoutView]:
    """The day is written as in `2027-03-01`."""
    return discord.ui.Button(
        label=label or _DAY_LABELS[act],
        style=_DAY_STYLES.get(act, discord.ButtonStyle.secondary),
        custom_id=f"ql:habit:{act}:{owner}:{habit}:{day}",
    )


def tick_menu(
    owner: int, options: Sequence[discord.SelectOption]
) -> discord.ui.Select[discord.ui.LayoutView]:
    """Several habits at once; the value of each is the habit and the day: `01J…/2027-03-01`."""
    return discord.ui.Select(
        custom_id=f"ql:tick:{owner}",
        placeholder="Done: the others",
        options=list(options),
        max_values=len(options),
    )


def message_button(owner: int, message: str) -> discord.ui.Button[discord.ui.LayoutView]:
    """Shows the whole of a message that was too long for Discord."""
    return discord.ui.Button(label="Read all of it", custom_id=f"ql:message:{owner}:{message}")
