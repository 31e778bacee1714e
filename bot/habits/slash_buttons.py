"""The buttons under habits on Discord, which work after a restart, too, and the form that asks how much."""

from typing import Any

from discord import TextStyle, ui

from bot.habits import requests, usecases, view
from bot.habits.documents import DayLogged
from bot.names import plain_line
from bot.slash.acting import respond, rewrite
from bot.slash.answers import Interaction, deferring
from bot.slash.part import ShowLogged
from bot.slash.press import Press, on_press
from bot.view import Text, View
from bot.visit import Visit
from scheduler.channels.discord.buttons import HABIT_BUTTON, TICK_MENU
from tracker.words import LONGEST_NOTE, people, with_unit

LONGEST_TITLE, LONGEST_HINT = 45, 100
"""Of a form and of what is said of a field, for Discord."""
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
        made = view.with_notes if press.is_private else view.habit
        shown = made(here, found, notice=said, drawn=press.has_picture)
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
        await amount_form(press, press["habit"], press["day"], show)
    else:
        await _do(press, press["act"], press["habit"], press["day"], show)


async def _do(press: Press, act: str, habit: str, day: str, show: ShowLogged) -> None:
    async with deferring(press.interaction):
        here = await press.visit()
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
        await show(press.interaction, here, said, shown)


async def _log(here: Visit, act: str, habit: str, day: str) -> DayLogged:
    match act:
        case "skip":
            return await usecases.skip(here, requests.SkipDay(habit=habit, day=day))
        case "undo":
            return await usecases.undo(here, requests.UndoDay(habit=habit, day=day))
        case _:
            return await usecases.complete(here, requests.CompleteDay(habit=habit, day=day))


async def amount_form(press: Press, habit: str, day: str, show: ShowLogged) -> None:
    """Asks how much it was, and logs it. A habit without an amount any more is just done."""
    if press.typed is not None:
        here = await press.visit()
        amount, note = press.typed["amount"].strip() or None, press.typed["note"] or None
        ask = requests.CompleteDay(habit=habit, day=day, amount=amount, note=note)
        done = await usecases.complete(here, ask)
        await show(press.interaction, here, done.message, view.logged(here, done))
        return
    found = await usecases.day_of(await press.visit(), requests.SkipDay(habit=habit, day=day))
    if found.habit.target is None:
        await _do(press, "done", habit, day, show)
    else:
        await press.ask(*how_much_form(found))


def how_much_form(so_far: DayLogged) -> tuple[str, ui.Label[Any], ui.Label[Any]]:
    """Its title and its fields."""
    habit = so_far.habit
    amount: ui.TextInput[Any] = ui.TextInput(
        custom_id="amount",
        required=habit.at_most,
        max_length=20,
        placeholder="5" if habit.at_most else "Leave it empty for all of it",
    )
    note: ui.TextInput[Any] = ui.TextInput(
        custom_id="note", required=False, max_length=LONGEST_NOTE, style=TextStyle.paragraph
    )
    about = plain_line(_about(so_far), LONGEST_HINT)
    return (
        plain_line(habit.name, LONGEST_TITLE) or "How much?",
        ui.Label(text=view.how_much(habit), description=about, component=amount),
        ui.Label(text="Note", component=note),
    )


def _about(so_far: DayLogged) -> str:
    target, unit = so_far.habit.target or 0, so_far.habit.unit or ""
    if so_far.amount is None:
        return f"{with_unit(target, unit)} a day"
    return f"{people(so_far.amount)} of {with_unit(target, unit)} so far; what you write is added"
