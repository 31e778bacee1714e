"""A goal made of parts, what counts towards it, and what happened to it, as the table has them."""

from collections.abc import Iterator
from datetime import date
from enum import StrEnum
from typing import Literal

from pydantic import Field

from tracker.due import place_at
from tracker.readings import Number
from tracker.store.entity import Entity, Instant, StoredValue, stored_as
from tracker.store.index_keys import AreaKey, DueListKey, StatusKey, TimelineKey
from tracker.store.key import IndexKeyClass, IndexKeyOf
from tracker.store.keys import (
    CompositeGoalKey,
    GoalActivityKey,
    GoalHabitKey,
    GoalMetricKey,
    GoalTaskKey,
    MilestoneKey,
)

MOST_GOALS, MOST_CHILDREN, MOST_CRITERIA = 100, 20, 30
MOST_NUMBERS = 10
"""So many metrics, and so many habits, count towards a goal."""
MOST_GOALS_OF_PART = 8
"""So many goals does a task, a metric or a habit count towards: all of them hear of each change of it."""
DEEPEST = 4
MARKS = (25, 50, 75, 100)
"""The percentages that are told, once each."""
LONGEST_TITLE, LONGEST_TEXT = 100, 2000

KIND = "compositeGoal"
"""What goals of parts are called in indexes."""
DUE_KIND = "goal"
"""What a recount is called in the list of what is due."""
_HANDLE = 6


class CompositeStatus(StrEnum):
    PLANNING = "Planning"
    ACTIVE = "Active"
    ON_TRACK = "OnTrack"
    AT_RISK = "AtRisk"
    ACHIEVED = "Achieved"
    ABANDONED = "Abandoned"

    @property
    def is_open(self) -> bool:
        return self not in (CompositeStatus.ACHIEVED, CompositeStatus.ABANDONED)

    @property
    def words(self) -> str:
        """As people read it: `on track`."""
        return _STATUS_WORDS.get(self, self.value.lower())

    @property
    def is_judged(self) -> bool:
        """Whether it follows from how the goal goes. All else is what the person said."""
        return self in (CompositeStatus.ACTIVE, CompositeStatus.ON_TRACK, CompositeStatus.AT_RISK)


_STATUS_WORDS = {
    CompositeStatus.ACTIVE: "under way",
    CompositeStatus.ON_TRACK: "on track",
    CompositeStatus.AT_RISK: "at risk",
}


class TimeHorizon(StrEnum):
    YEARLY = "Yearly"
    QUARTERLY = "Quarterly"
    MONTHLY = "Monthly"
    WEEKLY = "Weekly"
    DAILY = "Daily"


class PartKind(StrEnum):
    CRITERIA = "criteria"
    TASKS = "tasks"
    METRICS = "metrics"
    HABITS = "habits"
    GOALS = "goals"
    """Those below it."""


class Criterion(StoredValue, frozen=True):
    """Something that is so, or is not so yet."""

    text: str
    order: int
    done: bool = False
    """Of one that follows a task or a metric: as of the last recount."""
    linked_task_id: str | None = None
    """It is met when the task is done."""
    linked_metric_id: str | None = None
    """It is met when the metric is at its target."""
    target_date: date | None = None


class ProgressConfig(StoredValue, frozen=True):
    """How much each kind of part weighs, of those that there are."""

    criteria: int = Field(default=40, ge=0, le=100)
    tasks: int = Field(default=30, ge=0, le=100)
    metrics: int = Field(default=20, ge=0, le=100)
    habits: int = Field(default=10, ge=0, le=100)
    goals: int = Field(default=40, ge=0, le=100)

    def weight_of(self, kind: PartKind) -> int:
        return getattr(self, kind.value)


class PartShare(StoredValue, frozen=True):
    """How far all parts of one kind are."""

    kind: PartKind
    percent: Number
    count: int
    """Of how many that is known."""


