"""A subject as long as somebody watches it: who comes, who goes, and the readings that go with it."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import TypeAlias

from tracker.goals.creation import MOST_PAST, Past
from tracker.goals.games.game import game_of
from tracker.goals.recording.quarantine import judge_reading
from tracker.readings import Number, Quantity, Reading
from tracker.shards import announce, shard_of
from tracker.store.conditions import ABSENT, EXISTS, Condition, eq, gt
from tracker.store.entity import from_item, from_items, rewrite, stored, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.index_keys import ShardSubjectKey
from tracker.store.keys import LatestReadingKey, ReadingKey, SubjectKey
from tracker.store.segments import Subject, timestamp
from tracker.store.table import MAX_OPERATIONS, Check, Delete, Operation, Table, Update
from tracker.store.values import Item, Value, key_of
from tracker.subjects import DayReading, LatestReading, Observed, by_attribute, is_polled, mark_of

DAYS_KEPT = 400
"""So long the last reading of a day is kept: a year, and some weeks to look back from."""

Definition: TypeAlias = Mapping[str, str | Mapping[str, str]]


def watched(subject: Subject, definition: Definition | None, user_id: str, now: datetime) -> Update:
    """One character more leads to the subject, which begins to be observed with the first.

    What nobody polls stands in no shard.
    """
    shared: dict[str, Value] = {}
    if definition is not None:
        shared = {"definition": stored(definition), "addedBy": mark_of(user_id)}
    return Update(
        SubjectKey(subject).key,
        default={
            "type": SubjectKey.item_type,
            "subject": stored(subject),
            "createdAt": timestamp(now),
            **(ShardSubjectKey(shard_of(subject), subject).attributes if is_polled(subject) else {}),
            **shared,
        },
        add={"watchers": 1, "revision": 1},
        when=None,
        stamped=True,
    )


def unwatched(observed: Observed | None) -> list[Operation]:
    """One character less. With the last the subject goes, unless somebody comes in the same moment."""
    if observed is None:
        return []
    key = observed.key.key
    if observed.watchers > 1:
        return [Update(key, add={"watchers": -1, "revision": 1}, when=gt("watchers", 1), stamped=True)]
    last = eq("watchers", observed.watchers)
    return [Delete(key, last), Delete(LatestReadingKey(observed.subject).key)]


def announced(*subjects: Subject) -> list[Operation]:
    """Whoever looks after these subjects hears that something changed."""
    return [announce(shard) for shard in sorted({shard_of(one) for one in subjects if is_polled(one)})]


async def observed_of(table: Table, subject: Subject) -> Observed | None:
    item = await table.get(SubjectKey(subject).key)
    return None if item is None else from_item(Observed, item)


async def latest_reading(table: Table, subject: Subject) -> LatestReading | None:
    item = await table.get(LatestReadingKey(subject).key)
    return None if item is None else from_item(LatestReading, item)


async def past_readings(table: Table, subject: Subject, latest: LatestReading | None) -> Past:
    """The newest of those that are kept by day, and the latest, which has no day of its own yet."""
    days = ReadingKey.prefix(subject=subject)
    page = await table.query(days.pk, prefix=days.prefix, reverse=True, limit=MOST_PAST)
    readings = (*from_items(DayReading, page.items), *([latest] if latest else []))
    return [(one.at, one.quantities) for one in readings]


async def keep_readings(
    table: Table, subject: Subject, reading: Reading | None, past: Sequence[Reading], now: datetime
) -> None:
    """What was read before anybody watched. Where more is known meanwhile, that stays."""
    for kept in _by_day(subject, past if reading is None else (*past, reading), now):
        await table.put_if_absent(kept)
    if reading is not None:
        await _keep_latest(table, subject, reading)


async def _keep_latest(table: Table, subject: Subject, reading: Reading) -> None:
    known = await latest_reading(table, subject)
    values: Mapping[Quantity, Number] = reading.values
    unchanged: Condition = ABSENT
    if known is not None:
        if known.at >= reading.at.replace(microsecond=0):
            return
        values = judge_reading(game_of(subject.source), known.quantities, reading.values, {}).values
        unchanged = eq("timestamp", timestamp(known.at))
    latest = LatestReading(at=reading.at, values=by_attribute(values))
    try:
        await table.transact(
            [
                Check(SubjectKey(subject).key, EXISTS),
                rewrite(latest, LatestReadingKey(subject), when=unchanged),
            ]
        )
    except ConditionFailed:
        return  # somebody read it meanwhile, or nobody watches it any more


def _by_day(subject: Subject, readings: Sequence[Reading], now: datetime) -> list[Item]:
    """One item for each day (UTC), with all that was read on it; what would expire at once is left out."""
    days: dict[date, tuple[datetime, dict[Quantity, Number]]] = {}
    for reading in sorted(readings, key=lambda one: one.at):
        day = reading.at.astimezone(UTC).date()
        earlier = days[day][1] if day in days else {}
        days[day] = (reading.at, {**earlier, **reading.values})
    return [
        to_item(DayReading(at=at, values=by_attribute(values), ttl=_expiry(at)), ReadingKey(subject, day))
        for day, (at, values) in days.items()
        if values and _expiry(at) > now.timestamp()
    ]


def _expiry(at: datetime) -> int:
    return int((at + timedelta(days=DAYS_KEPT)).timestamp())


async def forget_readings(table: Table, subject: Subject) -> None:
    """The readings of a subject that nobody watches any more. Where somebody does again, the rest stays."""
    days = ReadingKey.prefix(subject=subject)
    unobserved = Check(SubjectKey(subject).key, ABSENT)
    while items := (await table.query(days.pk, prefix=days.prefix, limit=MAX_OPERATIONS - 1)).items:
        try:
            await table.transact([unobserved, *(Delete(key_of(item)) for item in items)])
        except ConditionFailed:
            return
