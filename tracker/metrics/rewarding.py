"""What a log gives: the milestones that came with it, their points, and exactly that taken back."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tracker.metrics.aggregation import value_of
from tracker.metrics.changing import DayChange, LogChange
from tracker.metrics.milestones import BY_NAME, MetricMilestone, Milestone, reached
from tracker.metrics.model import Metric, MetricLog
from tracker.metrics.scene import MetricScene
from tracker.rewards.giving import PaidFor, Payment
from tracker.rewards.model import Award
from tracker.rewards.points import Scale
from tracker.store.conditions import ABSENT
from tracker.store.entity import to_item
from tracker.store.keys import MetricMilestoneKey
from tracker.store.table import Delete, Operation, Put
from tracker.words import capital


class Rewarded(NamedTuple):
    day: DayChange
    metric: Metric
    milestones: tuple[Milestone, ...]
    """Those that are new."""


def rewarded(scene: MetricScene, day: DayChange, metric: Metric, scale: Scale) -> Rewarded:
    """What came with the log as it was is taken back, unless it comes with the log as it is now."""
    before, after = day.log
    old = before.milestones if before else ()
    held = frozenset(metric.milestones) - {*old}
    if after is None or day.after is None:
        return Rewarded(day, _holding(metric, held), ())
    found = reached(metric, day.after, scene.today, held)
    names = tuple(one.name for one in found)
    if before is not None and set(names) == {*old}:
        kept = after.model_copy(update={"award": before.award, "milestones": before.milestones})
        return Rewarded(_with_log(day, kept), metric, ())
    award = None
    if found:
        worth = sum(one.points for one in found)
        points = scale.given(worth, scene.purse.given_today - _given_today(scene, before))
        award = Award(id=f"{metric.id}.{metric.revision}", points=points, given_on=scene.today)
    new = after.model_copy(update={"award": award, "milestones": names})
    return Rewarded(_with_log(day, new), _holding(metric, held | {*names}), tuple(found))


def _given_today(scene: MetricScene, before: MetricLog | None) -> int:
    """What the log as it was has given today, and what is taken back now."""
    award = None if before is None else before.award
    return award.points if award is not None and award.given_on == scene.today else 0


def _with_log(day: DayChange, log: MetricLog) -> DayChange:
    return DayChange(LogChange(day.log.before, log), day.before, day.after)


def _holding(metric: Metric, names: frozenset[str]) -> Metric:
    in_order = tuple(name for name in BY_NAME if name in names)
    return metric.model_copy(update={"milestones": in_order})


def milestone_operations(scene: MetricScene, day: DayChange, new: Sequence[Milestone]) -> Iterator[Operation]:
    """Those that came with the log; those that did before, and do no longer, go."""
    before, after = day.log
    metric = scene.metric
    gone = {*(before.milestones if before else ())} - {*(after.milestones if after else ())}
    for name in sorted(gone):
        yield Delete(MetricMilestoneKey(metric.id, name).key)
    known = {*(before.milestones if before else ())}
    value = None if day.after is None else value_of(metric, day.after)
    for one in new:
        if one.name not in known:
            item = MetricMilestone(
                metric=metric.id,
                id=one.name,
                kind=one.kind,
                value=value,
                achieved_at=scene.now,
                points=one.points,
            )
            yield Put(to_item(item, item.key), ABSENT)


def payments(metric: Metric, day: DayChange) -> Iterator[Payment]:
    before, after = day.log
    if before is not None and after is not None and before.award == after.award:
        return
    about = PaidFor(metric_id=metric.id)
    for log, reverses in ((before, True), (after, False)):
        if log is not None and log.award is not None:
            names = [BY_NAME[name].title for name in log.milestones if name in BY_NAME]
            reason = f"{capital(metric.name)}: {', '.join(names)}"
            yield Payment(log.award, reason, day.day, about, reverses=reverses)
