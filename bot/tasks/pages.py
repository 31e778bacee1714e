"""Tasks on pages: lists by what is wanted of them, one with its links, and the forms for new ones."""

from collections.abc import Mapping
from typing import Any

from bot.tasks import lists, requests, usecases, view
from bot.tasks.documents import TaskChanged, TaskDetails
from bot.view import Text
from bot.visit import Visit
from bot.web.site import own_names as own
from bot.web.site.filling import filled_by
from bot.web.site.forms import ask_of
from bot.web.site.part import Act, Form, Link, MenuEntry, Page, PagesPart
from tracker.tasks.model import STATUS_WORDS, Priority, TaskStatus

TASKS, ONE = "/tasks", "/tasks/{task}"
_UNDER_WAY = frozenset({TaskStatus.NOT_STARTED, TaskStatus.IN_PROGRESS})
_CHOICES = {
    "priority": tuple((one.value, one.value) for one in Priority),
    "status": tuple((one.value, words) for one, words in STATUS_WORDS.items()),
}


async def preview(here: Visit, said: Mapping[str, str]) -> Text | None:
    """What would be added."""
    ask = ask_of(requests.AddTask, said) if said.get("what", "").strip() else None
    return usecases.preview(here, ask) if isinstance(ask, requests.AddTask) else None


def as_it_is(found: TaskDetails) -> dict[str, Any]:
    one = found.task
    return {
        "title": one.title,
        "due": " ".join(f"{part}"[:16] for part in (one.due_date, one.due_time) if part)[:16],
        "start": one.scheduled_date,
        "priority": one.priority,
        "size": one.size,
        "project": one.projects,
        "tags": one.tags,
        "area": one.area,
        "category": one.sub_category,
        "description": one.description,
        "details": one.extended_description,
        "notes": one.notes,
        "checklist": "; ".join(step.text for step in one.checklist),
    }


def page_of(done: TaskChanged) -> str:
    return f"{TASKS}/{done.task.id}"


_OWN = {"project": own.projects, "area": own.areas}
ADD = Form(
    "A new task",
    "Add",
    first=("what",),
    labels={"what": "In your own words"},
    hints={"what": "call the bank tomorrow 5pm p1 30m #house @phone every month"},
    choices=_CHOICES,
    suggests=_OWN,
    preview=preview,
)
EDIT = Form(
    "Change a task",
    "Save",
    first=("title", "due", "priority", "words"),
    labels={"words": "In your own words"},
    choices=_CHOICES,
    hidden=("status",),
    suggests=_OWN,
    filled=filled_by(usecases.show, requests.NameTask, as_it_is),
)
MOVE = Form("Move a task", "Move", first=("to",), labels={"to": "When is it due then?"})
WAIT = Form(
    "Let a task wait for another one",
    "Save",
    first=("on", "remove"),
    labels={"on": "After which one?"},
    suggests={"on": own.open_tasks},
)
CHECK = Form("Tick a step", "Tick", first=("step",))
SNOOZE = Form("Hear nothing of a task for a while", "Snooze", first=("until",))
CANCEL = Form("Cancel a task", "Cancel it", first=("series",))

NAMED = requests.NameTask
SIMPLE = (
    ("done", NAMED, usecases.done),
    ("start", NAMED, usecases.start),
    ("hold", NAMED, usecases.hold),
    ("block", NAMED, usecases.block),
    ("resume", NAMED, usecases.resume),
    ("skip", NAMED, usecases.skip),
    ("drop", requests.CancelTask, usecases.cancel),
    ("undo", requests.UndoTask, usecases.undo),
)
"""What is done by a press alone."""
ASKING = (
    ("edit", requests.EditTask, usecases.edit, EDIT),
    ("move", requests.MoveTask, usecases.move, MOVE),
    ("snooze", requests.SnoozeTask, usecases.snooze, SNOOZE),
    ("check", requests.CheckStep, usecases.check, CHECK),
    ("cancel", requests.CancelTask, usecases.cancel, CANCEL),
)


def links_of_one(found: TaskDetails) -> tuple[Link, ...]:
    """A step is ticked where there are some. One task is dropped by a button; a series ends by a form."""
    one = found.task
    return (
        Link("Change", f"{ONE}/edit"),
        *((Link("Tick a step", f"{ONE}/check"),) if one.checklist else ()),
        Link("Snooze", f"{ONE}/snooze"),
        Link("Wait for another", f"{ONE}/depend"),
        *((Link("It is blocked", f"{ONE}/block", posts=True),) if one.status in _UNDER_WAY else ()),
        *((Link("End the series", f"{ONE}/cancel"),) if one.repeats else ()),
        Link("Remove", f"{ONE}/remove"),
    )


PAGES = PagesPart(
    menu=(MenuEntry("Tasks", TASKS, "k", "tasks", rank=20),),
    pages=(
        Page(
            TASKS,
            requests.ListTasks,
            lists.list_tasks,
            view.tasks,
            fixed={"limit": 25},
            usages=(view.ALL,),
            links=(
                Link("New task", f"{TASKS}/new", is_main=True),
                Link("Most urgent", f"{TASKS}?view=next"),
                Link("Overdue", f"{TASKS}?view=overdue"),
                Link("This week", f"{TASKS}?view=week"),
                Link("Done", f"{TASKS}?status=Done"),
            ),
        ),
        Page(
            ONE,
            NAMED,
            usecases.show,
            view.details,
            shows=("task",),
            links=links_of_one,
        ),
        Page(f"{ONE}/remove", NAMED, usecases.to_remove, view.removal),
    ),
    acts=(
        Act(
            f"{TASKS}/new", requests.AddTask, usecases.add, view.added, page_of, form=ADD, usages=(view.ADD,)
        ),
        Act(
            f"{TASKS}/done",
            NAMED,
            usecases.done,
            view.brief,
            TASKS,
            presses=(view.DONE_MENU,),
            about=("task",),
        ),
        *(
            Act(f"{ONE}/{name}", ask, do, view.brief, ONE, presses=(f"{view.CARD}:{name}",), about=("task",))
            for name, ask, do in SIMPLE
        ),
        *(
            Act(
                f"{ONE}/{name}",
                ask,
                do,
                view.brief,
                ONE,
                form=form,
                presses=(f"{view.CARD}:{name}",),
                about=("task",),
            )
            for name, ask, do, form in ASKING
        ),
        Act(f"{ONE}/depend", requests.DependTask, usecases.depend, view.linked, ONE, form=WAIT),
        Act(
            f"{ONE}/remove",
            NAMED,
            usecases.remove,
            view.brief,
            TASKS,
            presses=(f"yes:{view.REMOVE}",),
            about=("task",),
        ),
    ),
)
