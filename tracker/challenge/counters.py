"""What can be counted from the table itself: what characters gained, and days on which habits are done."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise

from tracker.challenge.model import Challenge, Participation
from tracker.challenge.recording import DailyCounts
from tracker.days import Days
from tracker.goals.model import Character
from tracker.habits.day_context import read_logs
from tracker.habits.model import Habit
from tracker.habits.states import Logged
from tracker.readings import Number, Quantity
from tracker.store.entity import from_items
from tracker.store.key import KeyRange
from tracker.store.keys import CharacterKey, HabitKey, LatestReadingKey, ReadingKey
from tracker.store.segments import Subject
from tracker.store.table import Table
from tracker.store.values import Item
from tracker.subjects import DayReading, LatestReading

AT_ONCE = 16
MOST_BEFORE = timedelta(days=60)
"""So long ago the last reading before the first day may be: then nothing has moved since."""


async def count_gains(
    table: Table, challenge: Challenge, people: Iterable[Participation], days: Days
) -> list[DailyCounts]:
    """By the last reading of each day (UTC): what was gained since the one before belongs to that day.

    Of a character that nobody knew before, it is what was gained since the reading at which they joined.
    """
    return await _each(people, lambda one: _gains(table, challenge.quantity, one, days))


async def count_habits(table: Table, people: Iterable[Participation], days: Days) -> list[DailyCounts]:
    """Days on which a habit was done; of several habits each counts."""
    return await _each(people, lambda one: _habits(table, one, days))


async def _each(
    people: Iterable[Participation], count: Callable[[Participation], Awaitable[DailyCounts | None]]
) -> list[DailyCounts]:
    """Of everybody who has something to count, a few at a time."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def guarded(one: Participation) -> DailyCounts | None:
        async with gate:
            return await count(one)

    return [one for one in await asyncio.gather(*map(guarded, people)) if one is not None]


async def _gains(table: Table, wanted: Quantity, who: Participation, days: Days) -> DailyCounts | None:
    if who.character is None:
        return None
    item = await table.get(CharacterKey(who.user, who.character).key)
    character = next(from_items(Character, [item] if item else []), None)
    if character is None:
        return None  # nobody looks at it any more: what was recorded stays
    values = await _values(table, character.subject, wanted, days)
    if who.baseline is not None and who.baseline.at >= _begin(days.first - MOST_BEFORE):
        values = sorted({who.baseline.at: who.baseline.value, **dict(values)}.items())
    counts: Counter[date] = Counter()
    for (_, before), (at, now) in pairwise(values):
        if now > before and at.date() >= days.first:
            counts[at.date()] += int(now - before)
    return DailyCounts(who, days.first, counts)


async def _values(
    table: Table, subject: Subject, wanted: Quantity, days: Days
) -> list[tuple[datetime, Number]]:
    """The last value of each day on which it is known, from before the first day on."""
    kept = ReadingKey.since(subject=subject, day=days.first - MOST_BEFORE)
    readings: list[DayReading | LatestReading] = [
        *from_items(DayReading, [one async for one in _range(table, kept)])
    ]
    latest = await table.get(LatestReadingKey(subject).key)
    readings += from_items(LatestReading, [latest] if latest else [])
    found = {one.at.date(): (one.at, one.quantities.get(wanted)) for one in readings}
    return sorted((at, value) for at, value in found.values() if value is not None)


def _begin(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


async def _range(table: Table, within: KeyRange) -> AsyncIterator[Item]:
    cursor: str | None = None
    while True:
        page = await table.query(within.pk, lo=within.lo, hi=within.hi, cursor=cursor)
        for item in page.items:
            yield item
        if (cursor := page.cursor) is None:
            return


async def _habits(table: Table, who: Participation, days: Days) -> DailyCounts:
    mine = HabitKey.prefix(user=who.user)
    items = [one async for one in table.query_all(mine.pk, prefix=mine.prefix)]
    habits = [one for one in from_items(Habit, items) if who.habit in (None, one.id)]
    counts: Counter[date] = Counter()
    for habit in habits:
        if habit.target.at_most:
            continue
        logs = await read_logs(table, habit.id, days.first)
        counts.update(day for day, one in logs.items() if one.state is Logged.DONE and one.award is not None)
    return DailyCounts(who, days.first, counts)
