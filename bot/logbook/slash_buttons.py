"""The buttons of the logbook on Discord, which work after a restart, too, and the form in which one writes.

Under the evening question, which stays in a conversation, nothing is repeated of what was tapped or written.
"""

from collections.abc import Mapping
from typing import Any

from discord import RadioGroupOption, TextStyle, ui

from bot.documents import Nothing
from bot.logbook import requests, usecases, view
from bot.slash.press import Press, form, on_press
from tracker.logbook.model import LONGEST_ENTRY, LONGEST_TITLE, Mood

_OWNER = r"(?P<owner>[0-9]{1,20})"
_DAY = r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})"
TITLE, FORM = "Logbook", "ql:log-form"


def entry_form() -> ui.Modal:
    """For a command; it names nobody, so who is here for the first time can send it, too."""
    return form(FORM, TITLE, *_fields())


def _fields() -> tuple[ui.Label[Any], ...]:
    text: ui.TextInput[Any] = ui.TextInput(
        custom_id="text", required=False, max_length=LONGEST_ENTRY, style=TextStyle.paragraph
    )
    mood: ui.RadioGroup[Any] = ui.RadioGroup(
        custom_id="mood",
        required=False,
        options=[RadioGroupOption(label=one.value, value=one.value.lower()) for one in Mood],
    )
    energy: ui.TextInput[Any] = ui.TextInput(
        custom_id="energy", required=False, max_length=5, placeholder="1 to 10"
    )
    title: ui.TextInput[Any] = ui.TextInput(custom_id="title", required=False, max_length=LONGEST_TITLE)
    # Whatever is left empty is not said.
    return (
        ui.Label(text="What happened?", component=text),
        ui.Label(text="Mood", component=mood),
        ui.Label(text="Energy", component=energy),
        ui.Label(text="Title of the page", component=title),
    )


@on_press(FORM)
async def write_form(press: Press) -> None:
    """What was typed into the form of a command, for the day on which it is sent."""
    await _write(press, {})


@on_press(rf"ql:{view.WRITE_FORM}:{_OWNER}:{_DAY}", defers=False)
async def write_button(press: Press) -> None:
    """Opens the form for a day, and writes what was typed."""
    if press.typed is None:
        await press.ask(TITLE, *_fields())
    else:
        await _write(press, {"day": press["day"]})


async def _write(press: Press, when: Mapping[str, str]) -> None:
    said = {name: text for name, text in (press.typed or {}).items() if text.strip()}
    here = await press.visit()
    done = await usecases.add(here, requests.AddEntry.of({**said, **when}))
    await press.answer(here, view.written(here, done))


@on_press(rf"ql:{view.UNDO}:{_OWNER}:{_DAY}:(?P<entry>[^:]{{1,40}})")
async def undo_button(press: Press) -> None:
    """The card says what was done; other cards of the message stay."""
    here = await press.visit()
    done = await usecases.undo(here, requests.UndoEntry(day=press["day"], entry=press["entry"]))
    await press.rewrite(here, view.changed(here, done))


@on_press(rf"ql:{view.OLDER}:{_OWNER}:{_DAY}:(?P<words>.+)")
async def older_button(press: Press) -> None:
    here = await press.visit()
    ask = requests.SearchPages(words=press["words"], before=press["day"])
    await press.replace(here, view.found(here, await usecases.search(here, ask)))


@on_press(rf"ql:mood:(?P<mood>low|steady|high):{_OWNER}:{_DAY}")
async def mood_button(press: Press) -> None:
    """The first tap: the card asks for the second."""
    here = await press.visit()
    ask = requests.AnswerEvening(day=press["day"], mood=press["mood"])
    await press.rewrite(here, view.energy_question(here, await usecases.answer_evening(here, ask)))


@on_press(rf"ql:{view.ENERGY}:(?P<energy>[0-9]{{1,2}}):{_OWNER}:{_DAY}")
async def energy_button(press: Press) -> None:
    here = await press.visit()
    ask = requests.AnswerEvening(day=press["day"], energy=press["energy"])
    await press.rewrite(here, view.evening_noted(here, await usecases.answer_evening(here, ask)))


@on_press(rf"ql:evening:(?P<act>keep|stop):{_OWNER}:{_DAY}")
async def evening_button(press: Press) -> None:
    """Whether to go on asking."""
    here = await press.visit()
    choose = usecases.keep_asking if press["act"] == "keep" else usecases.stop_asking
    await press.rewrite(here, view.prompt(here, await choose(here, Nothing())))


ITEMS = (write_form, write_button, undo_button, older_button, mood_button, energy_button, evening_button)
