"""What a goal gained today, this week, this month, in all, or between two days: the same for all who ask."""

import asyncio
from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime
from itertools import starmap
from typing import NamedTuple

from tracker.accounts.model import User
from tracker.days import Days, Span, first_of_week, local_day
from tracker.goals.model import EarliestProgress, Goal, LatestProgress
from tracker.goals.pace.gains import Gain, Period, Point, gain_between
from tracker.goals.pace.history import around, ends
from tracker.goals.pace.standing import GoalStanding
from tracker.store.table import Table

_AT_ONCE = 8


class Gained(NamedTuple):
    period: Period | None
    """None between days that were chosen."""
    days: Days
    """Until today, unless they were chosen: what is to come has no gains."""
    gain: Gain | None
    """None where nothing was known yet."""


class Moved(NamedTuple):
    """What a goal gained in each time that was asked for."""

    goal: Goal
    gained: tuple[Gained, ...]
    last: datetime | None
    """When its number last changed; None where it was never seen."""


async def moved(
    table: Table,
    user: User,
    goal: Goal,
    now: datetime,
    *,
    periods: Collection[Period] = tuple(Period),
    days: Days | None = None,
) -> Moved:
    """In the person's own days. Chosen `days` take the place of all periods."""
    today = local_day(now, user.zone, user.day_start)
    earliest, latest = await ends(table, goal)
    asked = [(None, days)] if days else [*calendar(periods, today)]
    spans = [it.span(user.zone, user.day_start) for _, it in asked]
    known = await _known(table, goal, latest, spans)
    gains = [gain_between(known, span, founded=goal.created_at) for span in spans]
    gained = [Gained(period, it, gain) for (period, it), gain in zip(asked, gains, strict=True)]
    if days is None and Period.ALL_TIME in periods:
        gained.append(_all_time(earliest, latest, today, now))
    return Moved(goal, tuple(gained), latest and latest.at)


async def gains_between(table: Table, asked: Iterable[tuple[GoalStanding, Span]]) -> list[Gain | None]:
    """What goals gained in a span of time each. Of one that has not moved since, nothing is read."""
    gate = asyncio.Semaphore(_AT_ONCE)

    async def gained(standing: GoalStanding, span: Span) -> Gain | None:
        goal = standing.goal
        async with gate:
            known = await _known(table, goal, standing.latest, [span])
        return gain_between(known, span, founded=goal.created_at)

    return await asyncio.gather(*starmap(gained, asked))


def calendar(periods: Collection[Period], today: date) -> list[tuple[Period | None, Days]]:
    """The day, week and month that it is, as far as they are asked for."""
    begun = {Period.DAY: today, Period.WEEK: first_of_week(today), Period.MONTH: today.replace(day=1)}
    return [(it, Days(first, today)) for it, first in begun.items() if it in periods]


async def _known(
    table: Table, goal: Goal, latest: LatestProgress | None, spans: Sequence[Span]
) -> list[Point]:
    """What stood at the ends of each span. The last value is known, and stands ever since."""
    if latest is None:
        return []
    before = {moment for span in spans for moment in span if moment <= latest.at}
    found = {point.at: point for point in [latest.point, *await around(table, goal, before)]}
    return [found[at] for at in sorted(found)]


def _all_time(
    earliest: EarliestProgress | None, latest: LatestProgress | None, today: date, now: datetime
) -> Gained:
    """The first and the last value are enough, however much lies between."""
    if earliest is None or latest is None:
        return Gained(Period.ALL_TIME, Days(today, today), None)
    gain = Gain(latest.point.grown - earliest.value, earliest.at, now)
    return Gained(Period.ALL_TIME, Days(earliest.day, today), gain)
