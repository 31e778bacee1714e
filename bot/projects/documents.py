"""What is answered about projects: one shape for `--json` and `/api`, described in docs/schema/."""

from datetime import date, datetime

from bot.documents import Document, copied
from bot.tasks.documents import TaskRef, ref
from tracker.projects.health import Diagnosis
from tracker.projects.model import Health, Project, ProjectStatus
from tracker.readings import Number
from tracker.tasks.model import Task, TaskStatus
from tracker.tasks.project_look import ProjectLook
from tracker.tasks.worth import minutes_of

# fmt: off
_SAME = (
    "id", "name", "description", "notes", "area", "sub_category", "tags", "priority", "status", "impact",
    "start_date", "end_date", "completed_date", "goal_ids", "cached_progress",
    "minutes_done", "minutes_open", "tasks_done", "tasks_open", "created_at",
)
# fmt: on


class ProjectDocument(Document, frozen=True):
    id: str
    name: str
    description: str | None
    notes: str | None
    area: str | None
    sub_category: str | None
    tags: tuple[str, ...]
    priority: str
    status: ProjectStatus
    impact: int
    start_date: date
    end_date: date | None
    completed_date: datetime | None
    goal_ids: tuple[str, ...]
    cached_progress: Number | None
    """Percent of all minutes; null while there is nothing to do."""
    cached_health: Health
    health_reason: str
    """In words; empty where it is not under way."""
    minutes_done: int
    minutes_open: int
    tasks_done: int
    tasks_open: int
    created_at: datetime


class ProjectList(Document, frozen=True):
    projects: tuple[ProjectDocument, ...]
    closed: int
    """How many are closed, whether they are listed or not."""


class ProjectTaskLine(TaskRef, frozen=True):
    begins: date | None
    due_date: date | None
    completed_date: datetime | None
    minutes: int


class ProjectDetails(Document, frozen=True):
    project: ProjectDocument
    next_step: TaskRef | None
    minutes_per_day: float | None
    """What a day brought on average; null while there are too few days."""
    expected: date | None
    """When all of it is probably done, at the own pace."""
    expected_from: date | None
    expected_to: date | None
    """With 10 and with 90 %."""
    tasks: tuple[ProjectTaskLine, ...]


class ProjectChanged(Document, frozen=True):
    project: ProjectDocument
    message: str


def project_document(project: Project, found: Diagnosis) -> ProjectDocument:
    return ProjectDocument(**copied(project, *_SAME), cached_health=found.health, health_reason=found.reason)


def details_of(look: ProjectLook) -> ProjectDetails:
    return ProjectDetails(
        project=project_document(look.project, look.diagnosis),
        next_step=look.next_step and ref(look.next_step),
        minutes_per_day=None if look.per_day is None else round(look.per_day, 1),
        expected=look.eta and look.eta.middle,
        expected_from=look.eta and look.eta.early,
        expected_to=look.eta and look.eta.late,
        tasks=tuple(_line(one) for one in look.tasks if one.status is not TaskStatus.CANCELLED),
    )


def _line(task: Task) -> ProjectTaskLine:
    return ProjectTaskLine(
        **copied(task, "id", "title", "status", "due_date", "completed_date"),
        begins=task.scheduled_date,
        minutes=minutes_of(task),
    )
