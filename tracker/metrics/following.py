"""A hidden metric follows what another feature says of a day: one log, made, changed or taken away."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, date, datetime, time
from typing import NamedTuple, TypeAlias

from tracker.clock import Clock
from tracker.metrics.changing import LogChange, day_change, log_of
from tracker.metrics.log_words import LogWords
from tracker.metrics.model import Metric, Source
from tracker.metrics.scene import MetricScene, scene_of
from tracker.metrics.writing import ATTEMPTS, MetricWriter, operations, restless
from tracker.readings import Number
from tracker.store.errors import ConditionFailed
from tracker.store.table import Operation, Table

_NOON = time(12)


class SaidDay(NamedTuple):
    value: Number | None
    """None where the day has no value any more."""
    holds: Sequence[Operation] = ()
    """What has to hold when it is written: that nobody has said something else since."""


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
            await table.transact([*said.holds, *operations(scene, changed, after)])
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
    after = log_of(scene.metric, LogWords(value, None, None, at, day), Source.APP)
    return None if before == after else LogChange(before, after)
