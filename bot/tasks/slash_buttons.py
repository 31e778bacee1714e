"""The buttons under tasks on Discord, which work after a restart, too, and the form that asks for a date."""

from typing import Any

from discord import ui

from bot.names import plain_line
from bot.slash.acting import rewrite, visit
from bot.slash.answers import Interaction, deferring
from bot.slash.errors import guarded
from bot.slash.press import Press, on_press
from bot.tasks import lists, requests, usecases, view
from bot.tasks.documents import TaskChanged
from bot.tasks.requests import NameTask
from bot.visit import Visit
from scheduler.channels.discord.buttons import TASK_BUTTON

LONGEST_TITLE = 45
"""Of a form, for Discord."""
OPEN_SECONDS = 3600.0
"""A form that nobody sends is forgotten after that."""


@on_press(TASK_BUTTON, defers=False)
async def task_button(press: Press) -> None:
    """The card with the button becomes what was done; other cards of the message stay."""
    if press["act"] == "move":  # a form has to be the first answer, so nothing is deferred before it
        here = await press.visit()
        found = await usecases.show(here, NameTask(task=press["task"]))
        await press.interaction.response.send_modal(MoveForm(found.task.title, press))
        return
    async with deferring(press.interaction):
        here = await press.visit()
        await press.rewrite(here, view.changed(here, await _do(here, press["act"], press["task"])))


@on_press(rf"ql:{view.DONE_MENU}:(?P<owner>[0-9]{{1,20}})", select=True)
async def done_menu(press: Press) -> None:
    """Under a list, which is shown anew: what was done is not in it any more."""
    here = await press.visit()
    said = await usecases.done_several(here, press.chosen)
    found = await lists.list_tasks(here, requests.ListTasks(limit=lists.PER_PAGE))
    await press.replace(here, view.tasks(here, found, notice=said))


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


class MoveForm(ui.Modal):
    def __init__(self, title: str, press: Press) -> None:
        super().__init__(title=plain_line(title, LONGEST_TITLE) or "Move it", timeout=OPEN_SECONDS)
        self._task, self._button = press["task"], press.custom_id
        self._to: ui.TextInput[Any] = ui.TextInput(max_length=100, placeholder="friday, in 3 days, 1 march")
        self.add_item(ui.Label(text="When is it due then?", component=self._to))

    @guarded
    async def on_submit(self, interaction: Interaction, /) -> None:
        async with deferring(interaction, in_place=True):
            here = await visit(interaction)
            moved = await usecases.move(here, requests.MoveTask(task=self._task, to=self._to.value))
            await rewrite(interaction, here, view.changed(here, moved), self._button)


ITEMS = (task_button, done_menu)
