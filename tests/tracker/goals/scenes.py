"""A person with characters, goals and recorded progress; what a test does not care about is filled in."""

from collections.abc import Iterable, Sequence
from datetime import datetime, time, timedelta
from typing import Any

from tests.fakes.clock import START
from tracker.accounts.model import User
from tracker.days import local_day
from tracker.goals.model import Character, EarliestProgress, Goal, LatestProgress, ProgressRecord
from tracker.goals.pace.gains import Point
from tracker.goals.pace.recent import RecentGains
from tracker.goals.pace.state import GoalState
from tracker.goals.words.request import GoalType
from tracker.readings import Number
from tracker.store.entity import to_item
from tracker.store.keys import SubjectKey
from tracker.store.segments import Subject
from tracker.store.table import Table
from tracker.subjects import Observed, Outage

ANNA = "anna"
SUBJECT = Subject("osrs", "main:oak chopper")
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
XP_99 = 13_034_431


def person(**other: Any) -> User:  # noqa: ANN401 - any field
    return User(**{"id": ANNA, "created_at": START, "local": ANNA, "digest_time": time(8), **other})


def character(name: str = "Oak Chopper", of: User | None = None) -> Character:
    return Character(
        id=name.lower(), user=of.id if of else ANNA, game="osrs", name=name, subject=SUBJECT, created_at=START
    )


def woodcutting(id: str = "wc", **other: Any) -> Goal:  # noqa: A002, ANN401 - as the field is called; any field
    """99 Woodcutting from 3,034,431 xp: ten million to go."""
    fields = {
        "id": id,
        "user": ANNA,
        "character": "oak chopper",
        "subject": SUBJECT,
        "target_attribute": "woodcutting",
        "target_type": GoalType.LEVEL,
        "target_value": 99,
        "start_value": XP_99 - 10_000_000,
        "begun": START.date(),
        "created_at": START,
    }
    return Goal(**{**fields, **other})


def steady(
    days: int, per_day: Number, *, start: Number = XP_99 - 10_000_000, at: datetime = START
) -> list[Point]:
    """As much each day, seen at noon, an hour after the look before."""
    first = Point(at, start)
    return [first, *(_noon(first, n, per_day) for n in range(days))]


def _noon(first: Point, day: int, per_day: Number) -> Point:
    at = first.at + day * DAY + 12 * HOUR
    return Point(at, first.value + (day + 1) * per_day, at - HOUR)


def latest_of(
    points: Sequence[Point],
    state: GoalState | None = None,
    user: User | None = None,
    *,
    founded: datetime = START,
) -> LatestProgress:
    last, user = points[-1], user or person()
    return LatestProgress(
        at=last.at,
        value=last.value,
        since=last.since,
        day=local_day(last.at, user.zone, user.day_start),
        best=max(point.value for point in points),
        appeared=last.appeared or None,
        state=state,
        recent_gains=RecentGains.of(points, user.zone, user.day_start, founded=founded),
    )


async def settle(table: Table, user: User | None = None, *goals: Goal) -> User:
    """A person, their goals, and the characters of those."""
    user = user or person()
    await table.put(to_item(user, user.key, *user.places()))
    for name in dict.fromkeys(goal.character for goal in goals):
        owned = character(name.title(), user)
        await table.put(to_item(owned, owned.key, *owned.places()))
    for goal in goals:
        await keep(table, goal)
    return user


async def keep(table: Table, goal: Goal) -> None:
    await table.put(to_item(goal, goal.key, *goal.places()))


async def record(
    table: Table,
    goal: Goal,
    points: Sequence[Point],
    state: GoalState | None = None,
    user: User | None = None,
) -> None:
    """The whole history of a goal."""
    first, latest = points[0], latest_of(points, state, user, founded=goal.created_at)
    earliest = EarliestProgress(at=first.at, value=first.value, day=first.at.date())
    await table.write_many(
        puts=[
            *_records(goal, points),
            to_item(earliest, goal.earliest_key),
            to_item(latest, goal.latest_key),
        ]
    )


def _records(goal: Goal, points: Sequence[Point]) -> Iterable[Any]:
    for point in points:
        kept = ProgressRecord(
            at=point.at,
            value=point.value,
            since=point.since,
            day=point.at.date(),
            appeared=point.appeared or None,
        )
        yield to_item(kept, goal.progress_key(point.at))


async def observe(table: Table, outage: Outage | None = None) -> None:
    seen = Observed(subject=SUBJECT, created_at=START, outage=outage)
    await table.put(to_item(seen, SubjectKey(SUBJECT)))
