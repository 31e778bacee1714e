"""Tasks as people read them, on any front end."""

from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import urlencode

from bot.names import NAME, TITLE, cut_short, shown_name
from bot.tasks import documents
from bot.tasks.documents import TaskView
from bot.view import (
    Action,
    At,
    Choice,
    Column,
    Fact,
    Menu,
    On,
    Paging,
    Row,
    Text,
    Usage,
    View,
    Weight,
    joined,
    question,
)
from bot.visit import Visit
from tracker.tasks.model import STATUS_WORDS, Priority, TaskStatus
from tracker.tasks.words.wording import day_ahead, size_text
from tracker.tones import Tone
from tracker.words import count_of, people

ALL = Usage("/task list", "tasks", "questlog task list")
ADD = Usage("/task add what:{}", "task {}", "questlog task add {}")
SHOW = Usage("/task show task:{}", "task show {}", "questlog task show {}")
LIST, REMOVE, DONE_MENU = "tasks", "task-remove", "task-done-menu"
DONE = Usage("/task done task:{}", "done {}", "questlog task done {}")
CARD = "task"
LONGEST_ABOUT = 60
"""A button's id has room for so much of what was asked for."""

TITLES = {
    TaskView.OPEN: "Your tasks",
    TaskView.NEXT: "What comes first",
    TaskView.OVERDUE: "Overdue",
    TaskView.TODAY: "Due today",
    TaskView.WEEK: "Due this week",
}
SYMBOLS = {
    TaskStatus.NOT_STARTED: "\N{WHITE LARGE SQUARE}",
    TaskStatus.IN_PROGRESS: "\N{BLACK RIGHT-POINTING TRIANGLE}\N{VARIATION SELECTOR-16}",
    TaskStatus.BLOCKED: "\N{NO ENTRY}",
    TaskStatus.ON_HOLD: "\N{DOUBLE VERTICAL BAR}\N{VARIATION SELECTOR-16}",
    TaskStatus.DONE: "\N{WHITE HEAVY CHECK MARK}",
    TaskStatus.CANCELLED: "\N{HEAVY MULTIPLICATION X}\N{VARIATION SELECTOR-16}",
}
COLUMNS = (Column("due"), Column("priority"), Column("takes"), Column("in"), Column("state"))


def tasks(here: Visit, found: documents.TaskList, notice: Text | None = None) -> View:
    if not found.tasks:
        return replace(no_tasks(here, found), notice=notice)
    title = TITLES[found.view] if found.status is None else f"Tasks: {STATUS_WORDS[found.status]}"
    # Nobody counts the tasks of a list to say how many pages it has: there is one more, or there is not.
    pages, about = found.page + 1 + found.more, asked_for(found)
    paging = Paging(LIST, found.page, pages, about) if len(about) <= LONGEST_ABOUT else None
    return View(
        title=title,
        notice=notice,
        noun="task",
        subtitle=joined(
            f"{people(found.open)} open", f"page {people(found.page + 1)}" if pages > 1 else None
        ),
        columns=COLUMNS if found.view is not TaskView.NEXT else (*COLUMNS, Column("urgency")),
        rows=[_rated(one) for one in found.tasks],
        paging=paging,
        menu=_menu(found),
    )


def asked_for(found: documents.TaskList) -> str:
    """Of which tasks the list is, for the buttons that turn its pages."""
    said = {name: getattr(found, name) for name in ("view", "status", "project", "area", "tag")}
    return urlencode({name: f"{value}" for name, value in said.items() if value is not None})


def _menu(found: documents.TaskList) -> Menu | None:
    choices = [
        Choice(one.id, cut_short(one.title, TITLE), one.due or "")
        for one in found.tasks
        if one.status.is_open
    ]
    return Menu(DONE_MENU, "Done with …", choices) if choices else None


def no_tasks(here: Visit, found: documents.TaskList) -> View:
    del here
    if found.open:
        return View(title=TITLES[found.view], lead="You have no such tasks.", tone=Tone.QUIET)
    return View(
        title="No tasks yet",
        empty=True,
        lead=("You have no open tasks. Add one: ", ADD("call the bank tomorrow p1")),
        hints=["Dates, p1 to p4, 30m, #project, @tag and every month are understood anywhere in the text."],
    )


def _rated(one: documents.TaskDocument) -> Row:
    """With what its urgency is made of, where tasks are listed by it."""
    shown = row(one)
    if one.urgency is None:
        return shown
    parts = ", ".join(f"{part.name} {people(part.value)}" for part in one.urgency.parts) or "nothing"
    return replace(shown, cells=(*shown.cells, f"{people(one.urgency.total)}: {parts}"))


def row(one: documents.TaskDocument) -> Row:
    cells: tuple[Text | None, ...] = (
        one.due if one.status.is_open else _closed(one),
        one.priority.value if one.priority is not Priority.P4 else None,
        size_text(one.size) if one.size else None,
        ", ".join(shown_name(name, NAME) for name in one.projects) or None,
        _state(one),
    )
    return Row(one.id, shown_name(one.title, TITLE), cells, symbol=SYMBOLS[one.status], tone=tone(one))


def _closed(one: documents.TaskDocument) -> Text | None:
    return (At(one.completed_date, "day"),) if one.completed_date else None


def _state(one: documents.TaskDocument) -> str | None:
    if one.status.is_open and one.open_blockers:
        return f"waits for {count_of(one.open_blockers, 'task')}"
    if one.status is TaskStatus.NOT_STARTED:
        return "repeats" if one.is_recurring else None
    return STATUS_WORDS[one.status]


