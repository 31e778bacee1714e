"""The buttons under tasks on Discord, which work after a restart, too, and the form that asks for a date."""

from typing import Any

from discord import ui

from bot.names import plain_line
from bot.slash.answers import deferring
from bot.slash.press import Press, on_press
from bot.tasks import lists, requests, usecases, view
from bot.tasks.documents import TaskChanged
from bot.tasks.requests import NameTask
from bot.visit import Visit
from scheduler.channels.discord.buttons import TASK_BUTTON, TASK_MENU

LONGEST_TITLE = 45
"""Of a form, for Discord."""


@on_press(TASK_BUTTON, defers=False)
async def task_button(press: Press) -> None:
    """The card with the button becomes what was done; other cards of the message stay."""
    if press["act"] == "move":  # a form has to be the first answer, so nothing is deferred before it
        await _move(press)
        return
    async with deferring(press.interaction):
        here = await press.visit()
        await press.rewrite(here, view.changed(here, await _do(here, press["act"], press["task"])))


async def _move(press: Press) -> None:
    """Asks when it is due then, and moves it."""
    here = await press.visit()
    if press.typed is not None:
        ask = requests.MoveTask(task=press["task"], to=press.typed["to"])
        await press.rewrite(here, view.changed(here, await usecases.move(here, ask)))
        return
    found = await usecases.show(here, NameTask(task=press["task"]))
    to: ui.TextInput[Any] = ui.TextInput(
        custom_id="to", max_length=100, placeholder="friday, in 3 days, 1 march"
    )
    title = plain_line(found.task.title, LONGEST_TITLE) or "Move it"
    await press.ask(title, ui.Label(text="When is it due then?", component=to))


@on_press(rf"ql:{view.DONE_MENU}:(?P<owner>[0-9]{{1,20}})", select=True)
async def done_menu(press: Press) -> None:
    """Under a list, which is shown anew: what was done is not in it any more."""
    here = await press.visit()
    said = await usecases.done_several(here, press.chosen)
    found = await lists.list_tasks(here, requests.ListTasks(limit=lists.PER_PAGE))
    await press.replace(here, view.tasks(here, found, notice=said))


@on_press(TASK_MENU, select=True)
async def tick_menu(press: Press) -> None:
    """Under a message about more tasks than have room for buttons."""
    here = await press.visit()
    await press.answer(here, view.several(await usecases.done_several(here, press.chosen)))


async def _do(here: Visit, act: str, task: str) -> TaskChanged:
    named = NameTask(task=task)
    match act:
        case "done":
            return await usecases.done(here, named)
        case "start":
            return await usecases.start(here, named)
        case "hold":
            return await usecases.hold(here, named)
        case "resume":
            return await usecases.resume(here, named)
        case "skip":
            return await usecases.skip(here, named)
        case "drop":
            return await usecases.cancel(here, requests.CancelTask(task=task))
        case "snooze":
            return await usecases.snooze(here, requests.SnoozeTask(task=task))
        case _:
            return await usecases.undo(here, requests.UndoTask(task=task))


ITEMS = (task_button, done_menu, tick_menu)
