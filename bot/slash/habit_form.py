"""The form that asks how much of a habit was done, opened by a button."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from discord import TextStyle, ui

from bot.names import UNIT
from bot.pictures import plain_line
from bot.slash.answers import Interaction, deferring
from bot.slash.errors import Problem, guarded
from bot.slash.habit_telling import checked_note
from tracker.habits.model import Habit
from tracker.habits.words.amounts import BadAmount, parse_amount
from tracker.habits.words.wording import amount_text, so_far
from tracker.readings import Number
from tracker.words import LONGEST_NOTE

LONGEST_TITLE, LONGEST_HINT = 45, 100
"""Of a form and of what is said of a field, for Discord."""
OPEN_SECONDS = 3600.0
"""A form that nobody sends is forgotten after that."""
MOST = 10**12

Then: TypeAlias = Callable[[Interaction, Number | None, str | None], Awaitable[None]]
"""What is done with an amount and a note; without an amount it is all that is wanted."""


class AmountForm(ui.Modal):
    def __init__(self, habit: Habit, done: Number | None, then: Then) -> None:
        """`done` is how much of the day was told before."""
        super().__init__(title=plain_line(habit.name, LONGEST_TITLE) or "How much?", timeout=OPEN_SECONDS)
        self._then = then
        self._amount: ui.TextInput[Any] = ui.TextInput(
            required=habit.target.at_most, max_length=20, placeholder=_placeholder(habit)
        )
        self._note: ui.TextInput[Any] = ui.TextInput(
            required=False, max_length=LONGEST_NOTE, style=TextStyle.paragraph
        )
        self.add_item(
            ui.Label(text=asked(habit), description=_description(habit, done), component=self._amount)
        )
        self.add_item(ui.Label(text="Note", component=self._note))

    @guarded
    async def on_submit(self, interaction: Interaction, /) -> None:
        amount, note = read_amount(self._amount.value), checked_note(self._note.value)
        async with deferring(interaction, in_place=True):
            await self._then(interaction, amount, note)


def asked(habit: Habit) -> str:
    """`How many pages?`."""
    unit = plain_line(habit.unit or "", UNIT)
    return f"How many {unit}?" if unit else "How much?"


def read_amount(text: str) -> Number | None:
    """None where nothing is said. Raises Problem."""
    if not text.strip():
        return None
    try:
        return parse_amount(text)
    except BadAmount as refused:
        raise Problem(str(refused)) from refused


def _placeholder(habit: Habit) -> str:
    return "5" if habit.target.at_most else "Leave it empty for all of it"


def _description(habit: Habit, done: Number | None) -> str | None:
    wanted = None if habit.amount is None else f"{amount_text(habit, habit.amount)} a day"
    told = so_far(habit, done) if done is not None else wanted
    before = "so far; what you write is added" if done is not None else None
    return plain_line(" ".join(filter(None, [told, before])), LONGEST_HINT) or None
