"""A metric as a subject: what goals, habits and gains stand on, as they stand on hiscores.

A character of the game `metric` leads to it, and is kept in step with it. Its readings are what is recorded
after each log. A due item goes with the log, and away with the reading: after a crash in between it brings
the reading within a minute. One that is recorded twice changes nothing.
"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from tracker.clock import Clock
from tracker.due import Due
from tracker.goals.characters.names import new_id
from tracker.goals.characters.renaming import called_anew
from tracker.goals.characters.watching import latest_reading, watched
from tracker.goals.games.game import VALUE
from tracker.goals.listeners import CharacterListener
from tracker.goals.lookup import character_at, characters_of, goals_of
from tracker.goals.model import LIVE, Character
from tracker.goals.recording.recorder import LeaseLost
from tracker.metrics.errors import BadMetric
from tracker.metrics.model import Aggregation, Metric
from tracker.readings import Measure, Number, Quantity, Reading
from tracker.store.conditions import ABSENT, eq
from tracker.store.entity import from_items, rewrite, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.keys import CharacterKey, DueKey, LatestReadingKey, MetricKey, ReadingKey
from tracker.store.table import Check, Delete, Operation, Put, Table
from tracker.store.values import key_of
from tracker.subjects import LOGS, METRIC, LatestReading, RecordReading

KIND = "metric"
_PATIENCE = timedelta(minutes=1)
_SECOND = timedelta(seconds=1)
_ATTEMPTS = 5


class UnrecordedMetric(Due, frozen=True):
    """A log whose number was not recorded yet."""

    kind: str = KIND
    revision: int
    """Of the metric, with that log."""


def unrecorded(metric: Metric, now: datetime) -> Operation:
    """Goes into each transaction that changes the number of a metric."""
    due = UnrecordedMetric(user=metric.user, id=metric.id, due_at=now + _PATIENCE, revision=metric.revision)
    return rewrite(due, due.key, due.place)


async def begin(table: Table, metric: Metric, now: datetime) -> tuple[Metric, list[Operation]]:
    """The metric with its character, and what writes that."""
    taken = {one.id for one in await characters_of(table, metric.user)}
    character = Character(
        id=new_id(METRIC, None, metric.name, taken),
        user=metric.user,
        game=METRIC,
        mode=metric.aggregation.value,
        name=metric.name,
        subject=metric.subject,
        unit=metric.day_unit,
        created_at=now,
    )
    return metric.model_copy(update={"character": character.id}), [
        Put(to_item(character, character.key, *character.places()), ABSENT),
        watched(metric.subject, None, metric.user, now),
    ]


async def keep_in_step(
    table: Table, before: Metric, after: Metric, listeners: Sequence[CharacterListener]
) -> list[Operation]:
    """What follows for the character and its goals when a metric is edited. Raises BadMetric."""
    if after.character is None:
        return []
    named = [(one.name, one.unit_name, one.aggregation) for one in (before, after)]
    if named[0] == named[1]:
        return []
    character = await character_at(table, CharacterKey(after.user, after.character))
    if character is None:  # it is being removed
        return []
    operations: list[Operation] = []
    if _meaning(before) != _meaning(after):
        await _refuse_other_meaning(table, after, character, listeners)
        await _forget_days(table, after)
        operations = [Delete(LatestReadingKey(after.subject).key)]
    mode = after.aggregation.value
    called = await called_anew(table, character, name=after.name, unit=after.day_unit, mode=mode)
    return [*operations, *called]


def _meaning(metric: Metric) -> tuple[object, ...]:
    """What its number is: two that differ in it cannot be compared."""
    total = metric.aggregation if metric.aggregation.adds_up else Aggregation.LAST
    return metric.unit_name, total


async def _refuse_other_meaning(
    table: Table, metric: Metric, character: Character, listeners: Sequence[CharacterListener]
) -> None:
    goals = [one for one in await goals_of(table, metric.user, character.id) if one.status in LIVE]
    hanging = [one for listener in listeners for one in await listener.hanging(character)]
    if goals or hanging:
        what = "a goal" if goals else "something else"
        raise BadMetric(
            f"{metric.name} is what {what} counts, so its unit and how it adds up stay."
            " Archive the goal, or add a new metric."
        )


async def _forget_days(table: Table, metric: Metric) -> None:
    """Readings in another unit say nothing any more."""
    days = ReadingKey.prefix(subject=metric.subject)
    while items := (await table.query(days.pk, prefix=days.prefix)).items:
        await table.write_many(deletes=[key_of(item) for item in items])


async def record_number(
    table: Table, clock: Clock, record: RecordReading, user_id: str, metric_id: str
) -> None:
    """What the metric is now becomes a reading. Where it changes meanwhile, once more; else it stays due."""
    metric_key, due_key = MetricKey(user_id, metric_id).key, DueKey(user_id, KIND, metric_id).key
    for _ in range(_ATTEMPTS):
        found = await table.get_many([metric_key, due_key])
        metric = next(from_items(Metric, [found[metric_key]] if metric_key in found else []), None)
        due = next(from_items(UnrecordedMetric, [found[due_key]] if due_key in found else []), None)
        if (
            metric is not None
            and metric.character is not None
            and not await _is_recorded(table, clock, record, metric)
        ):
            continue
        if due is not None:
            with suppress(ConditionFailed):  # something was logged meanwhile
                await table.delete(due_key, when=eq("revision", due.revision))
        return


async def _is_recorded(table: Table, clock: Clock, record: RecordReading, metric: Metric) -> bool:
    known = await latest_reading(table, metric.subject)
    if metric.number is None and known is not None:  # all logs are gone: nothing is known
        return True
    guard = Check(metric.key.key, eq("revision", metric.revision))
    at = _moment(clock, metric, known)
    reading = Reading(metric.subject, at, _values(metric))
    try:
        recorded = await record(metric.subject, reading, since=at, guard=guard)
    except LeaseLost:  # the metric has changed
        return False
    return not recorded.again


def _moment(clock: Clock, metric: Metric, known: LatestReading | None) -> datetime:
    """When the newest log was; of what changes the past, now. Readings follow one another."""
    newest, now = metric.cached_latest, clock().replace(microsecond=0)
    at = now if newest is None else min(newest.at, now)
    if known is None or known.at < at:
        return at
    return max(now, known.at + _SECOND)


def _values(metric: Metric) -> dict[Quantity, Number]:
    """A new one has no log yet, which is known: so the first one counts where its logs do."""
    value = {} if metric.number is None else {Quantity(VALUE, Measure.VALUE): metric.number}
    return {**value, Quantity(LOGS, Measure.VALUE): metric.logs}