class CompositeGoal(Entity, frozen=True):
    model_config = stored_as(parent="parentGoalId", children="childGoalIds")

    type: Literal["compositeGoal"] = "compositeGoal"
    id: str
    """A ULID: unique among all goals of everybody."""
    user: str
    title: str
    description: str | None = None
    notes: str | None = None
    area: str | None = None
    sub_category: str | None = None
    time_horizon: TimeHorizon | None = None
    priority: str = "P4"
    status: CompositeStatus = CompositeStatus.ACTIVE
    start_date: date
    target_date: date | None = None
    completed_date: Instant | None = None
    success_criteria: tuple[Criterion, ...] = ()
    progress_config: ProgressConfig = ProgressConfig()
    manual_override: Number | None = None
    """What the person says it is, until a part moves."""
    minutes_done: int = 0
    minutes_open: int = 0
    tasks_done: int = 0
    tasks_open: int = 0
    """Moved with each task that counts towards it."""
    cached_progress: Number | None = None
    """Percent, as of the last recount; None while nothing is known of any part."""
    cached_parts: tuple[PartShare, ...] = ()
    milestones: tuple[int, ...] = ()
    """The percentages that were reached."""
    parent: str | None = None
    children: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    last_activity_at: Instant
    due_at: Instant | None = None
    """When it is to be recounted: at once where a part has moved, else with the day."""
    created_at: Instant
    revision: int = 1
    """Grows with each change, also with each of a part."""

    @property
    def key(self) -> CompositeGoalKey:
        return CompositeGoalKey(self.user, self.id)

    @property
    def handle(self) -> str:
        """How people can call it besides its title: the end of its id."""
        return self.id[-_HANDLE:].lower()

    @property
    def shown_progress(self) -> Number | None:
        return self.cached_progress if self.manual_override is None else self.manual_override

    def places(self) -> Iterator[IndexKeyOf]:
        yield TimelineKey(self.user, KIND, self.completed_date or self.created_at, self.id)
        yield StatusKey(self.user, KIND, self.status.value, self.id)
        if self.area is not None:
            yield AreaKey(self.user, self.area.casefold(), KIND, self.id)
        if self.due_at is not None:
            yield place_at(DUE_KIND, self.user, self.due_at)

    def places_left(self) -> list[IndexKeyClass]:
        """Indexes in which it stands no longer, if it ever did."""
        return [*([AreaKey] if self.area is None else []), *([DueListKey] if self.due_at is None else [])]


class GoalTask(Entity, frozen=True):
    """That a task counts towards a goal."""

    type: Literal["goalTask"] = "goalTask"
    goal: str
    task: str

    @property
    def key(self) -> GoalTaskKey:
        return GoalTaskKey(self.goal, self.task)


class GoalHabit(Entity, frozen=True):
    """That a habit counts towards a goal."""

    type: Literal["goalHabit"] = "goalHabit"
    goal: str
    habit: str

    @property
    def key(self) -> GoalHabitKey:
        return GoalHabitKey(self.goal, self.habit)


class GoalMetric(Entity, frozen=True):
    """That a metric counts towards a goal: from where to where."""

    type: Literal["goalMetric"] = "goalMetric"
    goal: str
    metric: str
    start_value: Number | None = None
    """Where it stood when it was linked; None where it had no value: then its first one."""
    target_value: Number | None = None
    """None where the metric's own target counts."""

    @property
    def key(self) -> GoalMetricKey:
        return GoalMetricKey(self.goal, self.metric)


class ActivityKind(StrEnum):
    PROGRESS = "progress"
    PARTS = "parts"
    STATUS = "status"
    MILESTONE = "milestone"


class GoalActivity(Entity, frozen=True):
    """What happened to a goal."""

    model_config = stored_as(at="timestamp")

    type: Literal["goalActivity"] = "goalActivity"
    goal: str
    id: str
    at: Instant
    kind: ActivityKind
    text: str
    progress: Number | None = None
    """After it."""
    ttl: int

    @property
    def key(self) -> GoalActivityKey:
        return GoalActivityKey(self.goal, self.at, self.id)


class GoalMilestone(Entity, frozen=True):
    """A part of the way that is done, of any goal."""

    type: Literal["milestone"] = "milestone"
    user: str
    goal: str
    """Which goal it is of: see `docs/goals.md` on ids."""
    id: str
    name: str
    percentage: int
    achieved: bool = True
    achieved_at: Instant
    description: str | None = None

    @property
    def key(self) -> MilestoneKey:
        return MilestoneKey(self.user, self.goal, self.id)

    def places(self) -> Iterator[IndexKeyOf]:
        yield TimelineKey(self.user, self.type, self.achieved_at, f"{self.goal}.{self.id}")
        yield StatusKey(self.user, self.type, "achieved", f"{self.goal}.{self.id}")
