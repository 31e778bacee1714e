"""A task in words."""

from datetime import date

from tracker.tasks.model import STATUS_WORDS, Priority, Task
from tracker.tasks.words.repeating import repeat_text
from tracker.words import clock_text, count_of, day_text, weekday

_HOUR = 60
_NEAR = 7


def due_text(task: Task, today: date) -> str | None:
    """`today at 17:00`, `tomorrow`, `Friday`, `3 days overdue`; None where it has no date."""
    if task.due_date is None:
        return None
    if task.status.is_open and task.due_date < today:
        return f"{count_of((today - task.due_date).days, 'day')} overdue"
    at = f" at {clock_text(task.due_time)}" if task.due_time is not None else ""
    return f"{day_ahead(task.due_date, today)}{at}"


def day_ahead(day: date, today: date) -> str:
    """`today`, `tomorrow`, `Friday`, `1 March`."""
    match (day - today).days:
        case 0:
            return "today"
        case 1:
            return "tomorrow"
        case days if 1 < days < _NEAR:
            return f"{weekday(day)}"
        case _:
            return day_text(day, today)


def size_text(minutes: int) -> str:
    """`30 min`, `2 h`, `1 h 30`."""
    hours, rest = divmod(minutes, _HOUR)
    if not hours:
        return f"{rest} min"
    return f"{hours} h {rest:02}" if rest else f"{hours} h"


def task_text(task: Task, today: date, projects: tuple[str, ...] = ()) -> str:
    """What was understood: `call the bank, due tomorrow at 17:00, P1, 30 min, in house, every month`."""
    return ", ".join(filter(None, (task.title, about_text(task, today, projects))))


def about_text(task: Task, today: date, projects: tuple[str, ...] = ()) -> str:
    """The same without its title."""
    due = due_text(task, today)
    parts = [
        f"due {due}" if due else None,
        f"from {day_ahead(task.scheduled_date, today)} on" if task.scheduled_date else None,
        task.priority.value if task.priority is not Priority.P4 else None,
        size_text(task.size) if task.size else None,
        f"in {', '.join(projects)}" if projects else None,
        repeat_text(task.recurrence_rule) if task.recurrence_rule else None,
        " ".join(f"@{tag}" for tag in task.tags) or None,
        f"area {task.area}" if task.area else None,
    ]
    return ", ".join(filter(None, parts))


def status_text(task: Task) -> str:
    return STATUS_WORDS[task.status]