def tone(one: documents.TaskDocument) -> Tone:
    if one.status is TaskStatus.DONE:
        return Tone.GOOD
    if not one.status.is_open or one.status is TaskStatus.ON_HOLD or one.blocked:
        return Tone.QUIET
    if one.overdue:
        return Tone.BAD if one.priority is Priority.P1 else Tone.WARNING
    return Tone.PLAIN


def details(here: Visit, found: documents.TaskDetails) -> View:
    one = found.task
    return View(
        title=shown_name(one.title, TITLE),
        id=one.handle,
        symbol=SYMBOLS[one.status],
        tone=tone(one),
        lead=joined(_status(one), one.due and f"due {one.due}" if one.status.is_open else None),
        facts=[[*_facts(here, found)]],
        passages=[],
        hints=[*_texts(one)],
        actions=[*_actions(one)],
    )


def _status(one: documents.TaskDocument) -> str:
    words = STATUS_WORDS[one.status]
    return words[:1].upper() + words[1:]


def _facts(here: Visit, found: documents.TaskDetails) -> Iterator[Fact]:
    one = found.task
    yield Fact("Priority", one.priority.value, one.priority.value)
    if one.size:
        yield Fact("Takes", size_text(one.size), size_text(one.size))
    if one.scheduled_date:
        yield Fact("From", day_ahead(one.scheduled_date, here.today))
    if one.repeats:
        yield Fact("Repeats", one.repeats, one.repeats)
    if one.projects:
        yield Fact("Project", ", ".join(shown_name(name, NAME) for name in one.projects))
    if one.area:
        yield Fact("Area", " / ".join(filter(None, (one.area, one.sub_category))))
    if one.tags:
        yield Fact("Tags", " ".join(f"@{shown_name(tag, NAME)}" for tag in one.tags))
    if found.waits_for:
        open_ones = [shown_name(task.title, NAME) for task in found.waits_for if task.status.is_open]
        yield Fact("Waits for", ", ".join(open_ones) or "nothing any more", ", ".join(open_ones) or None)
    if found.blocking:
        yield Fact("Blocks", ", ".join(shown_name(task.title, NAME) for task in found.blocking))
    points = f"{people(one.points_awarded)} given" if one.points_awarded else people(one.point_value)
    yield Fact("Points", points)
    yield Fact("Added", (At(one.created_at, "day"),))
    if one.completed_date:
        yield Fact("Ended", (At(one.completed_date),))


def _texts(one: documents.TaskDocument) -> Iterator[Text]:
    yield from filter(None, (one.description, one.extended_description, one.notes))
    for number, step in enumerate(one.checklist, 1):
        yield f"{number}. [{'x' if step.done else ' '}] {step.text}"


def _actions(one: documents.TaskDocument) -> Iterator[Action]:
    """What can be done next by a press."""
    if not one.status.is_open:
        yield _action("undo", one, "Undo")
        return
    yield _action("done", one, "Done", Weight.MAIN)
    if one.status is TaskStatus.IN_PROGRESS:
        yield _action("hold", one, "Hold")
    elif one.status is TaskStatus.NOT_STARTED:
        yield _action("start", one, "Start")
    else:
        yield _action("resume", one, "Resume")
    yield _action("move", one, "Move")
    yield _action("skip" if one.is_recurring else "drop", one, "Skip" if one.is_recurring else "Drop")


def _action(act: str, one: documents.TaskDocument, label: str, weight: Weight = Weight.PLAIN) -> Action:
    return Action(f"{CARD}:{act}", (one.id,), label, weight)


def changed(here: Visit, done: documents.TaskChanged) -> View:
    """What has happened, and the task as it is now."""
    one = done.task
    due = done.next.due_date if done.next else None
    hints: list[Text] = [("Next: ", On(due))] if due and "next" not in done.message else []
    return View(
        title=shown_name(one.title, TITLE),
        id=one.handle,
        symbol=SYMBOLS[one.status],
        tone=tone(one),
        lead=done.message,
        facts=[],
        hints=hints,
        actions=[*_actions(one)],
    )


def brief(here: Visit, done: documents.TaskChanged) -> View:
    """The same where there is no room for a title of its own: `Call the bank: done, 15 points.`"""
    title = shown_name(done.task.title, TITLE)
    lead = f"{done.message[:1].lower()}{done.message[1:]}"
    return replace(changed(here, done), title="", lead=f"{title}: {lead}")


def added(here: Visit, done: documents.TaskChanged) -> View:
    """What was understood."""
    shown = changed(here, done)
    return View(
        title=shown.title,
        id=shown.id,
        symbol=shown.symbol,
        tone=shown.tone,
        lead=f"{done.message} {done.understood[:1].upper()}{done.understood[1:]}.",
        hints=[f"Worth {count_of(done.task.point_value, 'point')}."],
        actions=shown.actions,
    )


def several(message: str) -> View:
    return View(title="Your tasks", lead=message, tone=Tone.GOOD)


def linked(here: Visit, done: documents.TaskLinked) -> View:
    del here
    return View(title=shown_name(done.task.title, TITLE), lead=done.message, tone=tone(done.task))


def removal(here: Visit, found: documents.TaskDetails) -> View:
    del here
    name = shown_name(found.task.title, TITLE)
    hints = ["It goes for good, with its notes and its links. The points it gave stay yours."]
    if found.blocking:
        hints.append(f"{count_of(len(found.blocking), 'task')} will no longer wait for it.")
    return question(REMOVE, found.task.id, f"Remove {name}?", *hints)
