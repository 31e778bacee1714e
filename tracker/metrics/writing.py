"""A log as one transaction: the log, its day, the metric, and all that follows from them.

Each write has a condition that names what was read. Where somebody was faster, everything is read again.
"""

from collections.abc import Awaitable, Callable, Iterator
from typing import TypeAlias

from tracker.frozen import frozen
from tracker.metrics.aggregation import value_of
from tracker.metrics.changing import DayChange, LogChange, changed_metric, day_change, remembered
from tracker.metrics.model import Metric, MetricBook, MetricDay, MetricLog
from tracker.metrics.past import past_of
from tracker.metrics.scene import MetricScene
from tracker.metrics.subject import unrecorded
from tracker.readings import Number
from tracker.store.conditions import ABSENT, EXISTS, eq
from tracker.store.entity import PRESENT, change, rewrite, to_item
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.index_keys import AreaKey, SubjectWatcherKey
from tracker.store.keys import MetricDayKey, UserKey
from tracker.store.table import Check, Delete, Operation, Put, Table, Update

ATTEMPTS = 20

Look: TypeAlias = Callable[[], Awaitable[tuple[MetricScene, LogChange]]]


@frozen
class Logged:
    """What a log, a correction or an undo has led to."""

    metric: Metric
    """As it is now."""
    log: MetricLog
    """What was logged, or what was taken back."""
    day: MetricDay | None
    """What its day comes to now; None where it has no log any more."""
    before: MetricLog | None = None
    """What a correction or an undo has replaced."""
    undone: bool = False

    @property
    def value(self) -> Number | None:
        """What its day was, as the metric counts."""
        return None if self.day is None else value_of(self.metric, self.day)


class MetricWriter:
    def __init__(self, table: Table) -> None:
        self._table = table

    async def write(self, look: Look, *, undoes: bool = False) -> Logged:
        """What a look at everything gives, written; where something changed meanwhile, look again."""
        for _ in range(ATTEMPTS):
            scene, changed = await look()
            day = day_change(scene, changed)
            metric = await self.changed(scene.metric, day)
            try:
                await self._table.transact([*operations(scene, day, metric, undoes=undoes)])
            except ConditionFailed:
                continue
            return Logged(metric, changed.after or day.log.log, day.after, changed.before, undoes)
        raise restless()

    async def changed(self, metric: Metric, day: DayChange) -> Metric:
        past = None
        if not day.is_newest(metric):
            past = await self._table.read_in_steps(past_of(metric, day.other_day))
        return changed_metric(metric, day, past)


def operations(
    scene: MetricScene, day: DayChange, metric: Metric, *, undoes: bool = False
) -> Iterator[Operation]:
    yield Check(UserKey(scene.user.id).key, PRESENT)
    yield difference(scene.metric, metric)
    yield _log(day.log)
    yield _day(day)
    if metric.character is not None:
        yield unrecorded(metric, scene.now)
    follows = metric.is_hidden or day.log.log.fed_from is not None
    if not follows:  # else it is not the person who said it
        yield _book(scene, day.log, undoes=undoes)


def _log(log: LogChange) -> Operation:
    before, after = log
    if after is None:
        return Delete(log.log.key.key, EXISTS)
    if before is None:
        return Put(to_item(after, after.key), ABSENT)
    return rewrite(after, after.key, when=EXISTS)


def _day(day: DayChange) -> Operation:
    """No condition: days change with the metric's revision."""
    key = MetricDayKey(day.log.log.metric, day.day)
    return Delete(key.key) if day.after is None else rewrite(day.after, key)


def _book(scene: MetricScene, log: LogChange, *, undoes: bool) -> Operation:
    book = remembered(scene.book, log, undoes=undoes)
    unchanged = ABSENT if scene.book is None else eq("changes", scene.book.changes)
    return rewrite(book, MetricBook.key_of(scene.user.id), when=unchanged)


def difference(before: Metric, after: Metric) -> Update:
    """What has changed of a metric, unless somebody else has changed it since it was read."""
    fields = {
        name: value
        for name in Metric.model_fields
        if (value := getattr(after, name)) != getattr(before, name)
    }
    there = [*after.places()]
    gone = {type(one) for one in before.places()} - {type(one) for one in there}
    leave = [kind for kind in (AreaKey, SubjectWatcherKey) if kind in gone]
    return change(Metric, before.key, fields, enter=there, leave=leave, when=eq("revision", before.revision))


def restless() -> Throttled:
    return Throttled("the metric keeps changing under our hands; try again in a moment")
