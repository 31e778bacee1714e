"""What is answered when a task has changed."""

from collections.abc import Sequence
from datetime import date

from tracker.finding import plain
from tracker.tasks.errors import BadTask
from tracker.tasks.model import ChecklistItem, Task, TaskStatus
from tracker.tasks.words.wording import day_ahead, due_text
from tracker.tasks.writing import WrittenTask
from tracker.words import count_of, listed


def done_text(written: WrittenTask, today: date) -> str:
    changed = written.changed
    before = changed.changes[0].before
    warning = _blocked(before) if before is not None and before.is_blocked else ""
    return _joined(
        f"Done, {count_of(changed.points, 'point')}.", warning, _following(written, today), _freed(written)
    )


def cancelled_text(written: WrittenTask, today: date) -> str:
    return _joined("Cancelled.", _following(written, today), _freed(written))


def skipped_text(written: WrittenTask, today: date) -> str:
    return _joined("Skipped.", _following(written, today), _freed(written))


def moved_text(written: WrittenTask, today: date) -> str:
    return f"Due {due_text(written.changed.task, today)} now."


def undone_text(written: WrittenTask) -> str:
    changed = written.changed
    if changed.changes[0].after is None:
        return "Undone: the task is gone."
    kept = "The next one of the series stays, because it was changed meanwhile." if changed.kept_next else ""
    points = f"{count_of(-changed.points, 'point')} taken back." if changed.points < 0 else ""
    return _joined("Undone.", points, kept)


def checked(task: Task, step: str) -> tuple[ChecklistItem, ...]:
    """The checklist with one step done, or open again. Raises BadTask."""
    wanted = step.strip()
    number = int(wanted) - 1 if wanted.isascii() and wanted.isdigit() else None
    found = [
        place
        for place, one in enumerate(task.checklist)
        if place == number or (number is None and plain(wanted) in plain(one.text))
    ]
    if not wanted or len(found) != 1:
        known = listed([one.text for one in task.checklist]) if task.checklist else "none"
        raise BadTask(f"Say which step, by its number or its words. There are: {known}.")
    return tuple(
        one.model_copy(update={"done": not one.done}) if place == found[0] else one
        for place, one in enumerate(task.checklist)
    )


def checklist_text(steps: Sequence[ChecklistItem]) -> str:
    done = sum(one.done for one in steps)
    return f"{done} of {count_of(len(steps), 'step')} done."


def _following(written: WrittenTask, today: date) -> str:
    changed = written.changed
    if changed.next is not None and changed.next.due_date is not None:
        return f"The next one is due {day_ahead(changed.next.due_date, today)}."
    return "That was the last of its series." if changed.ended else ""


def _freed(written: WrittenTask) -> str:
    names = [one.title for one in written.unblocked]
    return f"Nothing blocks {listed(names)} now." if names else ""


def _blocked(task: Task) -> str:
    if task.status is TaskStatus.BLOCKED:
        return "It was marked as blocked."
    return f"It was still waiting for {count_of(task.open_blockers, 'other task')}."


def _joined(*parts: str) -> str:
    return " ".join(filter(None, parts))
