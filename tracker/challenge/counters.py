"""What can be counted from the table itself: xp that characters gained, and days on which habits are done."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from datetime import date, timedelta
from itertools import pairwise

from tracker.challenge.model import Participation
from tracker.challenge.recording import DailyCounts
from tracker.days import Days
from tracker.goals.games.game import OVERALL
from tracker.goals.model import Character
from tracker.habits.day_context import read_logs
from tracker.habits.model import Habit
from tracker.habits.states import Logged
from tracker.readings import Measure, Number, Quantity
from tracker.store.entity import from_items
from tracker.store.key import KeyRange
from tracker.store.keys import CharacterKey, HabitKey, LatestReadingKey, ReadingKey
from tracker.store.segments import Subject
from tracker.store.table import Table
from tracker.store.values import Item
from tracker.subjects import DayReading, LatestReading

AT_ONCE = 16
TOTAL = Quantity(OVERALL, Measure.XP)
MOST_BEFORE = timedelta(days=60)
"""So long ago the last reading before the first day may be: then nothing has moved since."""


async def count_xp(table: Table, people: Iterable[Participation], days: Days) -> list[DailyCounts]:
    """By the last reading of each day (UTC): what was gained since the one before belongs to that day."""
    return await _each(people, lambda one: _xp(table, one, days))


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


async def _xp(table: Table, who: Participation, days: Days) -> DailyCounts | None:
    if who.character is None:
        return None
    item = await table.get(CharacterKey(who.user, who.character).key)
    character = next(from_items(Character, [item] if item else []), None)
    if character is None:
        return None  # nobody looks at it any more: what was recorded stays
    values = await _totals(table, character.subject, days)
    gains = {day: int(now - before) for (_, before), (day, now) in pairwise(values) if now > before}
    return DailyCounts(who, days.first, {day: gain for day, gain in gains.items() if day >= days.first})


async def _totals(table: Table, subject: Subject, days: Days) -> list[tuple[date, Number]]:
    """The total at the end of each day on which it is known, from before the first day on."""
    kept = ReadingKey.since(subject=subject, day=days.first - MOST_BEFORE)
    items = [one async for one in _range(table, kept)]
    found = {one.at.date(): one.quantities.get(TOTAL) for one in from_items(DayReading, items)}
    latest = await table.get(LatestReadingKey(subject).key)
    for one in from_items(LatestReading, [latest] if latest else []):
        found[one.at.date()] = one.quantities.get(TOTAL)
    return sorted((day, value) for day, value in found.items() if value is not None)


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
