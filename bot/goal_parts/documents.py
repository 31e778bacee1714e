"""What is answered about goals made of parts: one shape for `--json` and `/api`, see docs/schema/."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Literal

from bot.documents import Document, copied
from tracker.goals.composite.attention import Attention, attention_text
from tracker.goals.composite.model import (
    MARKS,
    ActivityKind,
    CompositeGoal,
    CompositeStatus,
    GoalMilestone,
    PartKind,
    TimeHorizon,
)
from tracker.readings import Number

if TYPE_CHECKING:  # it knows all features, and a list of goals needs none of them
    from tracker.goal_parts.look import GoalLook

FEED = 20
# fmt: off
_SAME = (
    "id", "title", "description", "notes", "area", "sub_category", "time_horizon", "priority", "status",
    "start_date", "target_date", "completed_date", "manual_override", "tags", "last_activity_at",
    "created_at",
)
# fmt: on


class CriterionDocument(Document, frozen=True):
    text: str
    order: int
    done: bool
    linked_task_id: str | None
    """It is met when this task is done."""
    linked_metric_id: str | None
    """It is met when this metric is at its target."""
    target_date: date | None


class WeightsDocument(Document, frozen=True):
    """How much each kind of part weighs, of those that there are."""

    criteria: int
    tasks: int
    metrics: int
    habits: int
    goals: int


class KindShare(Document, frozen=True):
    kind: PartKind
    percent: Number
    count: int
    """Of how many that is known."""


class PartsGoal(Document, frozen=True):
    """A goal made of parts, and how far it is."""

    kind: Literal["parts"] = "parts"
    id: str
    handle: str
    """A short name for it, besides its title."""
    title: str
    description: str | None
    notes: str | None
    area: str | None
    sub_category: str | None
    time_horizon: TimeHorizon | None
    priority: str
    status: CompositeStatus
    start_date: date
    target_date: date | None
    completed_date: datetime | None
    progress: Number | None
    """In percent: what was said by hand, else what follows from its parts; null while nothing is known."""
    computed_progress: Number | None
    manual_override: Number | None
    """What was said by hand, until a part moves."""
    progress_config: WeightsDocument
    shares: tuple[KindShare, ...]
    success_criteria: tuple[CriterionDocument, ...]
    parent_goal_id: str | None
    child_goal_ids: tuple[str, ...]
    tags: tuple[str, ...]
    last_activity_at: datetime
    created_at: datetime


class AskingGoal(PartsGoal, frozen=True):
    """One that the day should not pass over."""

    why: str
    """`LATE`, `DUE`, `AT_RISK`, `COMPLETE`, `NEARLY_DONE`."""
    text: str
    """`80 %, due on Friday`."""


class GoalPart(Document, frozen=True):
    """One part. Weight times percent, added up over all parts, is the computed progress."""

    kind: PartKind
    id: str
    name: str
    percent: Number | None
    """Null where nothing is known of it yet, or it does not count."""
    weight: float
    """How many percent of the goal it is."""
    text: str


class GoalMilestoneDocument(Document, frozen=True):
    name: str
    percentage: int
    achieved: bool
    achieved_at: datetime | None
    description: str | None


class GoalActivityDocument(Document, frozen=True):
    at: datetime
    kind: ActivityKind
    text: str
    progress: Number | None


class PartsGoalDetails(PartsGoal, frozen=True):
    parts: tuple[GoalPart, ...]
    more_tasks: int
    """Tasks that count, and are not among the parts here."""
    parent_title: str | None
    milestones: tuple[GoalMilestoneDocument, ...]
    activity: tuple[GoalActivityDocument, ...]
    """What happened to it, the newest first."""
    percent_per_day: float | None
    """What a day brought on average; null while there are too few days."""
    expected: date | None
    """When all of it is probably done, at that pace."""
    expected_from: date | None
    expected_to: date | None
    """With 10 and with 90 %."""


def parts_goal(goal: CompositeGoal) -> PartsGoal:
    return PartsGoal.model_validate(_fields(goal))


def asking_goal(one: Attention, today: date) -> AskingGoal:
    said = {"why": one.why.name, "text": attention_text(one, today)}
    return AskingGoal.model_validate({**_fields(one.goal), **said})


def parts_goal_details(look: "GoalLook") -> PartsGoalDetails:
    goal, eta = look.goal, look.eta
    return PartsGoalDetails.model_validate(
        {
            **_fields(goal),
            "parts": tuple(
                GoalPart(**copied(one, "kind", "id", "name", "percent", "weight", "text"))
                for one in look.parts
            ),
            "more_tasks": look.more_tasks,
            "parent_title": look.parent and look.parent.title,
            "milestones": milestone_documents(look.milestones, MARKS, goal.title),
            "activity": tuple(
                GoalActivityDocument(**copied(one, "at", "kind", "text", "progress"))
                for one in look.activity[:FEED]
            ),
            "percent_per_day": None if look.per_day is None else round(look.per_day, 2),
            "expected": eta and eta.middle,
            "expected_from": eta and eta.early,
            "expected_to": eta and eta.late,
        }
    )


def milestone_documents(
    achieved: Sequence[GoalMilestone], marks: Sequence[int], title: str
) -> tuple[GoalMilestoneDocument, ...]:
    """Those that were reached, and those that are to come."""
    reached = {one.percentage: one for one in achieved}
    return tuple(
        GoalMilestoneDocument(**copied(reached[mark], *GoalMilestoneDocument.model_fields))
        if mark in reached
        else GoalMilestoneDocument(
            name=f"{title}: {mark} %", percentage=mark, achieved=False, achieved_at=None, description=None
        )
        for mark in sorted({*marks, *reached})
    )


def _fields(goal: CompositeGoal) -> dict[str, object]:
    return {
        **copied(goal, *_SAME),
        "handle": goal.handle,
        "progress": goal.shown_progress,
        "computed_progress": goal.cached_progress,
        "progress_config": WeightsDocument(**goal.progress_config.model_dump()),
        "shares": tuple(KindShare(**copied(one, "kind", "percent", "count")) for one in goal.cached_parts),
        "success_criteria": tuple(
            CriterionDocument(**copied(one, *CriterionDocument.model_fields)) for one in goal.success_criteria
        ),
        "parent_goal_id": goal.parent,
        "child_goal_ids": goal.children,
    }
