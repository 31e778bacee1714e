"""Metrics: the one door to what can be done with them."""

import builtins
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import date, datetime
from typing import TypeAlias

from tracker.accounts.changes import next_change
from tracker.accounts.errors import NoSuchUser
from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.days import local_day
from tracker.digest.planning import first_round
from tracker.goals.composite.marking import all_marked, marked, metric_unlinked, with_goal
from tracker.goals.composite.model import GoalMetric
from tracker.goals.feeds import Feed, parse_feed
from tracker.goals.listeners import CharacterListener
from tracker.goals.lookup import characters_of, goals_of
from tracker.goals.removal import remove_character
from tracker.ids import Ids
from tracker.metrics import changing, labels, lifecycle
from tracker.metrics.aggregation import value_of
from tracker.metrics.alerts import READ
from tracker.metrics.changing import LogChange
from tracker.metrics.errors import BadMetric, NoSuchLog, NoSuchMetric
from tracker.metrics.following import FedNumber, SayDay, fed, follow
from tracker.metrics.lifecycle import BOUNDS, FINDER, JUDGES, MetricChanges, NewMetric
from tracker.metrics.log_words import LogWords
from tracker.metrics.lookup import every_metric, metrics_of
from tracker.metrics.model import Metric, MetricBook, MetricLog, MetricSource
from tracker.metrics.past import alert_after, newest_days, past_of, reckoned, values_between
from tracker.metrics.rounds.planning import asking_in, asking_key, asks, planned
from tracker.metrics.scene import MetricScene, scene_of
from tracker.metrics.subject import KIND, begin, keep_in_step, record_number, unrecorded
from tracker.metrics.writing import ATTEMPTS, LogOutcome, MetricWriter, difference, restless
from tracker.readings import Number
from tracker.rewards.points import Scale
from tracker.store.conditions import ABSENT, eq
from tracker.store.entity import from_item, from_items, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.keys import CharacterKey, DueKey, MetricKey, MetricLogKey
from tracker.store.table import Delete, Operation, Put, Table
from tracker.store.values import key_of
from tracker.subjects import RecordReading

_CHANGES = "metricChanges"

Write: TypeAlias = Callable[[Sequence[Metric]], Awaitable[Sequence[Operation]]]


class NothingNew(Exception):
    """There is nothing to write."""


