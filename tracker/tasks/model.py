"""A task, what links it to others, and what is kept of all tasks of a person, as the table has them."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime, time
from enum import StrEnum
from typing import Any, Literal

from pydantic import Field

from tracker.accounts.model import User
from tracker.days import day_begins, local_time_on
from tracker.rewards.model import Award
from tracker.store.entity import Entity, Instant, StoredValue
from tracker.store.index_keys import AreaKey, OpenTaskKey, StatusKey, TimelineKey
from tracker.store.key import IndexKeyOf
from tracker.store.keys import TaskBookKey, TaskKey
from tracker.store.segments import timestamp
from tracker.tasks.recurrence import Recurrence

MOST_OPEN = 2000
MOST_LINKS = 20
"""So many tasks can one wait for, and so many can wait for it."""
MOST_PROJECTS, MOST_TAGS, MOST_CHECKLIST = 3, 10, 30
LONGEST_TITLE, LONGEST_TEXT = 200, 2000

KIND = "task"
"""What tasks are called in indexes."""
UNDATED = "undated"
"""Where the list of open tasks has those without a date: behind all dates."""
_HANDLE = 6


class TaskStatus(StrEnum):
    NOT_STARTED = "NotStarted"
    IN_PROGRESS = "InProgress"
    BLOCKED = "Blocked"
    """By something that is no task: the person says so."""
    ON_HOLD = "OnHold"
    DONE = "Done"
    CANCELLED = "Cancelled"

    @classmethod
    def _missing_(cls, value: object) -> "TaskStatus | None":
        """As people write it: `done`, `on hold`."""
        wanted = "".join(f"{value}".split()).casefold()
        return next((one for one in cls if one.value.casefold() == wanted), None)

    @property
    def is_open(self) -> bool:
        """Whether it still asks for something, now or later."""
        return self not in (TaskStatus.DONE, TaskStatus.CANCELLED)

    @property
    def is_listed(self) -> bool:
        """Whether it stands in the list of what is to be done."""
        return self.is_open and self is not TaskStatus.ON_HOLD


STATUS_WORDS = {
    TaskStatus.NOT_STARTED: "not started",
    TaskStatus.IN_PROGRESS: "in progress",
    TaskStatus.BLOCKED: "blocked",
    TaskStatus.ON_HOLD: "on hold",
    TaskStatus.DONE: "done",
    TaskStatus.CANCELLED: "cancelled",
}


class Priority(StrEnum):
    P1 = "P1"
    P2 = "P2"
    P3 = "P3"
    P4 = "P4"


class ChecklistItem(StoredValue, frozen=True):
    text: str
    done: bool = False


class MovedFrom(StoredValue, frozen=True):
    """When one of a series was to be due, before it was moved."""

    due_date: date
    due_time: time | None = None


class Task(Entity, frozen=True):
    type: Literal["task"] = "task"
    id: str
    user_id: str
    title: str
    description: str | None = None
    extended_description: str | None = None
    notes: str | None = None
    area: str | None = None
    sub_category: str | None = None
    priority: Priority = Priority.P4
    status: TaskStatus = TaskStatus.NOT_STARTED
    size: int | None = None
    """Minutes."""
    first_size: int | None = None
    """What was said first: a task does not pay more because it was made larger."""
    due_date: date | None = None
    """A day of the person; a later change of zone does not move it."""
    due_time: time | None = None
    """By the person's clocks on that day."""
    scheduled_date: date | None = None
    """Before that day it asks for nothing."""
    completed_date: Instant | None = None
    """When it was done or cancelled."""
    is_recurring: bool = False
    recurrence_rule: Recurrence | None = None
    series_id: str | None = None
    occurrence: int = 1
    """Which one of its series it is."""
    moved_from: MovedFrom | None = None
    """Where it was moved by itself: its series goes on from there."""
    point_value: int = 0
    points_awarded: int = 0
    award: Award | None = None
    """What was given, so that exactly that can be taken back."""
    goal_ids: tuple[str, ...] = ()
    project_ids: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    checklist: tuple[ChecklistItem, ...] = ()
    open_blockers: int = 0
    """How many tasks that it waits for are open: derived from its links."""
    blocks: int = 0
    """How many tasks wait for it."""
    due_set_at: Instant | None = None
    """When its due date was last changed: nothing is said of moments before."""
    snoozed_until: Instant | None = None
    """Nothing is said of it before."""
    created_at: Instant
    revision: int = 1

    @property
    def key(self) -> TaskKey:
        return TaskKey(self.user_id, self.id)

    @property
    def handle(self) -> str:
        """How people can call it besides its title: the end of its id, or of that of its series."""
        return (self.series_id or self.id)[-_HANDLE:].lower()

    @property
    def series_due(self) -> MovedFrom | None:
        """The date of its series that it stands for, with its time; None where it has none."""
        if self.moved_from is not None or self.due_date is None:
            return self.moved_from
        return MovedFrom(due_date=self.due_date, due_time=self.due_time)

    @property
    def is_blocked(self) -> bool:
        return self.status is TaskStatus.BLOCKED or self.open_blockers > 0

    def places(self) -> Iterator[IndexKeyOf]:
        """Where it stands in indexes: open ones by their due date, all by status in the order of creation."""
        created = timestamp(self.created_at)
        yield TimelineKey(self.user_id, KIND, self.completed_date or self.created_at, self.id)
        yield StatusKey(self.user_id, KIND, self.status.value, f"{created}.{self.id}")
        if self.area is not None:
            yield AreaKey(self.user_id, self.area.casefold(), KIND, self.id)
        if self.status.is_listed:
            yield OpenTaskKey(self.user_id, due_place(self.due_date, self.due_time), f"{created}.{self.id}")

    def due_at(self, user: User, hour: time) -> datetime | None:
        """The instant at which it is due; at the person's hour, where only the day was said."""
        if self.due_date is None:
            return None
        return instant_on(self.due_date, self.due_time or hour, user)

    def waits_on(self, today: date) -> bool:
        """Whether its day has not come."""
        return self.scheduled_date is not None and self.scheduled_date > today

    def is_overdue(self, today: date) -> bool:
        return self.due_date is not None and self.due_date < today


