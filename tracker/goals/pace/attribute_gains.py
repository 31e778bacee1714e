"""What every number of a character gained in a time, with or without a goal: from readings that are kept.

One reading of each day (UTC) is kept, the last one, and the newest of all. A day of somebody else's calendar
begins within a day of that one: `since` says from when on a gain is known, and may be a few hours earlier.
"""

import asyncio
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime, time
from typing import NamedTuple

from tracker.accounts.model import User
from tracker.days import Days, local_day
from tracker.goals.characters.watching import latest_reading
from tracker.goals.games.game import OVERALL, Game, game_of
from tracker.goals.model import Character
from tracker.goals.pace.gained import calendar
from tracker.goals.pace.gains import Period
from tracker.readings import Measure, Number, Quantity
from tracker.store.entity import from_items
from tracker.store.keys import ReadingKey
from tracker.store.segments import Subject
from tracker.store.table import Table
from tracker.subjects import DayReading, LatestReading

_MEASURES = (Measure.XP, Measure.SCORE, Measure.VALUE)
"""Levels follow from xp, and a rank moves with what others do."""


class AttributeGain(NamedTuple):
    period: Period | None
    """None between days that were chosen."""
    days: Days
    amount: Number | None
    """None where it was not known then."""
    since: datetime | None


class AttributeMoved(NamedTuple):
    """What one number gained in each time that was asked for; in one of them at least it moved."""

    character: Character
    quantity: Quantity
    gained: tuple[AttributeGain, ...]


class _Stand(NamedTuple):
    """What was known at an instant."""

    values: Mapping[Quantity, Number]
    since: datetime


async def attributes_moved(
    table: Table,
    user: User,
    character: Character,
    now: datetime,
    *,
    periods: Collection[Period],
    days: Days | None,
) -> list[AttributeMoved]:
    """By skill, activity and number, those that moved most first. It reads a few items for each time."""
    today = local_day(now, user.zone, user.day_start)
    latest = await latest_reading(table, character.subject)
    if latest is None:
        return []
    asked = [(None, days)] if days else calendar(periods, today)
    spans = [one.span(user.zone, user.day_start) for _, one in asked]
    ends = [_at(table, character.subject, latest, one.end) for one in spans]
    found = await asyncio.gather(*ends, *(_begin(table, character.subject, latest, *one) for one in spans))
    stands = [*zip(asked, found[len(spans) :], found[: len(spans)], strict=True)]
    if days is None and Period.ALL_TIME in periods:
        first = await _first(table, character.subject, latest)
        begun = local_day(first.since, user.zone, user.day_start)
        stands.append(((Period.ALL_TIME, Days(begun, today)), first, _stand(latest)))
    return _moved(character, stands)


_Stands = Sequence[tuple[tuple[Period | None, Days], _Stand | None, _Stand | None]]


def _moved(character: Character, stands: _Stands) -> list[AttributeMoved]:
    known = dict.fromkeys(
        one for _, _, end in stands if end for one in end.values if one.measure in _MEASURES
    )
    found = [
        AttributeMoved(character, one, tuple(_gain(one, when, *ends) for when, *ends in stands))
        for one in known
    ]
    order = _order(game_of(character.game))
    moved = [one for one in found if any(gain.amount for gain in one.gained)]
    return sorted(moved, key=lambda one: (order(one.quantity), *_amounts(one)))


def _amounts(moved: AttributeMoved) -> Iterator[Number]:
    """Of the longest time first, falling."""
    return (-abs(gain.amount or 0) for gain in reversed(moved.gained))


def _gain(
    wanted: Quantity, when: tuple[Period | None, Days], begin: _Stand | None, end: _Stand | None
) -> AttributeGain:
    """What appeared in between is no gain."""
    before = begin and begin.values.get(wanted)
    after = end and end.values.get(wanted)
    if begin is None or before is None or after is None:
        return AttributeGain(*when, None, None)
    return AttributeGain(*when, after - before, begin.since)


def _order(game: Game) -> Callable[[Quantity], int]:
    """The total, then skills, then what is counted."""
    return lambda one: 0 if one.attribute == OVERALL else 1 if one.attribute in game.skills else 2


async def _begin(
    table: Table, subject: Subject, latest: LatestReading, start: datetime, end: datetime
) -> _Stand | None:
    """What stood at the start; else the first that was known, if that was before the end."""
    stood = await _at(table, subject, latest, start)
    if stood is not None:
        return stood
    first = await _first(table, subject, latest)
    return first if first.since < end else None


async def _at(table: Table, subject: Subject, latest: LatestReading, at: datetime) -> _Stand | None:
    """The last reading before an instant. It stood until then, unless a later one of its day hides others."""
    if latest.at < at:
        return _Stand(latest.quantities, at)
    kept = ReadingKey.until(subject=subject, day=at.astimezone(UTC).date())
    page = await table.query(kept.pk, lo=kept.lo, hi=kept.hi, reverse=True, limit=2)
    readings = [*from_items(DayReading, page.items)]
    before = next((one for one in readings if one.at < at), None)
    if before is None:
        return None
    hidden = latest.at.date() == at.date() or readings[0].at >= at
    midnight = datetime.combine(at.astimezone(UTC).date(), time(), UTC)
    return _Stand(before.quantities, max(before.at, midnight) if hidden else at)


async def _first(table: Table, subject: Subject, latest: LatestReading) -> _Stand:
    """The oldest that is kept."""
    kept = ReadingKey.prefix(subject=subject)
    page = await table.query(kept.pk, prefix=kept.prefix, limit=1)
    return _stand(next(iter(from_items(DayReading, page.items)), latest))


def _stand(reading: DayReading | LatestReading) -> _Stand:
    return _Stand(reading.quantities, reading.at)