class Metrics:
    def __init__(
        self,
        table: Table,
        clock: Clock,
        new_id: Ids,
        scale: Scale | None = None,
        *,
        record: RecordReading | None = None,
        listeners: Callable[[], Sequence[CharacterListener]] = tuple,
    ) -> None:
        """`record` makes progress of what is logged; without it, the clock does so within a minute.
        `listeners` have something that hangs on metrics, and does without one that is removed; they are asked
        for when one is changed or removed, since most come only to look."""
        self._table, self._clock, self._new_id = table, clock, new_id
        self._record, self._listeners = record, listeners
        self._writer = MetricWriter(table, scale)

    async def list(self, user_id: str, *, archived: bool = False, hidden: bool = False) -> list[Metric]:
        """In the order in which they were made. `hidden` are those that another feature keeps."""
        return await metrics_of(self._table, user_id, archived=archived, hidden=hidden)

    async def find(self, user_id: str, text: str, *, whole_name: bool = False) -> Metric:
        """By its name, by how that begins, by its id. Raises NoSuchMetric, AmbiguousMetric."""
        return FINDER.one(await self.list(user_id, archived=True), text, whole_name=whole_name)

    async def get(self, user_id: str, metric_id: str) -> Metric:
        """Raises NoSuchMetric."""
        item = await self._table.get(MetricKey(user_id, metric_id).key)
        if item is None:
            raise NoSuchMetric("There is no such metric.")
        return from_item(Metric, item)

    async def add(self, user: User, new: NewMetric) -> Metric:
        """Raises BadMetric, TooManyMetrics."""
        new_metric, found = lifecycle.made(self._new_id(), user.id, new, self._now()), list[Metric]()

        async def write(others: Sequence[Metric]) -> builtins.list[Operation]:
            lifecycle.refuse_name(others, new_metric.name)
            lifecycle.refuse_too_many(others)
            lifecycle.refuse_circle(others, new_metric)
            metric, operations = await begin(self._table, new_metric, self._now())
            found[:] = [metric]
            asked = planned(user, metric, None, self._now())
            due = unrecorded(metric, self._now())
            return [_put(metric), *operations, due, *asked, first_round(user, self._now())]

        await self._write(user.id, write)
        await self._recorded(found[0])
        return found[0]

    async def hidden(self, user: User, name: str, new: NewMetric) -> Metric:
        """One that another feature keeps, made when it is first wanted: `name` is what that calls it."""
        metric = lifecycle.made(f"{name}-{user.id}", user.id, new, self._now(), hidden=True)
        known = await self._table.get(metric.key.key)
        if known is not None:
            return from_item(Metric, known)
        claimed = await next_change(self._table, user.id, _CHANGES)
        if claimed is None:
            raise _gone()
        try:
            await self._table.transact([claimed, _put(metric), first_round(user, self._now())])
        except ConditionFailed:
            return await self.hidden(user, name, new)  # somebody else has made it, or another one
        return metric

    async def edit(self, user: User, metric: Metric, changes: MetricChanges) -> Metric:
        """Raises BadMetric, MetricUnchanged, NoSuchMetric."""
        found: list[Metric] = []

        async def write(others: Sequence[Metric]) -> builtins.list[Operation]:
            before = _among(others, metric)
            after = lifecycle.edited(before, changes)
            if lifecycle.takes_name(before, after):
                lifecycle.refuse_name(others, after.name, but=after.id)
            lifecycle.refuse_circle(others, after)
            if "aggregation" in changes:  # its days are other numbers now
                after = after.model_copy(update={"cached_trend": None, "cached_way": None})
            if JUDGES & changes.keys():
                after = reckoned(after, await self._table.read_in_steps(past_of(after)))
            if (JUDGES | BOUNDS) & changes.keys():
                days = await self._table.read_in_steps(newest_days(after.id, READ))
                after = after.model_copy(update={"alert": alert_after(after, days, self._today(user))})
            found[:] = [after]
            in_step = await keep_in_step(self._table, before, after, self._listeners())
            due = [unrecorded(after, self._now())] if in_step else []
            asked = await self._asked(user, before, after)
            goals = all_marked(user.id, after.goal_ids, self._now()) if JUDGES & changes.keys() else ()
            return [difference(before, after), *in_step, *due, *asked, *goals]

        await self._write(user.id, write)
        await self._recorded(found[0])
        if not JUDGES & changes.keys():
            return found[0]
        return await labels.with_new_trend(self._table, found[0], self._today(user))

    async def count_for(self, user: User, metric: Metric, link: GoalMetric, *, counts: bool = True) -> Metric:
        """It counts towards a goal as the link says, or no longer does. Raises BadPart, NoSuchMetric."""
        found: list[Metric] = []

        async def write(others: Sequence[Metric]) -> builtins.list[Operation]:
            before = _among(others, metric)
            ids = with_goal(before.goal_ids, link.goal, counts=counts)
            after = before.model_copy(update={"goal_ids": ids, "revision": before.revision + 1})
            found[:] = [after]
            linked = Put(to_item(link, link.key)) if counts else Delete(link.key.key)
            return [difference(before, after), linked, marked(user.id, link.goal, self._now())]

        await self._write(user.id, write)
        return found[0]

    async def remove(self, user: User, metric: Metric) -> None:
        """With its goals and all its logs, which go first: by the metric they are found.

        Stopped anywhere, a second run finishes it. Raises NoSuchMetric.
        """

        async def write(others: Sequence[Metric]) -> builtins.list[Operation]:
            known = _among(others, metric)
            if known.character is not None:
                key = CharacterKey(user.id, known.character)
                await remove_character(self._table, key, self._listeners())
            await self._forget(known)
            due = [DueKey(user.id, KIND, known.id).key, asking_key(user.id, known.id)]
            return [
                Delete(known.key.key, eq("revision", known.revision)),
                *map(Delete, due),
                *metric_unlinked(known.goal_ids, known.id),
                *all_marked(user.id, known.goal_ids, self._now()),
            ]

        await self._write(user.id, write)

    async def log(
        self, user: User, metric: Metric, said: LogWords, *, source: MetricSource = MetricSource.MANUAL
    ) -> LogOutcome:
        """Raises BadLog, TooManyLogs, NoSuchMetric."""
        return await self._change(user, metric.id, said.day, lambda it: changing.logged(it, said, source))

    async def correct(self, user: User, metric: Metric, at: datetime, said: LogWords) -> LogOutcome:
        """The log of that instant has another value and note; it stays at its instant. Raises NoSuchLog."""

        def change(scene: MetricScene) -> LogChange:
            if (log := scene.near.get(at)) is None:
                raise NoSuchLog("There is no such log.")
            return changing.corrected(scene, log, said)

        return await self._change(user, metric.id, at, change)

    async def undo(self, user: User, metric: Metric | None = None) -> LogOutcome:
        """The last log or correction is taken back, of a metric or of any. Raises NothingLogged."""
        item = await self._table.get(MetricBook.key_of(user.id).key)
        book = from_item(MetricBook, item) if item else MetricBook()
        step = changing.last_step(book.undoable, None if metric is None else metric.id)
        return await self._change(
            user, step.metric, step.at, lambda scene: changing.undone(scene, step), undoes=True
        )

    async def follow(self, metric: Metric, day: date, say: SayDay) -> None:
        """What a hidden metric is on a day, as the feature that keeps it says."""
        await follow(self._table, self._clock, metric, day, say)

    async def feed(self, user: User, metric_id: str, seen: FedNumber) -> bool:
        """A number that feeds the metric has changed: whether that was logged. Raises MetricRefused."""

        def change(scene: MetricScene) -> LogChange:
            if (found := fed(scene, seen)) is None:
                raise NothingNew
            return found

        try:
            await self._change(user, metric_id, seen.day, change)
        except NothingNew:
            return False
        return True

    async def feed_called(self, user_id: str, text: str) -> Feed:
        """The number that a text means, as something to be fed by. Raises BadMetric."""
        characters = await characters_of(self._table, user_id)
        owned = [(goal, one) for one in characters for goal in await goals_of(self._table, user_id, one.id)]
        return parse_feed(text, characters, owned, BadMetric)

    async def days(self, metric: Metric, first: date, last: date) -> dict[date, Number]:
        """What each day was, both ends included; one without a log is not in it."""
        return await values_between(self._table, metric, first, last)

    async def newest(self, metric: Metric, *, limit: int) -> dict[date, Number]:
        """What the newest days that have a log were, the oldest first."""
        days = await self._table.read_in_steps(newest_days(metric.id, limit))
        return {one.day: value_of(metric, one) for one in days}

    async def with_trend(self, metric: Metric, days: Mapping[date, Number], today: date) -> Metric:
        """As it goes by its last days, and remembered."""
        return await labels.with_trend(self._table, metric, days, today)

    async def with_first_trend(self, metric: Metric, today: date) -> Metric:
        """The same where nobody has looked yet, and its days may say it."""
        return await labels.with_first_trend(self._table, metric, today)

    async def logs(self, metric: Metric, *, limit: int) -> builtins.list[MetricLog]:
        """The newest first."""
        every = MetricLogKey.prefix(metric=metric.id)
        page = await self._table.query(every.pk, prefix=every.prefix, reverse=True, limit=limit)
        return [*from_items(MetricLog, page.items)]

    async def _change(
        self,
        user: User,
        metric_id: str,
        place: date | datetime,
        change: Callable[[MetricScene], LogChange],
        *,
        undoes: bool = False,
    ) -> LogOutcome:
        async def look() -> tuple[MetricScene, LogChange]:
            scene = await self._table.read_in_steps(scene_of(user.id, self._now(), metric_id, place))
            return scene, change(scene)

        logged = await self._writer.write(look, undoes=undoes)
        await self._recorded(logged.metric)
        return logged

    async def _asked(self, user: User, before: Metric, after: Metric) -> builtins.list[Operation]:
        """The next question, where something else was said of it."""
        if asks(before) == asks(after):
            return []
        asking = asking_in(await self._table.get(asking_key(user.id, after.id)))
        return [*planned(user, after, asking, self._now())]

    async def _recorded(self, metric: Metric) -> None:
        """What hangs on the number hears of it."""
        if self._record is not None and metric.character is not None:
            await record_number(self._table, self._clock, self._record, metric.user, metric.id)

    async def _write(self, user_id: str, write: Write) -> None:
        """What follows from all metrics of a person; where one changed meanwhile, once more."""
        for _ in range(ATTEMPTS):
            claimed = await next_change(self._table, user_id, _CHANGES)
            if claimed is None:
                raise _gone()
            operations = await write(await every_metric(self._table, user_id))
            try:
                await self._table.transact([claimed, *operations])
            except ConditionFailed:
                continue
            return
        raise restless()

    async def _forget(self, metric: Metric) -> None:
        partition = MetricLogKey.partition(metric=metric.id)
        while items := (await self._table.query(partition)).items:
            await self._table.write_many(deletes=[key_of(item) for item in items])

    def _today(self, user: User) -> date:
        return local_day(self._clock(), user.zone, user.day_start)

    def _now(self) -> datetime:
        return self._clock().replace(microsecond=0)


def _put(metric: Metric) -> Put:
    return Put(to_item(metric, metric.key, *metric.places()), ABSENT)


def _among(others: Sequence[Metric], metric: Metric) -> Metric:
    found = next((one for one in others if one.id == metric.id), None)
    if found is None:
        raise NoSuchMetric("There is no such metric.")
    return found


def _gone() -> NoSuchUser:
    return NoSuchUser("There is no such account, or it is being deleted.")