def instance_id(series: str, due: date) -> str:
    """One of a series. The same from every device, so that two of them make one."""
    return f"{series}-{due:%Y%m%d}"


def due_place(due: date | None, at: time | None) -> str:
    """How the list of open tasks is sorted: by day and time; what has only a day at its end, undated last."""
    if due is None:
        return UNDATED
    return f"{due}T{at:%H:%M}" if at is not None else f"{due}T~"


def instant_on(day: date, at: time, user: User) -> datetime:
    """When the clocks of a person read this on a date; where their zone left it out, when it would begin."""
    return local_time_on(day, at, user.zone) or day_begins(day, user.zone, user.day_start)


class TaskLink(Entity, frozen=True):
    """That a task waits for another."""

    type: Literal["taskDependency"] = "taskDependency"
    user: str
    task: str
    dependency: str


class TaskBlocks(Entity, frozen=True):
    """The same from the other side: who waits for a task."""

    type: Literal["taskBlocks"] = "taskBlocks"
    user: str
    task: str
    waiting: str


class ProjectTask(Entity, frozen=True):
    """That a task belongs to a project."""

    type: Literal["projectTask"] = "projectTask"
    project: str
    task: str


class UndoStep(StoredValue, frozen=True):
    """A change that can be taken back."""

    task: str
    revision: int
    """What the change has made of it: if it has changed again since, this is not the last thing any more."""
    from_revision: int = 0
    """What it was before."""
    at: Instant
    is_new: bool = False
    """Whether the change has made the task."""
    before: Mapping[str, Any] = Field(default_factory=dict[str, Any])
    """The attributes that were others, as the table had them."""
    gone: tuple[str, ...] = ()
    """The attributes that were not there."""
    next: str | None = None
    """The next of the series, which came with it."""
    link: str | None = None
    """Where the change was about what the task waits for: the other task."""
    linked: bool = False
    """Whether it waits for that one since then, or no longer does."""
    link_from_revision: int = 0
    """What the other one was before."""


class TaskBook(Entity, frozen=True):
    """What is kept of all tasks of a person."""

    type: Literal["taskBook"] = "taskBook"
    open: int = 0
    """How many are open."""
    done: int = 0
    """How many were ever done."""
    links: int = 0
    """Changes whenever tasks are linked: of two who would close a circle together, one looks again."""
    undoable: tuple[UndoStep, ...] = ()
    """What `undo` means, the newest last."""

    @staticmethod
    def key_of(user_id: str) -> TaskBookKey:
        return TaskBookKey(user_id)
