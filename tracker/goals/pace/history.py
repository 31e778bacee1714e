"""The recorded values of a goal: all of them or since a time, page by page, and the first and the last.

A number that moves every two minutes has twenty thousand records a month. Where only gains are asked for,
what stood at some moments is enough (`around`).
"""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from tracker.accounts.model import User
from tracker.days import Span
from tracker.frozen import frozen
from tracker.goals.model import EarliestProgress, Goal, LatestProgress, ProgressRecord
from tracker.goals.pace.gains import MOST_DAYS, Point
from tracker.goals.pace.recent import RecentGains
from tracker.store.conditions import EXISTS, lacks
from tracker.store.entity import Model, change, from_items
from tracker.store.errors import ConditionFailed
from tracker.store.key import KeyRange
from tracker.store.keys import ProgressKey
from tracker.store.table import Table
from tracker.store.values import Item

_SECOND = timedelta(seconds=1)
_FIRST, _LAST = datetime(2000, 1, 2, tzinfo=UTC), datetime(2999, 12, 31, tzinfo=UTC)
"""Before the first and after the last record; a key can hold a day more."""
_PAGE = 500
_AT_ONCE = 8
_RECENT = timedelta(days=MOST_DAYS + 3)
"""More than the days that a forecast looks at, however long they are."""


@frozen
class ProgressPage:
    """Some records in order, and the token for the next ones: None when there are no more."""

    records: tuple[ProgressRecord, ...]
    cursor: str | None


async def points(table: Table, goal: Goal, *, since: datetime | None = None) -> list[Point]:
    """In order of time. Those since an instant are led by the last one before it: what stood there then."""
    if since is None or since <= _FIRST:
        return await _all(table, ProgressKey.since(**_names(goal), at=_FIRST))
    first = _whole_second(since)
    led = await _last_before(table, goal, first)
    return led + await _all(table, ProgressKey.since(**_names(goal), at=first))


async def with_recent_gains(table: Table, user: User, goal: Goal, latest: LatestProgress) -> LatestProgress:
    """One that an older version wrote gets its recent gains from the history, once, and keeps them."""
    if latest.recent_gains is not None:
        return latest
    gains = await recent_gains(table, user, goal, latest)
    with suppress(ConditionFailed):  # a newer one was written meanwhile, and has its own
        await table.update(
            change(
                LatestProgress, goal.latest_key, {"recent_gains": gains}, when=EXISTS & lacks("recentGains")
            )
        )
    return latest.model_copy(update={"recent_gains": gains})


async def recent_gains(table: Table, user: User, goal: Goal, latest: LatestProgress) -> RecentGains:
    """What is kept with the newest progress, from the history."""
    known = await points(table, goal, since=latest.at - _RECENT)
    until = [point for point in known if point.at <= latest.at] or [latest.point]
    return RecentGains.of(until, user.zone, user.day_start, founded=goal.created_at)


async def around(table: Table, goal: Goal, moments: Iterable[datetime]) -> list[Point]:
    """In order of time: what stood at each moment, and the first change from then on."""
    gate = asyncio.Semaphore(_AT_ONCE)

    async def look(moment: datetime) -> list[Point]:
        async with gate:
            return await _last_before(table, goal, moment) + await _first_from(table, goal, moment)

    wanted = {_whole_second(min(max(moment, _FIRST), _LAST)) for moment in moments}
    found = {point.at: point for part in await asyncio.gather(*map(look, wanted)) for point in part}
    return [found[at] for at in sorted(found)]


async def page(
    table: Table,
    goal: Goal,
    *,
    limit: int = 100,
    cursor: str | None = None,
    span: Span | None = None,
    newest_first: bool = False,
) -> ProgressPage:
    """A page of the records in a span of time, or of all there are: those from EARLIEST to LATEST."""
    first, last = (_FIRST, _LAST) if span is None else _seconds(span)
    lo, hi = goal.progress_key(first).key, goal.progress_key(last).key
    found = await table.query(lo.pk, lo=lo.sk, hi=hi.sk, reverse=newest_first, limit=limit, cursor=cursor)
    return ProgressPage(tuple(from_items(ProgressRecord, found.items)), found.cursor)


async def newest(
    table: Table, goal: Goal, span: Span | None, most: int | None
) -> tuple[list[ProgressRecord], bool]:
    """The newest records in a span, in order of time, and whether there are older ones."""
    found: list[ProgressRecord] = []
    cursor: str | None = None
    while most is None or len(found) < most:
        wanted = _PAGE if most is None else min(_PAGE, most - len(found))
        part = await page(table, goal, limit=wanted, cursor=cursor, span=span, newest_first=True)
        found += part.records
        if (cursor := part.cursor) is None:
            break
    return found[::-1], cursor is not None


async def ends(table: Table, goal: Goal) -> tuple[EarliestProgress | None, LatestProgress | None]:
    found = await table.get_many([goal.earliest_key.key, goal.latest_key.key])
    return (
        _read(EarliestProgress, found.get(goal.earliest_key.key)),
        _read(LatestProgress, found.get(goal.latest_key.key)),
    )


async def _all(table: Table, within: KeyRange) -> list[Point]:
    found: list[Point] = []
    cursor: str | None = None
    while True:
        part = await table.query(within.pk, lo=within.lo, hi=within.hi, limit=_PAGE, cursor=cursor)
        found += [record.point for record in from_items(ProgressRecord, part.items)]
        if (cursor := part.cursor) is None:
            return found


async def _last_before(table: Table, goal: Goal, instant: datetime) -> list[Point]:
    before = ProgressKey.until(**_names(goal), at=instant - _SECOND)
    found = await table.query(before.pk, lo=before.lo, hi=before.hi, reverse=True, limit=1)
    return [record.point for record in from_items(ProgressRecord, found.items)]


async def _first_from(table: Table, goal: Goal, instant: datetime) -> list[Point]:
    later = ProgressKey.since(**_names(goal), at=instant)
    found = await table.query(later.pk, lo=later.lo, hi=later.hi, limit=1)
    return [record.point for record in from_items(ProgressRecord, found.items)]


def _seconds(span: Span) -> tuple[datetime, datetime]:
    """The first and the last second of a span; of one without length, the last is before the first."""
    start, end = (_whole_second(min(max(instant, _FIRST), _LAST)) for instant in span)
    return start, end - _SECOND


def _whole_second(instant: datetime) -> datetime:
    """The first whole second from an instant on: records stand at whole ones."""
    whole = instant.replace(microsecond=0)
    return whole if whole == instant else whole + _SECOND


def _names(goal: Goal) -> dict[str, str]:
    return {"user": goal.user, "character": goal.character, "goal": goal.id}


def _read(model: type[Model], item: Item | None) -> Model | None:
    return next(from_items(model, [] if item is None else [item]), None)
