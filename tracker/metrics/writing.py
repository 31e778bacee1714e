"""A log as one transaction: the log, its day, the metric, and all that follows from them.

Each write has a condition that names what was read. Where somebody was faster, everything is read again.
"""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from tracker.analysis.thresholds import AlertEvent
from tracker.frozen import frozen
from tracker.goals.composite.marking import all_marked
from tracker.happenings.model import HappeningKind
from tracker.happenings.writing import happening
from tracker.metrics.aggregation import value_of
from tracker.metrics.alerts import READ, to_tell
from tracker.metrics.changing import DayChange, LogChange, changed_metric, day_change, remembered
from tracker.metrics.messages import alert_message, milestone_message
from tracker.metrics.milestones import Milestone, furthest
from tracker.metrics.model import Metric, MetricBook, MetricDay, MetricLog
from tracker.metrics.past import alert_after, newest_days, past_of
from tracker.metrics.rewarding import milestone_operations, payments, rewarded
from tracker.metrics.rounds.planning import planned
from tracker.metrics.scene import MetricScene
from tracker.metrics.subject import unrecorded
from tracker.notify import outbox
from tracker.readings import Number
from tracker.rewards.board_names import name_or_somebody
from tracker.rewards.giving import paid
from tracker.rewards.messages import overtake_message
from tracker.rewards.model import BoardPlace, Wallet
from tracker.rewards.points import Scale
from tracker.rewards.rivals import overtaken
from tracker.store.conditions import ABSENT, EXISTS, eq
from tracker.store.entity import PRESENT, change, rewrite, to_item
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.index_keys import AreaKey, SubjectWatcherKey
from tracker.store.keys import MetricDayKey, UserKey
from tracker.store.table import Check, Delete, Operation, Put, Table, Update
from tracker.store.values import Key

ATTEMPTS = 20

Look: TypeAlias = Callable[[], Awaitable[tuple[MetricScene, LogChange]]]


@frozen
class LogOutcome:
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
    milestones: tuple[Milestone, ...] = ()
    """Those that came with it."""
    points: int = 0
    """Given, or where it is below nothing, taken back."""
    alert: AlertEvent | None = None
    """Where it has left its thresholds, and that is told."""

    @property
    def value(self) -> Number | None:
        """What its day was, as the metric counts."""
        return None if self.day is None else value_of(self.metric, self.day)


@frozen
class LogWriting:
    """All that a log leads to, before it is written."""

    scene: MetricScene
    day: DayChange
    metric: Metric
    undoes: bool = False
    milestones: tuple[Milestone, ...] = ()
    alert: AlertEvent | None = None
    overtaken: Sequence[BoardPlace] = ()

    @property
    def points(self) -> int:
        before, after = (one.award.points if one and one.award else 0 for one in self.day.log)
        return after - before

    @property
    def logged(self) -> LogOutcome:
        before, after = self.day.log
        return LogOutcome(
            self.metric,
            after or self.day.log.log,
            self.day.after,
            before,
            self.undoes,
            self.milestones,
            self.points,
            self.alert,
        )


class MetricWriter:
    def __init__(self, table: Table, scale: Scale | None = None) -> None:
        self._table, self._scale = table, scale or Scale()

    async def write(self, look: Look, *, undoes: bool = False) -> LogOutcome:
        """What a look at everything gives, written; where something changed meanwhile, look again."""
        for _ in range(ATTEMPTS):
            scene, changed = await look()
            writing = await self._prepared(scene, changed, undoes=undoes)
            if await self._is_written(writing):
                return writing.logged
        raise restless()

    async def _prepared(self, scene: MetricScene, changed: LogChange, *, undoes: bool) -> LogWriting:
        day = day_change(scene, changed)
        metric = await self.changed(scene.metric, day)
        alert = None
        if metric.bounds is not None:
            days = await self._table.read_in_steps(newest_days(metric.id, READ, day.other_day))
            metric = metric.model_copy(update={"alert": alert_after(metric, days, scene.today)})
            alert = None if metric.alert is None else to_tell(scene.metric.alert, metric.alert)
        given = rewarded(scene, day, metric, self._scale)
        purse = scene.purse
        writing = LogWriting(scene, given.day, given.metric, undoes, given.milestones, alert)
        passed = await overtaken(
            self._table, purse.user, purse.wallet or Wallet(), writing.points, purse.places, {}
        )
        return replace(writing, overtaken=passed)

    async def changed(self, metric: Metric, day: DayChange) -> Metric:
        past = None
        if not day.is_newest(metric):
            past = await self._table.read_in_steps(past_of(metric, day.other_day))
        return changed_metric(metric, day, past)

    async def _is_written(self, writing: LogWriting) -> bool:
        """False where something changed meanwhile: look again. What was told before is not told again."""
        told = set[Key]()
        messages = {one.key for one in _messages(writing) if isinstance(one, Put)}
        seen_by = self._happening(writing)
        while True:
            every = [one for one in operations(writing) if one.key not in told]
            try:
                await self._table.transact([*every, *seen_by])
            except ConditionFailed as failed:
                lost = {failure.key for failure in failed.failures}
                if not lost or not lost <= messages - told:
                    return False
                told |= lost
            else:
                return True

    def _happening(self, writing: LogWriting) -> list[Operation]:
        metric, logged = writing.metric, writing.logged
        what = "undone" if writing.undoes else "logged"
        thing, kind, day = (metric.id, metric.name), HappeningKind.METRIC, logged.log.day
        return happening(self._table, writing.scene.user, kind, thing, what, value=logged.value, day=day)


def operations(writing: LogWriting) -> Iterator[Operation]:
    scene, day, metric = writing.scene, writing.day, writing.metric
    yield Check(UserKey(scene.user.id).key, PRESENT)
    yield difference(scene.metric, metric)
    yield _log(day.log)
    yield _day(day)
    yield from milestone_operations(scene, day, writing.milestones)
    yield from paid(scene.purse, [*payments(metric, day)])
    yield from all_marked(metric.user, metric.goal_ids, scene.now)
    if metric.character is not None:
        yield unrecorded(metric, scene.now)
    if scene.asking is not None and scene.asking.unanswered and not writing.undoes:
        yield from planned(scene.user, metric, scene.asking, scene.now)
    follows = metric.is_hidden or day.log.log.fed_from is not None
    if not follows:  # else it is not the person who said it
        yield _book(scene, day.log, undoes=writing.undoes)
    yield from _messages(writing)


def _messages(writing: LogWriting) -> Iterator[Operation]:
    """To the person, and to those whom they got ahead of and who want to hear of it."""
    scene, metric, now = writing.scene, writing.metric, writing.scene.now
    if writing.alert is not None and metric.alert is not None:
        yield outbox.operation(alert_message(scene.user, metric, metric.alert, writing.alert, now))
    for one in furthest(writing.milestones):
        yield outbox.operation(milestone_message(scene.user, metric, one, now))
    name = name_or_somebody(scene.user, scene.purse.wallet)
    for place in writing.overtaken:
        yield Check(UserKey(place.user).key, PRESENT)
        yield outbox.operation(overtake_message(place, name, scene.today, now))


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
    book = remembered(scene.book, log, scene.now, undoes=undoes)
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
