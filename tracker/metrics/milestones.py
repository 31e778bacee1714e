"""What a metric reaches for the first time: its target, good days in a row, a part of the way, many days."""

from collections.abc import Iterable, Iterator
from datetime import date
from enum import StrEnum
from typing import Literal, NamedTuple

from tracker.metrics.aggregation import value_of
from tracker.metrics.judging import is_good
from tracker.metrics.model import Direction, Metric, MetricDay
from tracker.readings import Number
from tracker.store.entity import Entity, Instant
from tracker.store.keys import MetricMilestoneKey
from tracker.words import count_of


class MilestoneKind(StrEnum):
    TARGET_REACHED = "target_reached"
    STREAK = "streak"
    IMPROVEMENT = "improvement"
    CONSISTENCY = "consistency"


class Milestone(NamedTuple):
    kind: MilestoneKind
    size: int
    """Days, or percent of the way; 0 of the target."""
    points: int

    @property
    def name(self) -> str:
        return f"{self.kind}-{self.size}" if self.size else self.kind.value

    @property
    def title(self) -> str:
        match self.kind:
            case MilestoneKind.TARGET_REACHED:
                return "target reached"
            case MilestoneKind.STREAK:
                return f"{count_of(self.size, 'good day')} in a row"
            case MilestoneKind.IMPROVEMENT:
                return f"{self.size} % of the way to the target"
            case MilestoneKind.CONSISTENCY:
                return f"logged on {count_of(self.size, 'day')}"


def _all(kind: MilestoneKind, points: dict[int, int]) -> Iterator[Milestone]:
    return (Milestone(kind, size, worth) for size, worth in points.items())


MILESTONES: tuple[Milestone, ...] = (
    Milestone(MilestoneKind.TARGET_REACHED, 0, 50),
    *_all(MilestoneKind.STREAK, {7: 10, 30: 25, 100: 50, 365: 100}),
    *_all(MilestoneKind.IMPROVEMENT, {5: 20, 10: 20, 25: 20, 50: 20}),
    *_all(MilestoneKind.CONSISTENCY, {30: 10, 100: 25, 365: 50}),
)
BY_NAME = {one.name: one for one in MILESTONES}
BY_TITLE = {one.title: one for one in MILESTONES}


def furthest(reached: Iterable[Milestone]) -> list[Milestone]:
    """Of each kind the last one: who has gone half of the way has gone a quarter of it, too."""
    return [*{one.kind: one for one in reached}.values()]


class MetricMilestone(Entity, frozen=True):
    """One that was reached."""

    type: Literal["metricMilestone"] = "metricMilestone"
    metric: str
    id: str
    kind: MilestoneKind
    value: Number | None = None
    """What the day came to."""
    achieved_at: Instant
    points: int

    @property
    def key(self) -> MetricMilestoneKey:
        return MetricMilestoneKey(self.metric, self.id)


def reached(metric: Metric, day: MetricDay, today: date, held: frozenset[str]) -> list[Milestone]:
    """What a metric has reached with this day, and had not before. Nothing is given for a hidden one."""
    if metric.is_hidden:
        return []
    value = value_of(metric, day)
    return [one for one in MILESTONES if one.name not in held and _is_reached(one, metric, day, value, today)]


def _is_reached(one: Milestone, metric: Metric, day: MetricDay, value: Number, today: date) -> bool:
    known = not metric.aggregation.adds_up or metric.direction is Direction.HIGHER or day.day < today
    match one.kind:
        case MilestoneKind.TARGET_REACHED:
            return known and metric.target_value is not None and is_good(metric, value)
        case MilestoneKind.STREAK:
            streak = metric.cached_streak
            # What may still grow out of the good today counts tomorrow.
            days = 0 if streak is None else streak.current if known or streak.day < today else streak.before
            return days >= one.size
        case MilestoneKind.IMPROVEMENT:
            return known and share_of_way(metric, value) * 100 >= one.size
        case MilestoneKind.CONSISTENCY:
            return metric.logged_days >= one.size


def share_of_way(metric: Metric, value: Number) -> float:
    """From the first day to the target: 1 where it is reached; 0 where there is no way."""
    first, target = metric.cached_first, metric.target_value
    if first is None or target is None or is_good(metric, first.value):
        return 0.0
    if is_good(metric, value):
        return 1.0
    return float(1 - abs(value - target) / abs(first.value - target))
