"""Are you sure? A card with two buttons, which say what they do and work after a restart.

`ACTIONS` knows by name what is done when somebody says yes: a feature that asks enters its action there.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Self, TypeAlias

import discord
from discord import ButtonStyle, ui

from bot.services import Services
from bot.slash.answers import Interaction, deferring, update
from bot.slash.cards import Card, heading, row, text
from bot.slash.errors import Problem, guarded
from bot.slash.looks import GREY, RED
from bot.slash.ownership import check_owner
from bot.slash.person import present
from tracker.accounts.model import User

LONGEST_ID = 100


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be decided, and by whom."""

    action: str
    owner: int
    """The Discord id of whoever may answer."""
    about: str = ""
    """What it is about, for the action: the id of a goal. Never a name that others gave."""

    def custom_id(self, answer: str) -> str:
        about = f":{self.about}" if self.about else ""
        return f"ql:{answer}:{self.action}:{self.owner}{about}"


Action: TypeAlias = Callable[[Services, User, str], Awaitable[Card]]
"""Does it, and says what was done. The text is what the question was about."""

ACTIONS: dict[str, Action] = {}
"""By name: small letters and dashes."""


class AnswerButton(
    ui.DynamicItem[ui.Button[Any]],
    template=r"ql:(?P<answer>yes|no):(?P<action>[a-z-]+):(?P<owner>\d{1,20})(?::(?P<about>.+))?",
):
    def __init__(self, question: Question, label: str, *, yes: bool) -> None:
        custom_id = question.custom_id("yes" if yes else "no")
        style = ButtonStyle.danger if yes else ButtonStyle.secondary
        super().__init__(ui.Button(custom_id=custom_id, label=label, style=style))
        self.question, self.yes = question, yes

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        del interaction, item
        question = Question(match["action"], int(match["owner"]), match["about"] or "")
        return cls(question, match["answer"], yes=match["answer"] == "yes")

    @guarded
    async def callback(self, interaction: Interaction) -> None:
        check_owner(interaction, self.question.owner)
        if not self.yes:
            await update(interaction, kept_card())
            return
        act = ACTIONS.get(self.question.action)
        if act is None:
            raise Problem("This can no longer be done here. /help names the commands that are there.")
        async with deferring(interaction):
            user = await present(interaction)
            await update(interaction, await act(interaction.client.services, user, self.question.about))


def question_card(
    question: Question, title: str, *words: str, yes: str = "Yes, remove it", no: str = "Keep it"
) -> Card:
    """`title` and `words` are safe already, and say what will be gone; the buttons say what they do.

    Raises ValueError where the question is too long for a button: what it is about must be an id.
    """
    if len(question.custom_id("yes")) > LONGEST_ID:
        raise ValueError(f"a question of {question.action} does not fit into a button")
    buttons = row(AnswerButton(question, yes, yes=True), AnswerButton(question, no, yes=False))
    return Card(heading(title), text(*words), colour=RED, rows=[buttons])


def kept_card() -> Card:
    return Card(text("Nothing was changed."), colour=GREY)
