"""A project: tasks with a common end, and the sums that are kept of them."""

from collections.abc import Iterator
from datetime import date
from enum import StrEnum
from typing import Literal

from pydantic import Field

from tracker.readings import Number
from tracker.store.entity import Entity, Instant
from tracker.store.index_keys import AreaKey, StatusKey, TimelineKey
from tracker.store.key import IndexKeyOf
from tracker.store.keys import ProjectKey

MOST_PROJECTS = 100
LONGEST_NAME = 60
KIND = "project"


class ProjectStatus(StrEnum):
    PLANNING = "Planning"
    ACTIVE = "Active"
    ON_HOLD = "OnHold"
    COMPLETED = "Completed"
    CANCELLED = "Cancelled"

    @property
    def is_open(self) -> bool:
        return self not in (ProjectStatus.COMPLETED, ProjectStatus.CANCELLED)


class Health(StrEnum):
    GREEN = "green"
    YELLOW = "yellow"
    RED = "red"


class Project(Entity, frozen=True):
    type: Literal["project"] = "project"
    id: str
    user_id: str
    name: str
    description: str | None = None
    notes: str | None = None
    area: str | None = None
    sub_category: str | None = None
    tags: tuple[str, ...] = ()
    priority: str = "P4"
    status: ProjectStatus = ProjectStatus.ACTIVE
    impact: int = Field(default=3, ge=1, le=5)
    start_date: date
    end_date: date | None = None
    completed_date: Instant | None = None
    goal_ids: tuple[str, ...] = ()
    cached_progress: Number | None = None
    """Percent of all minutes; None while there is nothing to do."""
    cached_health: Health = Health.GREEN
    health_reason: str = ""
    minutes_done: int = 0
    minutes_open: int = 0
    tasks_done: int = 0
    tasks_open: int = 0
    last_done_at: Instant | None = None
    created_at: Instant
    revision: int = 1

    @property
    def key(self) -> ProjectKey:
        return ProjectKey(self.user_id, self.id)

    def places(self) -> Iterator[IndexKeyOf]:
        yield TimelineKey(self.user_id, KIND, self.completed_date or self.created_at, self.id)
        yield StatusKey(self.user_id, KIND, self.status.value, self.id)
        if self.area is not None:
            yield AreaKey(self.user_id, self.area.casefold(), KIND, self.id)
