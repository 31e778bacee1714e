"""How a metric begins, changes and ends: what is said of it, and what is checked."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import TypedDict

from tracker.finding import Finder, plain
from tracker.goals.feeds import Feed
from tracker.metrics.errors import AmbiguousMetric, BadMetric, MetricUnchanged, NoSuchMetric, TooManyMetrics
from tracker.metrics.model import (
    MOST_METRICS,
    Aggregation,
    Direction,
    Metric,
    MetricSource,
    MetricStatus,
    Question,
)
from tracker.metrics.units import in_unit
from tracker.readings import Number
from tracker.words import can_be_seen, capital

LONGEST_NAME = 60
JUDGES = frozenset({"direction", "tolerance", "target_value", "aggregation"})
"""What is remembered of the days follows from these."""
BOUNDS = frozenset({"threshold_low", "threshold_high"})

FINDER: Finder[Metric] = Finder(
    "metric",
    name=lambda metric: metric.name,
    ids=lambda metric: (metric.id,),
    missing=NoSuchMetric,
    ambiguous=AmbiguousMetric,
    is_live=lambda metric: metric.status is not MetricStatus.ARCHIVED,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMetric:
    """What is said of a metric that is to be made, read and checked."""

    name: str
    description: str | None = None
    area: str | None = None
    sub_category: str | None = None
    tags: tuple[str, ...] = ()
    unit: str | None = None
    custom_unit: str | None = None
    direction: Direction = Direction.HIGHER
    tolerance: Number | None = None
    target_value: Number | None = None
    threshold_low: Number | None = None
    threshold_high: Number | None = None
    aggregation: Aggregation = Aggregation.LAST
    source: MetricSource = MetricSource.MANUAL
    is_outcome: bool = False
    question: Question | None = None
    fed_by: Feed | None = None


class MetricChanges(TypedDict, total=False):
    """What is to be another one: what is not named stays, and None takes a thing away."""

    name: str
    description: str | None
    area: str | None
    sub_category: str | None
    tags: tuple[str, ...]
    unit: str | None
    custom_unit: str | None
    direction: Direction
    tolerance: Number | None
    target_value: Number | None
    threshold_low: Number | None
    threshold_high: Number | None
    aggregation: Aggregation
    status: MetricStatus
    is_outcome: bool
    question: Question | None
    fed_by: Feed | None


def made(metric_id: str, user_id: str, new: NewMetric, now: datetime, *, hidden: bool = False) -> Metric:
    """Raises BadMetric."""
    said = {one.name: getattr(new, one.name) for one in fields(new) if one.name != "name"}
    metric = Metric(
        id=metric_id, user=user_id, name=checked_name(new.name), is_hidden=hidden, created_at=now, **said
    )
    if metric.fed_by is not None and metric.source is MetricSource.MANUAL:
        metric = metric.model_copy(update={"source": MetricSource.APP})
    check(metric)
    return metric


def edited(before: Metric, changes: MetricChanges) -> Metric:
    """Raises BadMetric, MetricUnchanged."""
    said = dict(changes)
    if "name" in changes:
        said["name"] = checked_name(changes["name"])
    if "fed_by" in changes:
        said["source"] = MetricSource.MANUAL if changes["fed_by"] is None else MetricSource.APP
    after = before.model_copy(update=said)
    if after == before:
        raise MetricUnchanged(f"That is what {before.name} says already.")
    unit = before.unit_name
    # Numbers without a unit are in the one that is said of them later.
    if unit is not None and unit != after.unit_name and before.logs:
        raise BadMetric(
            f"{capital(before.name)} has logs {in_unit(unit)}, so that unit stays. You can log"
            " numbers in other units, which are converted.",
            field="unit",
        )
    check(after)
    return after.model_copy(update={"revision": before.revision + 1})


def checked_name(text: str) -> str:
    name = " ".join(text.split())
    if not can_be_seen(name) or not 1 <= len(name) <= LONGEST_NAME:
        raise BadMetric(
            f"A metric has a name of up to {LONGEST_NAME} letters, digits and signs.", field="name"
        )
    return name


def check(metric: Metric) -> None:
    """Raises BadMetric where what is said of it does not fit together."""
    low, high, target = metric.threshold_low, metric.threshold_high, metric.target_value
    if low is not None and high is not None and low >= high:
        raise BadMetric("The low limit must be below the high one.", field="low")
    if metric.direction is Direction.TARGET:
        if target is None:
            raise BadMetric("Say the target that you want to be near.", field="target")
        if target == 0 and metric.tolerance is None:
            raise BadMetric("Say how far from 0 is still good.", field="tolerance")
    if metric.tolerance is not None and metric.tolerance < 0:
        raise BadMetric("A tolerance must be 0 or more.", field="tolerance")


def refuse_name(others: Sequence[Metric], name: str, but: str | None = None) -> None:
    """Raises BadMetric where another metric is called so; what is archived has no claim to its name."""
    taken = (one for one in others if one.id != but and not one.is_hidden and FINDER.is_live(one))
    if plain(name) in (plain(one.name) for one in taken):
        raise BadMetric(f"You have a metric called {name} already.", field="name")


def refuse_too_many(others: Sequence[Metric]) -> None:
    if sum(not one.is_hidden for one in others) >= MOST_METRICS:
        raise TooManyMetrics(
            f"You have {MOST_METRICS} metrics, which is as many as there can be. Remove one first."
        )


def refuse_circle(others: Sequence[Metric], metric: Metric) -> None:
    """Raises BadMetric where a metric would feed itself, be it through others."""
    known = {one.subject: one for one in others} | {metric.subject: metric}
    feed = metric.fed_by
    for _ in known:
        source = None if feed is None else known.get(feed.subject)
        if source is None:
            return
        if source.id == metric.id:
            raise BadMetric(f"{metric.name} would feed itself. Choose another number.", field="fed")
        feed = source.fed_by


def takes_name(before: Metric, after: Metric) -> bool:
    """Whether it is called so from now on, and was not before."""
    comes_back = FINDER.is_live(after) and not FINDER.is_live(before)
    return comes_back or plain(before.name) != plain(after.name)
