"""What a person can do with tasks: words in, documents out."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import TypeAlias

from bot.documents import read, reading
from bot.goals.usecases import goal_ids
from bot.names import NAME, shown_name
from bot.tasks import requests
from bot.tasks.documents import TaskChanged, TaskDetails, TaskDocument, TaskLinked, ref, task_document
from bot.visit import Visit
from tracker.notify.muting import muted_until
from tracker.projects.model import Project
from tracker.projects.service import NamedProjects
from tracker.store.entity import from_items
from tracker.store.keys import ProjectKey
from tracker.tasks.errors import BadTask, TaskRefused
from tracker.tasks.model import Task, TaskStatus
from tracker.tasks.scene import scene_of
from tracker.tasks.service import NewTask
from tracker.tasks.words import answers
from tracker.tasks.words.options import due_fields
from tracker.tasks.words.request import TaskRequest, read_edit, read_new, sketch
from tracker.tasks.words.wording import about_text, day_ahead, task_text
from tracker.tasks.writing import WrittenTask
from tracker.words import clock_text, in_full, listed

SNOOZE = timedelta(hours=1)

Act: TypeAlias = Callable[[str, str], Awaitable[WrittenTask]]


async def add(visit: Visit, ask: requests.AddTask) -> TaskChanged:
    request = read_new(ask.what, ask.options(), _clock(visit), visit.today)
    goals = () if ask.goals is None else await goal_ids(visit, ask.goals)
    projects = await _projects(visit, request)
    new = NewTask(**request.fields, project_ids=projects.ids, goal_ids=goals)
    if new.area is None and visit.person.default_area is not None:
        new = replace(new, area=visit.person.default_area)
    return await _changed(visit, await visit.services.tasks.add(visit.person.id, new), _added(projects.begun))


def _added(begun: Sequence[str]) -> str:
    """A project that is not there yet begins with the task: a slip of the finger is seen at once."""
    if not begun:
        return "Added."
    names = listed([shown_name(one, NAME) for one in begun])
    return f"Added to the new {'project' if len(begun) == 1 else 'projects'} {names}."


def preview(visit: Visit, ask: requests.AddTask) -> str:
    """What would be added, in words. Raises Refused."""
    request = read_new(ask.what, ask.options(), _clock(visit), visit.today)
    return task_text(sketch(visit.person.id, request, visit.now), visit.today, request.projects or ())


def preview_due(visit: Visit, text: str) -> str:
    """When something would be due, in words. Raises Refused."""
    fields = due_fields(text, _clock(visit), visit.today)
    day, at = fields["due_date"], fields["due_time"]
    if not isinstance(day, date):
        return "no due date"
    return f"{in_full(day)}, {clock_text(at)}" if isinstance(at, time) else in_full(day)


async def edit(visit: Visit, ask: requests.EditTask) -> TaskChanged:
    task = await _found(visit, ask.task)
    request = read_edit(task, ask.options(), _clock(visit), visit.today)
    fields = dict(request.fields)
    if ask.goals is not None:
        fields["goal_ids"] = await goal_ids(visit, ask.goals)
    if request.projects is not None:
        fields["project_ids"] = (await _projects(visit, request)).ids
    if not fields:
        if ask.status is None:
            raise BadTask("Say what is to be changed.")
        return await _become(visit, task.id, ask.status)
    now_in = fields.get("project_ids", task.project_ids)
    written = await visit.services.tasks.edit(visit.person.id, task.id, fields, now_in)
    if ask.status is not None and ask.status is not task.status:
        return await _become(visit, task.id, ask.status)
    names = tuple((await _names(visit, written.changed.task)).values())
    about = about_text(written.changed.task, visit.today, names)
    return await _changed(
        visit, written, f"Changed. {about[:1].upper()}{about[1:]}." if about else "Changed."
    )


async def _become(visit: Visit, task_id: str, status: TaskStatus) -> TaskChanged:
    """Whichever way a task is done, what follows from that is the same."""
    named = requests.NameTask(task=task_id)
    match status:
        case TaskStatus.NOT_STARTED:
            return await resume(visit, named)
        case TaskStatus.IN_PROGRESS:
            return await start(visit, named)
        case TaskStatus.BLOCKED:
            return await block(visit, named)
        case TaskStatus.ON_HOLD:
            return await hold(visit, named)
        case TaskStatus.DONE:
            return await done(visit, named)
        case TaskStatus.CANCELLED:
            return await cancel(visit, requests.CancelTask(task=task_id))


async def _projects(visit: Visit, request: TaskRequest) -> NamedProjects:
    return await visit.services.projects.named(visit.person.id, request.projects or (), visit.today)


async def show(visit: Visit, ask: requests.NameTask) -> TaskDetails:
    task = await _found(visit, ask.task, closed=True)
    scene = await visit.services.table.read_in_steps(scene_of(visit.person.id, visit.now, task.id))
    return TaskDetails(
        task=await _document(visit, task),
        waits_for=tuple(ref(scene.tasks[one]) for one in scene.waits_for if one in scene.tasks),
        blocking=tuple(ref(scene.tasks[one]) for one in scene.waiting if one in scene.tasks),
    )


async def done(visit: Visit, ask: requests.NameTask) -> TaskChanged:
    return await _act(visit, ask, visit.services.tasks.done, answers.done_text)


async def start(visit: Visit, ask: requests.NameTask) -> TaskChanged:
    return await _switch(visit, ask, TaskStatus.IN_PROGRESS, "Started.")


async def hold(visit: Visit, ask: requests.NameTask) -> TaskChanged:
    return await _switch(visit, ask, TaskStatus.ON_HOLD, "On hold: it leaves your list until you resume it.")


async def block(visit: Visit, ask: requests.NameTask) -> TaskChanged:
    return await _switch(visit, ask, TaskStatus.BLOCKED, "Marked as blocked. Resume it when it can go on.")


async def resume(visit: Visit, ask: requests.NameTask) -> TaskChanged:
    return await _switch(visit, ask, TaskStatus.NOT_STARTED, "Back on your list.")


async def cancel(visit: Visit, ask: requests.CancelTask) -> TaskChanged:
    tasks = visit.services.tasks
    return await _act(visit, ask, tasks.end_series if ask.series else tasks.cancel, answers.cancelled_text)


async def skip(visit: Visit, ask: requests.NameTask) -> TaskChanged:
    return await _act(visit, ask, visit.services.tasks.skip, answers.skipped_text)


async def move(visit: Visit, ask: requests.MoveTask) -> TaskChanged:
    task = await _found(visit, ask.task)
    with reading("to"):
        fields = due_fields(ask.to, _clock(visit), visit.today)
        due, at = fields["due_date"], fields["due_time"]
        if not isinstance(due, date):
            raise BadTask("Say the day on which it is due then: friday, in 3 days.")
    written = await visit.services.tasks.move(visit.person.id, task.id, due, due_time=at)
    return await _changed(visit, written, answers.moved_text(written, visit.today))


async def snooze(visit: Visit, ask: requests.SnoozeTask) -> TaskChanged:
    task = await _found(visit, ask.task)
    later = read("until", ask.until, lambda text: muted_until(text, visit.now, visit.person.zone))
    until = later or visit.now + SNOOZE
    written = await visit.services.tasks.snooze(visit.person.id, task.id, until)
    there = until.astimezone(visit.person.zone)
    day = day_ahead(there.date(), visit.now.astimezone(visit.person.zone).date())
    return await _changed(visit, written, f"No reminder until {day} at {clock_text(there)}.")


async def check(visit: Visit, ask: requests.CheckStep) -> TaskChanged:
    """A step of its checklist is done, or is to be done again."""
    task = await _found(visit, ask.task)
    with reading("step"):
        steps = answers.checked(task, ask.step)
    written = await visit.services.tasks.edit(
        visit.person.id, task.id, {"checklist": steps}, task.project_ids
    )
    return await _changed(visit, written, answers.checklist_text(steps))


async def depend(visit: Visit, ask: requests.DependTask) -> TaskLinked:
    task = await _found(visit, ask.task)
    with reading("on"):
        other = await _found(visit, ask.on)
    tasks, me = visit.services.tasks, visit.person.id
    link = await (tasks.stop_depending if ask.remove else tasks.depend)(me, task.id, other.id)
    after = await _document(visit, await _found(visit, task.id))
    message = (
        f"{task.title} waits for {other.title} now."
        if link.added
        else f"{task.title} no longer waits for {other.title}."
    )
    return TaskLinked(task=after, on=ref(other), linked=link.added, message=message)


async def undo(visit: Visit, ask: requests.UndoTask) -> TaskChanged:
    tasks, me = visit.services.tasks, visit.person.id
    with reading("task"):
        task = None if ask.task is None else await tasks.find_undoable(me, ask.task)
    written = await tasks.undo(me, task)
    return await _changed(visit, written, answers.undone_text(written))


async def done_several(visit: Visit, ids: Sequence[str], *, undo: bool = False) -> str:
    """Several at once, or the same taken back; one that is refused does not keep the others back."""
    tasks, said = visit.services.tasks, list[str]()
    for one in ids:
        try:
            written = await (tasks.undo if undo else tasks.done)(visit.person.id, one)
        except TaskRefused as refused:
            said.append(str(refused))
        else:
            words = answers.undone_text(written) if undo else answers.done_text(written, visit.today)
            said.append(f"{shown_name(written.changed.task.title, NAME)}: {words}")
    return " ".join(said)


async def to_remove(visit: Visit, ask: requests.NameTask) -> TaskDetails:
    task = await _found(visit, ask.task, closed=True, whole_name=True)
    return await show(visit, requests.NameTask(task=task.id))


async def remove(visit: Visit, ask: requests.NameTask) -> TaskChanged:
    task = await _found(visit, ask.task, closed=True, whole_name=True)
    written = await visit.services.tasks.remove(visit.person.id, task.id)
    return await _changed(visit, written, "Removed. The points it gave stay yours.")


async def _act(
    visit: Visit, ask: requests.NameTask, act: Act, words: Callable[[WrittenTask, date], str]
) -> TaskChanged:
    task = await _found(visit, ask.task, closed=True)
    written = await act(visit.person.id, task.id)
    return await _changed(visit, written, words(written, visit.today))


async def _switch(visit: Visit, ask: requests.NameTask, status: TaskStatus, message: str) -> TaskChanged:
    task = await _found(visit, ask.task, closed=True)
    return await _changed(visit, await visit.services.tasks.switch(visit.person.id, task.id, status), message)


async def _found(visit: Visit, text: str, *, closed: bool = False, whole_name: bool = False) -> Task:
    """`closed`, where one that is over can be meant, too."""
    status = (TaskStatus.DONE, TaskStatus.CANCELLED) if closed else ()
    with reading("task"):
        return await visit.services.tasks.find(visit.person.id, text, status=status, whole_name=whole_name)


async def _changed(visit: Visit, written: WrittenTask, message: str) -> TaskChanged:
    task, following = written.changed.task, written.changed.next
    names = await _names(visit, task)
    return TaskChanged(
        task=task_document(task, visit.today, names),
        next=following and task_document(following, visit.today, names),
        points=written.changed.points,
        message=message,
        unblocked=tuple(map(ref, written.unblocked)),
        understood=task_text(task, visit.today, tuple(names.values())),
    )


async def _document(visit: Visit, task: Task) -> TaskDocument:
    return task_document(task, visit.today, await _names(visit, task))


async def _names(visit: Visit, task: Task) -> dict[str, str]:
    if not task.project_ids:
        return {}
    found = await visit.services.table.get_many(ProjectKey(task.user_id, one).key for one in task.project_ids)
    return {one.id: one.name for one in from_items(Project, found.values())}


def _clock(visit: Visit) -> datetime:
    """Now by the person's clocks."""
    return visit.now.astimezone(visit.person.zone).replace(tzinfo=None)
