"""The buttons under habits on Discord, which work after a restart, too, and the form that asks how much."""

from typing import Any

from discord import TextStyle, ui

from bot.habits import requests, usecases, view
from bot.habits.documents import DayLogged
from bot.names import plain_line
from bot.slash.acting import respond, rewrite, visit
from bot.slash.answers import Interaction, deferring
from bot.slash.errors import guarded
from bot.slash.part import ShowLogged
from bot.slash.press import Press, on_press
from bot.view import Text, View
from bot.visit import Visit
from scheduler.channels.discord.buttons import HABIT_BUTTON, TICK_MENU
from tracker.words import LONGEST_NOTE

LONGEST_TITLE, LONGEST_HINT = 45, 100
"""Of a form and of what is said of a field, for Discord."""
OPEN_SECONDS = 3600.0
"""A form that nobody sends is forgotten after that."""
CARD_BUTTON = (
    r"ql:habit-card:(?P<act>done|amount|skip|undo|pause|resume):(?P<owner>[0-9]{1,20})"
    r":(?P<habit>[^:]{1,40}):(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})"
)


@on_press(HABIT_BUTTON, defers=False)
async def day_button(press: Press) -> None:
    """The card with the button becomes what was said of the day; other cards of the message stay."""

    async def show(interaction: Interaction, here: Visit, _: Text, shown: View) -> None:
        await rewrite(interaction, here, shown, press.custom_id)

    await _pressed(press, show)


@on_press(CARD_BUTTON, defers=False)
async def card_button(press: Press) -> None:
    """Under a card with everything about a habit, which is made anew in its place."""

    async def show(interaction: Interaction, here: Visit, said: Text, _: View) -> None:
        found = await usecases.show(here, requests.NameHabit(habit=press["habit"]))
        shown = view.habit(here, found, notice=said, drawn=press.has_picture)
        await respond(interaction, here, shown, in_place=True)

    await _pressed(press, show)


@on_press(TICK_MENU, select=True)
async def tick_menu(press: Press) -> None:
    """Under a message about more habits than have room for buttons."""
    here = await press.visit()
    chosen = (value.partition("/") for value in press.chosen)
    ask = requests.ChangeDays(days=tuple((habit, day) for habit, _, day in chosen))
    await press.answer(here, view.several_logged(here, await usecases.change_days(here, ask)))


ITEMS = (day_button, card_button, tick_menu)


async def _pressed(press: Press, show: ShowLogged) -> None:
    """A form has to be the first answer, so nothing is deferred before it."""
    if press["act"] == "amount":
        await open_form(press.interaction, press["habit"], press["day"], show)
    else:
        await _do(press.interaction, press["act"], press["habit"], press["day"], show)


async def _do(interaction: Interaction, act: str, habit: str, day: str, show: ShowLogged) -> None:
    async with deferring(interaction):
        here = await visit(interaction)
        match act:
            case "pause" | "resume":
                turn = usecases.pause if act == "pause" else usecases.resume
                turned = await turn(here, requests.NameHabit(habit=habit))
                said, shown = turned.message, view.changed(here, turned)
            case "snooze":
                shown = view.snoozed(here, await usecases.snooze(here, requests.SnoozeHabit(habit=habit)))
                said = shown.lead or ""
            case _:
                done = await _log(here, act, habit, day)
                said, shown = done.message, view.logged(here, done)
        await show(interaction, here, said, shown)


async def _log(here: Visit, act: str, habit: str, day: str) -> DayLogged:
    match act:
        case "skip":
            return await usecases.skip(here, requests.SkipDay(habit=habit, day=day))
        case "undo":
            return await usecases.undo(here, requests.UndoDay(habit=habit, day=day))
        case _:
            return await usecases.complete(here, requests.CompleteDay(habit=habit, day=day))


async def open_form(interaction: Interaction, habit: str, day: str, show: ShowLogged) -> None:
    """Asks how much it was. A habit without an amount any more is just done."""
    here = await visit(interaction)
    found = await usecases.day_of(here, requests.SkipDay(habit=habit, day=day))
    if found.habit.target is None:
        await _do(interaction, "done", habit, day, show)
    else:
        await interaction.response.send_modal(AmountForm(found, show))


class AmountForm(ui.Modal):
    def __init__(self, so_far: DayLogged, show: ShowLogged) -> None:
        habit = so_far.habit
        super().__init__(title=plain_line(habit.name, LONGEST_TITLE) or "How much?", timeout=OPEN_SECONDS)
        self._so_far, self._show = so_far, show
        self._amount: ui.TextInput[Any] = ui.TextInput(
            required=habit.at_most,
            max_length=20,
            placeholder="5" if habit.at_most else "Leave it empty for all of it",
        )
        self._note: ui.TextInput[Any] = ui.TextInput(
            required=False, max_length=LONGEST_NOTE, style=TextStyle.paragraph
        )
        about = plain_line(_about(so_far), LONGEST_HINT)
        self.add_item(ui.Label(text=view.how_much(habit), description=about, component=self._amount))
        self.add_item(ui.Label(text="Note", component=self._note))

    @guarded
    async def on_submit(self, interaction: Interaction, /) -> None:
        ask = requests.CompleteDay(
            habit=self._so_far.habit.id,
            day=f"{self._so_far.day}",
            amount=self._amount.value.strip() or None,
            note=self._note.value or None,
        )
        async with deferring(interaction, in_place=True):
            here = await visit(interaction)
            done = await usecases.complete(here, ask)
            await self._show(interaction, here, done.message, view.logged(here, done))


def _about(so_far: DayLogged) -> str:
    target, unit = so_far.habit.target, so_far.habit.unit or ""
    if so_far.amount is None:
        return f"{target:,} {unit} a day"
    return f"{so_far.amount:,} of {target:,} {unit} so far; what you write is added"
