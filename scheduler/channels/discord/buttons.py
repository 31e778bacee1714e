"""The buttons of messages on Discord: what they say, and the ids by which they are known after a restart.

An id names the person whose button it is. Whoever answers a press asks for it; see `bot/slash/`.
"""

import re
from collections.abc import Iterable, Sequence

import discord

from tracker.notify.kinds import ButtonAct

LONGEST_ID = 100
"""Discord's limit."""

GOAL_BUTTON = re.compile(
    r"ql:goal:(?P<act>show|pause|resume):(?P<owner>[0-9]{1,20}):(?P<character>.+):(?P<goal>[^:]+)", re.DOTALL
)
HABIT_BUTTON = re.compile(
    r"ql:habit:(?P<act>done|amount|skip|snooze|undo):(?P<owner>[0-9]{1,20})"
    r":(?P<habit>[^:]{1,40}):(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})"
)
TASK_BUTTON = re.compile(
    r"ql:task:(?P<act>done|move|snooze|drop|start|hold|resume|skip|undo):(?P<owner>[0-9]{1,20})"
    r":(?P<task>[^:]{1,60})"
)
METRIC_BUTTON = re.compile(
    r"ql:metric:(?P<act>log|correct|undo):(?P<owner>[0-9]{1,20}):(?P<metric>[^:]{1,60})"
    r"(?::(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2}))?"
)
TICK_MENU = re.compile(r"ql:tick:(?P<owner>[0-9]{1,20})")
TASK_MENU = re.compile(r"ql:tick-task:(?P<owner>[0-9]{1,20})")
_MENUS = {"habit": "tick"}
"""How the ids of menus call things; the menus of others have their names: `tick-task`."""
MESSAGE_BUTTON = re.compile(r"ql:message:(?P<owner>[0-9]{1,20}):(?P<message>[^:]{1,40})")


def act_button(
    act: ButtonAct, thing: str, owner: int | None, names: Iterable[str], *, label: str | None = None
) -> discord.ui.Button[discord.ui.LayoutView]:
    """What a press does with something of the owner's, which these names say; without one, for anybody."""
    whose = () if owner is None else (act, str(owner))
    return discord.ui.Button(
        label=label or act.label,
        style=discord.ButtonStyle.success if act.is_main else discord.ButtonStyle.secondary,
        custom_id=":".join(["ql", thing, *whose, *names]),
    )


def fits(button: discord.ui.Button[discord.ui.LayoutView]) -> bool:
    """Not where the names are too long for an id."""
    return len(button.custom_id or "") <= LONGEST_ID


def tick_menu(
    thing: str, owner: int, options: Sequence[discord.SelectOption]
) -> discord.ui.Select[discord.ui.LayoutView]:
    """Several things of a kind at once; of a habit, the value is the habit and the day: `01J…/2027-03-01`."""
    return discord.ui.Select(
        custom_id=f"ql:{_MENUS.get(thing, f'tick-{thing}')}:{owner}",
        placeholder="Done: the others",
        options=list(options),
        max_values=len(options),
    )


def message_button(owner: int, message: str) -> discord.ui.Button[discord.ui.LayoutView]:
    """Shows the whole of a message that was too long for Discord."""
    return discord.ui.Button(label="Read all of it", custom_id=f"ql:message:{owner}:{message}")
