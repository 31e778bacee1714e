"""What is answered about tasks: one shape for `--json` and `/api`, described in docs/schema/."""

from collections.abc import Mapping
from datetime import date, datetime, time
from enum import StrEnum

from bot.documents import Document, copied
from tracker.tasks.model import ChecklistItem, Priority, Task, TaskStatus
from tracker.tasks.recurrence import Recurrence
from tracker.tasks.urgency import Urgency
from tracker.tasks.words.repeating import repeat_text
from tracker.tasks.words.wording import due_text

# fmt: off
_SAME = (
    "id", "handle", "title", "description", "extended_description", "notes", "area", "sub_category",
    "priority", "status", "size", "due_date", "due_time", "scheduled_date", "completed_date", "is_recurring",
    "recurrence_rule", "series_id", "occurrence", "point_value", "points_awarded", "goal_ids", "project_ids",
    "tags", "checklist", "open_blockers", "blocks", "created_at",
)
# fmt: on


class UrgencyPart(Document, frozen=True):
    name: str
    value: float


class UrgencyDocument(Document, frozen=True):
    total: float
    parts: tuple[UrgencyPart, ...]

    @classmethod
    def of(cls, found: Urgency) -> "UrgencyDocument":
        return cls(
            total=found.total, parts=tuple(UrgencyPart(name=one.name, value=one.value) for one in found.parts)
        )


class TaskDocument(Document, frozen=True):
    id: str
    handle: str
    """A short name for it, which is enough where nobody types."""
    title: str
    description: str | None
    extended_description: str | None
    notes: str | None
    area: str | None
    sub_category: str | None
    priority: Priority
    status: TaskStatus
    size: int | None
    """Minutes."""
    due_date: date | None
    due_time: time | None
    due: str | None
    """`today at 17:00`, `3 days overdue`; null where it has no date."""
    overdue: bool
    scheduled_date: date | None
    completed_date: datetime | None
    is_recurring: bool
    recurrence_rule: Recurrence | None
    repeats: str | None
    """`every month`."""
    series_id: str | None
    occurrence: int
    point_value: int
    points_awarded: int
    goal_ids: tuple[str, ...]
    project_ids: tuple[str, ...]
    projects: tuple[str, ...]
    """Their names."""
    tags: tuple[str, ...]
    checklist: tuple[ChecklistItem, ...]
    blocked: bool
    open_blockers: int
    blocks: int
    """How many tasks wait for it."""
    created_at: datetime
    urgency: UrgencyDocument | None = None
    """Where tasks are listed by it."""


class TaskView(StrEnum):
    """Which open tasks, and in which order."""

    OPEN = "open"
    NEXT = "next"
    OVERDUE = "overdue"
    TODAY = "today"
    WEEK = "week"


class TaskList(Document, frozen=True):
    tasks: tuple[TaskDocument, ...]
    view: TaskView
    status: TaskStatus | None
    project: str | None
    area: str | None
    tag: str | None
    """What was asked for."""
    open: int
    """How many are open in all."""
    page: int
    more: bool
    """Whether there is another page."""


class TaskRef(Document, frozen=True):
    id: str
    title: str
    status: TaskStatus


class TaskDetails(Document, frozen=True):
    task: TaskDocument
    waits_for: tuple[TaskRef, ...]
    blocking: tuple[TaskRef, ...]
    """Those that wait for it."""


class TaskChanged(Document, frozen=True):
    task: TaskDocument
    next: TaskDocument | None
    """The next of its series, which came with the change."""
    points: int
    """Given, or where it is below nothing, taken back."""
    message: str
    unblocked: tuple[TaskRef, ...]
    understood: str
    """What the task asks for, in words."""


class TaskLinked(Document, frozen=True):
    task: TaskDocument
    on: TaskRef
    linked: bool
    message: str


def ref(task: Task) -> TaskRef:
    return TaskRef(id=task.id, title=task.title, status=task.status)


def task_document(
    task: Task, today: date, projects: Mapping[str, str], urgency: Urgency | None = None
) -> TaskDocument:
    """`projects` are names by id."""
    return TaskDocument(
        **copied(task, *_SAME),
        due=due_text(task, today),
        overdue=task.is_overdue(today) and task.status.is_open,
        repeats=repeat_text(task.recurrence_rule) if task.recurrence_rule else None,
        projects=tuple(projects[one] for one in task.project_ids if one in projects),
        blocked=task.is_blocked,
        urgency=None if urgency is None else UrgencyDocument.of(urgency),
    )
