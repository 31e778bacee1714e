"""The buttons under metrics on Discord, which work after a restart, too, and the form that takes a number."""

from datetime import date
from typing import Any

from discord import TextStyle, ui

from bot.metrics import requests, usecases, view
from bot.metrics.documents import MetricDetails
from bot.metrics.requests import ShowMetric
from bot.names import plain_line
from bot.slash.answers import deferring
from bot.slash.part import ShowLogged
from bot.slash.press import Press, on_press
from bot.visit import Visit
from scheduler.channels.discord.buttons import METRIC_BUTTON
from tracker.metrics.units import in_unit
from tracker.words import LONGEST_NOTE, capital, on_day

LONGEST_TITLE, LONGEST_HINT, LONGEST_VALUE = 45, 100, 60
"""Of a form, of what is said of a field, for Discord, and of a number with its unit and its day."""


@on_press(METRIC_BUTTON, defers=False)
async def metric_button(press: Press) -> None:
    """The card with the button becomes what was logged; other cards of the message stay."""
    if press["act"] != "undo":  # a form has to be the first answer, so nothing is deferred before it
        await _number(press, press["act"])
        return
    async with deferring(press.interaction):
        here = await press.visit()
        done = await usecases.undo(here, requests.UndoMetric(metric=press["metric"]))
        if press.has_picture:  # under everything about a metric, which is made anew in its place
            await _renew(press, here, done.message)
            return
        await press.rewrite(here, view.logged(here, done))


async def _number(press: Press, act: str) -> None:
    """Asks for the number, and logs it, or corrects the last one."""
    here, metric = await press.visit(), press["metric"]
    if press.typed is None:
        await press.ask(*number_form(here.today, await usecases.show(here, ShowMetric(metric=metric)), act))
        return
    value, note = press.typed["value"], press.typed["note"] or None
    if act == "correct":
        ask = requests.CorrectMetric(metric=metric, value=value, note=note)
        done = await usecases.correct(here, ask)
    else:
        # A question names its day: an answer may come in the morning after.
        at = press["day"] if press["day"] not in ("", f"{here.today}") else None
        done = await usecases.log(here, requests.LogMetric(metric=metric, value=value, at=at, note=note))
    if press.has_picture:
        await _renew(press, here, done.message)
    else:
        await press.rewrite(here, view.logged(here, done, noted=press.is_private))


async def _renew(press: Press, here: Visit, notice: str) -> None:
    """Everything about the metric, in its place."""
    found = await usecases.show(here, ShowMetric(metric=press["metric"]))
    made = view.details if press.is_private else view.summary
    await press.replace(here, made(here, found, notice=notice))


async def form(press: Press, metric: str, day: str, show: ShowLogged) -> None:
    """Of *today*: what is asked, answered by a number."""
    here = await press.visit()
    if press.typed is None:
        found = await usecases.show(here, ShowMetric(metric=metric))
        await press.ask(*number_form(here.today, found, "log"))
        return
    at = None if day == f"{here.today}" else day
    value, note = press.typed["value"], press.typed["note"] or None
    done = await usecases.log(here, requests.LogMetric(metric=metric, value=value, at=at, note=note))
    shown = view.logged(here, done, noted=press.is_private)
    await show(press.interaction, here, shown.lead or "", shown)


def number_form(today: date, found: MetricDetails, act: str) -> tuple[str, ui.Label[Any], ui.Label[Any]]:
    """Its title and its fields."""
    one = found.metric
    newest = found.log[0] if found.log else None
    last = None if newest is None else f"{view.value_text(one, newest.value)} {on_day(newest.day, today)}"
    value: ui.TextInput[Any] = ui.TextInput(
        custom_id="value",
        max_length=LONGEST_VALUE,
        placeholder=plain_line(f"Last: {last}" if last else "82.4", LONGEST_HINT),
    )
    note: ui.TextInput[Any] = ui.TextInput(
        custom_id="note", required=False, max_length=LONGEST_NOTE, style=TextStyle.paragraph
    )
    asked = (
        one.question.text
        if one.question and act == "log"
        else f"What is it {in_unit(one.unit or 'numbers')}?"
    )
    about = (
        f"{capital(in_unit(one.unit))}, or with another unit"
        if one.unit
        else "A number, with a unit if you like"
    )
    return (
        plain_line(one.name, LONGEST_TITLE) or "A number",
        ui.Label(
            text=plain_line(asked, LONGEST_TITLE),
            description=plain_line(about, LONGEST_HINT),
            component=value,
        ),
        ui.Label(text="Note", component=note),
    )


ITEMS = (metric_button,)
