"""What is written when a goal begins: the goal, its first progress, what is counted, who hears of it."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import TypeAlias

from tracker.accounts.model import User
from tracker.days import local_day
from tracker.digest.planning import first_round
from tracker.goals.characters.names import game_for
from tracker.goals.model import (
    Character,
    EarliestProgress,
    Frequency,
    Goal,
    LatestProgress,
    ProgressRecord,
)
from tracker.goals.pace.recent import RecentGains
from tracker.goals.plans import Plan, derive
from tracker.goals.words.aims import Aim
from tracker.goals.words.request import GoalRequest, GoalType
from tracker.readings import Number, Quantity
from tracker.shards import announce, shard_of
from tracker.store.conditions import ABSENT, eq
from tracker.store.entity import change, to_item
from tracker.store.keys import SubjectKey, TrackedAttributeKey
from tracker.store.segments import Subject
from tracker.store.table import Operation, Put, Update
from tracker.subjects import is_polled

MOST_PAST = 60
"""So many older readings become the history of a new goal; the newest."""

Past: TypeAlias = Sequence[tuple[datetime, Mapping[Quantity, Number]]]


def founding(  # noqa: PLR0917 - who, for what, what for, from where, since when
    user: User,
    character: Character,
    request: GoalRequest,
    values: Mapping[Quantity, Number],
    past: Past,
    now: datetime,
    *,
    goal_id: str,
    frequency: Frequency,
    channel: str | None,
    after: str | None = None,
) -> tuple[Goal, list[Operation]]:
    """The goal that a request makes for someone who stands at `values`, and what writes it.

    `past` are older readings, from which it gets a history. Raises GoalRefused, as `derive` does. What is
    counted (`counted`) and who hears of it (`noticed`) come on top, once for a whole transaction.
    """
    now = _second(now)
    today = local_day(now, user.zone, user.day_start)
    plan = derive(request, game_for(character), values, today)
    goal = Goal(
        id=goal_id,
        user=user.id,
        character=character.id,
        subject=character.subject,
        target_attribute=plan.aim.attribute,
        label=character.name if plan.aim.type is GoalType.VALUE else None,
        unit=character.unit,
        target_type=plan.aim.type,
        target_value=plan.aim.stated,
        start_value=plan.start,
        begun=today,
        target_date=plan.due,
        per_day=pace_text(request),
        falling=plan.falling,
        frequency=frequency,
        notification_channel_type=channel,
        then=None if request.then is None else str(request.then),
        after=after,
        created_at=now,
    )
    records = _records(plan, values, past, now, user)
    return goal, [
        Put(to_item(goal, goal.key, *goal.places()), ABSENT),
        *_progress(goal, records, plan.aim.counted(values), user),
        first_round(user, now),
    ]


def pace_text(request: GoalRequest) -> str | None:
    """The pace that was asked for; one that only follows from a date is computed anew each time."""
    return None if request.pace is None else str(request.pace.per_day)


def counted(character: Character, changes: Mapping[str, int]) -> list[Operation]:
    """One more or one less live goal on attributes, if nobody changed the character since it was read."""
    before = character.tracked_attributes
    counts = {name: before.get(name, 0) + changes.get(name, 0) for name in {**before, **changes}}
    tracked = {name: count for name, count in counts.items() if count > 0}
    return [
        change(
            Character,
            character.key,
            {"tracked_attributes": tracked, "revision": character.revision + 1},
            when=eq("revision", character.revision),
        ),
        *(
            _overall(character.game, name, by, (name in tracked) - (name in before))
            for name, by in changes.items()
            if by
        ),
    ]


def noticed(subject: Subject) -> list[Operation]:
    """The next look at a subject is a whole one, and whoever looks after it hears that at once."""
    looked_at = Update(SubjectKey(subject).key, add={"revision": 1}, stamped=True)
    return [looked_at, *([announce(shard_of(subject))] if is_polled(subject) else [])]


def _overall(game: str, attribute: str, goals: int, characters: int) -> Update:
    """How many goals, and of how many characters they are."""
    return Update(
        TrackedAttributeKey(game, attribute).key,
        default={"type": TrackedAttributeKey.item_type},
        add={"goals": goals, **({"characters": characters} if characters else {})},
        when=None,
        stamped=True,
    )


def _records(
    plan: Plan, values: Mapping[Quantity, Number], past: Past, now: datetime, user: User
) -> list[ProgressRecord]:
    """The changes up to now, oldest first; the last of them is where the goal starts.

    Where the number has not changed since the last reading, that is older than the goal. Nothing where the
    start is unknown.
    """
    if plan.start is None:
        return []
    older = {_second(at): old for at, old in past if _second(at) < now}
    readings = [*sorted(older.items(), key=_at)[-MOST_PAST:], (now, values)]
    return [
        ProgressRecord(at=at, value=value, since=since, day=local_day(at, user.zone, user.day_start))
        for at, value, since in _changes(plan.aim, readings)
    ]


def _changes(aim: Aim, readings: Past) -> Iterator[tuple[datetime, Number, datetime | None]]:
    """When the value was another than before, and the last look that found the old one."""
    unknown = set(aim.unknown(readings[-1][1]))
    before: Number | None = None
    seen: datetime | None = None
    for at, values in readings:
        value = aim.value(values)
        if value is None or not unknown.issuperset(aim.unknown(values)):
            continue  # a sum without some of its parts would look like a great gain later on
        if value != before:
            yield at, value, seen
        before, seen = value, at


def _progress(
    goal: Goal, records: Sequence[ProgressRecord], counted: tuple[str, ...] | None, user: User
) -> Iterator[Operation]:
    if not records:
        return
    first, last = records[0], records[-1]
    earliest = EarliestProgress(at=first.at, value=first.value, day=first.day)
    points = [record.point for record in records]
    latest = LatestProgress(
        at=last.at,
        value=last.value,
        since=last.since,
        day=last.day,
        best=last.value,
        counted=counted,
        recent_gains=RecentGains.of(points, user.zone, user.day_start, founded=goal.created_at),
    )
    yield Put(to_item(earliest, goal.earliest_key), ABSENT)
    yield Put(to_item(latest, goal.latest_key, goal.latest_place), ABSENT)
    for record in records:
        yield Put(to_item(record, goal.progress_key(record.at)), ABSENT)


def _second(instant: datetime) -> datetime:
    return instant.replace(microsecond=0)


def _at(reading: tuple[datetime, object]) -> datetime:
    return reading[0]
