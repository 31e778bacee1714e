"""The tasks of a day: what is due until today, and what is under way."""

from collections.abc import Sequence
from datetime import date

from bot.names import TITLE, shown_name
from bot.sections import Section, TodayPart, ToDo
from bot.tasks import view
from bot.tasks.documents import TaskDocument, task_document
from bot.tasks.sms_phrases import DONE
from bot.view import Column
from bot.visit import Visit
from tracker.tasks.listing import for_today

MOST = 40
"""So many stand in a day; the others are one command away."""


async def section(visit: Visit) -> Section:
    found = await visit.services.table.read_in_steps(for_today(visit.person.id, visit.today))
    more = len(found.tasks) - MOST
    return Section(
        items=tuple(task_document(one, visit.today, found.projects) for one in found.tasks[:MOST]),
        owned=found.any_ever,
        notes=(f"{more} more tasks are due.",) if more > 0 else (),
    )


def to_do(here: Visit, task: TaskDocument) -> ToDo:
    del here
    return ToDo(
        row=view.row(task),
        done=False,
        line=f"{DONE.name} {task.id}",
        tone=view.tone(task),
        ticks=True,
        about=task.due or "",
        usage=view.DONE(shown_name(task.title, TITLE).lower()),
    )


async def tick(visit: Visit, ids: Sequence[str], day: date, *, undo: bool) -> str:
    from bot.tasks import usecases  # noqa: PLC0415 - a day is looked at more often than it is ticked off

    del day
    return await usecases.done_several(visit, ids, undo=undo)


TODAY = TodayPart(
    name="tasks",
    noun="task",
    columns=tuple(Column(one.name) for one in view.COLUMNS),
    section=section,
    to_do=to_do,
    begin=("Add a task: ", view.ADD("call the bank tomorrow p1")),
    every=view.ALL(),
    tick=tick,
)
