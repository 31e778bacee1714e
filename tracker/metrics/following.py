"""A metric that follows something else: one log a day, made, changed or taken away.

A hidden metric follows what another feature says of a day. One that is fed follows a number: a metric that
adds up gets what the day has gained, any other one what the number is.
"""

from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, date, datetime, time
from typing import NamedTuple, TypeAlias

from tracker.clock import Clock
from tracker.metrics.changing import LogChange, day_change, log_of, logged
from tracker.metrics.log_words import LogWords
from tracker.metrics.model import Metric, MetricSource
from tracker.metrics.scene import MetricScene, scene_of
from tracker.metrics.writing import ATTEMPTS, LogWriting, MetricWriter, operations, restless
from tracker.readings import Number
from tracker.store.errors import ConditionFailed
from tracker.store.table import Operation, Table

_NOON = time(12)


class SaidDay(NamedTuple):
    value: Number | None
    """None where the day has no value any more."""
    holds: Sequence[Operation] = ()
    """What has to hold when it is written: that nobody has said something else since."""


class FedNumber(NamedTuple):
    """A change of the number that feeds a metric. The same again changes nothing."""

    day: date
    at: datetime
    before: Number
    after: Number


SayDay: TypeAlias = Callable[[], Awaitable[SaidDay]]
"""Asked again whenever something changed meanwhile."""


async def follow(table: Table, clock: Clock, metric: Metric, day: date, say: SayDay) -> None:
    """Doing it twice changes nothing. Raises NoSuchUser, BeingDeleted, NoSuchMetric, Throttled."""
    writer = MetricWriter(table)
    for _ in range(ATTEMPTS):
        said = await say()
        now = clock().replace(microsecond=0)
        scene = await table.read_in_steps(scene_of(metric.user, now, metric.id, day))
        change = followed(scene, day, said.value)
        if change is None:
            return
        changed = day_change(scene, change)
        after = await writer.changed(scene.metric, changed)
        try:
            await table.transact([*said.holds, *operations(LogWriting(scene, changed, after))])
        except ConditionFailed:
            continue
        return
    raise restless()


def followed(scene: MetricScene, day: date, value: Number | None) -> LogChange | None:
    """None where it is so already."""
    before = next(iter(scene.logs_on(day)), None)
    if value is None:
        return None if before is None else LogChange(before, None)
    at = datetime.combine(day, _NOON, UTC) if before is None else before.logged_at
    after = log_of(scene.metric, LogWords(value, None, None, at, day), MetricSource.APP)
    return None if before == after else LogChange(before, after)


def fed(scene: MetricScene, seen: FedNumber) -> LogChange | None:
    """The day's log with the number as it is now; None where it is so already."""
    logs = scene.logs_on(seen.day)
    before = next((one for one in logs if one.fed_from is not None), None)
    start = seen.before if before is None or before.fed_from is None else before.fed_from
    value = seen.after - start if scene.metric.aggregation.adds_up else seen.after
    if before is None:
        new = logged(scene, LogWords(value, None, None, seen.at, seen.day), MetricSource.APP).log
    else:
        said = LogWords(value, None, before.notes, before.logged_at, before.day)
        new = log_of(scene.metric, said, MetricSource.APP)
    kept = {} if before is None else {"award": before.award, "milestones": before.milestones}
    after = new.model_copy(update={"fed_from": start, **kept})
    return None if before == after else LogChange(before, after)
