"""What a goal gained in which days: the same from a few reads as from everything that was recorded."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fakes.clock import START
from tests.tracker.goals.busy import BUSY, CountedQueries, series
from tests.tracker.goals.scenes import DAY, HOUR, person, record, steady, woodcutting
from tracker.days import Days, Span, day_begins, local_day
from tracker.goals.model import Goal
from tracker.goals.pace.gained import Gained, gains_between, moved
from tracker.goals.pace.gains import Gain, Period, Point, gain_between
from tracker.goals.pace.standing import standings
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table

GOAL = woodcutting()


async def test_each_period_is_of_the_calendar_until_today_in_the_persons_zone(table: Table) -> None:
    await record(table, GOAL, steady(3, 500))
    now = datetime(2100, 3, 31, 22, 30, tzinfo=UTC)  # 1 April in Berlin, a Thursday

    berlin = await moved(table, person(timezone="Europe/Berlin"), GOAL, now)
    early_bird = await moved(table, person(timezone="Europe/Berlin", day_start="04:00"), GOAL, now)

    april = date(2100, 4, 1)
    assert [(one.period, one.days) for one in berlin.gained] == [
        (Period.DAY, Days(april, april)),
        (Period.WEEK, Days(date(2100, 3, 29), april)),
        (Period.MONTH, Days(april, april)),
        (Period.ALL_TIME, Days(START.date(), april)),
    ]
    assert [one.days.first for one in early_bird.gained[:3]] == [
        date(2100, 3, 31),
        date(2100, 3, 29),
        date(2100, 3, 1),
    ]


async def test_of_all_time_is_what_was_gained_and_not_what_appeared(table: Table) -> None:
    seen = [Point(START, 10), Point(START + HOUR, 510, START, 500), Point(START + DAY, 517, START, 500)]
    await record(table, GOAL, seen)
    now = START + 2 * DAY

    found = await moved(table, person(), GOAL, now, periods=[Period.ALL_TIME])

    today = now.date()
    assert found.gained == (Gained(Period.ALL_TIME, Days(START.date(), today), Gain(7, START, now)),)
    assert found.last == START + DAY


async def test_chosen_days_take_the_place_of_periods(table: Table) -> None:
    await record(table, GOAL, steady(10, 500))
    chosen = Days(START.date() + 2 * DAY, START.date() + 4 * DAY)

    found = await moved(table, person(), GOAL, START + 9 * DAY, days=chosen)

    gain = Gain(1_500, START + 2 * DAY, START + 5 * DAY)
    assert found.gained == (Gained(None, chosen, gain),)


async def test_a_number_that_was_never_seen_gained_nothing_that_is_known(table: Table) -> None:
    found = await moved(table, person(), GOAL, START)

    assert ([one.gain for one in found.gained], found.last) == ([None] * 4, None)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    steps=BUSY,
    zone=st.sampled_from(["Europe/Berlin", "America/New_York", "Pacific/Apia"]),
    day_start=st.sampled_from(["00:00", "04:00"]),
    later=st.integers(0, 40 * 86_400),
    set_after=st.integers(0, 40 * 86_400),
    chosen=st.none() | st.tuples(st.integers(-3, 70), st.integers(0, 70)),
)
async def test_the_few_records_that_are_read_say_the_same_as_all(  # noqa: PLR0917 - hypothesis draws them
    sqlite_table: SqliteTable,
    steps: list[tuple[int, int, int, int]],
    zone: str,
    day_start: str,
    later: int,
    set_after: int,
    chosen: tuple[int, int] | None,
) -> None:
    seen = series(steps)
    now = seen[-1].at + timedelta(seconds=later)
    user = person(timezone=zone, day_start=day_start)
    goal = woodcutting(uuid4().hex, created_at=min(START + timedelta(seconds=set_after), now))
    first = START.date() + (chosen[0] if chosen else 0) * DAY
    days = Days(first, first + chosen[1] * DAY) if chosen else None
    await record(sqlite_table, goal, seen)

    found = await moved(sqlite_table, user, goal, now, days=days)

    spans = [one.days.span(user.zone, user.day_start) for one in found.gained if one.period != "all-time"]
    expected = [gain_between(seen, span, founded=goal.created_at) for span in spans]
    assert [one.gain for one in found.gained[: len(spans)]] == expected
    if days is None:
        assert found.gained[-1].gain == Gain(seen[-1].grown - seen[0].value, seen[0].at, now)


def every_two_minutes(count: int) -> Sequence[Point]:
    minutes = timedelta(minutes=2)
    return [Point(START + n * minutes, 7 * n, START + (n - 1) * minutes) for n in range(count)]


@pytest.mark.parametrize("days", [None, Days(date(2100, 1, 3), date(2100, 1, 9))])
async def test_a_number_that_moves_every_two_minutes_costs_a_few_small_reads(
    sqlite_table: SqliteTable, days: Days | None
) -> None:
    seen = every_two_minutes(9_000)
    await record(sqlite_table, GOAL, seen)
    counted, now = CountedQueries(sqlite_table), seen[-1].at + timedelta(minutes=1)

    found = await moved(counted, person(), GOAL, now, days=days)

    assert found.gained[0].gain == gain_between(seen, found.gained[0].days.span(person().zone))
    assert counted.items <= 6


async def test_nothing_is_read_of_a_number_that_has_not_moved_since(sqlite_table: SqliteTable) -> None:
    await record(sqlite_table, GOAL, steady(3, 500))
    counted, user = CountedQueries(sqlite_table), person()
    today = local_day(START + 60 * DAY, user.zone)

    found = await moved(counted, user, GOAL, START + 60 * DAY)

    assert [one.gain and one.gain.amount for one in found.gained] == [0, 0, 0, 1_500]
    assert found.gained[0].gain == Gain(0, day_begins(today, user.zone), day_begins(today + DAY, user.zone))
    assert counted.queries == 0


# Since the last digest, or in the week.


async def gain_of(table: Table, goal: Goal, span: Span) -> Gain | None:
    """What is told to somebody who asks now."""
    [standing] = await standings(table, person(), [goal], span.end)
    [gain] = await gains_between(table, [(standing, span)])
    return gain


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=BUSY, ago=st.integers(0, 20 * 86_400), set_after=st.integers(0, 40 * 86_400))
async def test_a_gain_since_a_moment_is_the_same_as_from_all_records(
    sqlite_table: SqliteTable, steps: list[tuple[int, int, int, int]], ago: int, set_after: int
) -> None:
    seen = series(steps)
    now = seen[-1].at + HOUR
    goal = woodcutting(uuid4().hex, created_at=min(START + timedelta(seconds=set_after), now))
    await record(sqlite_table, goal, seen)

    for since in (now - timedelta(seconds=ago), goal.created_at, START + 9 * DAY + 8 * HOUR):
        span = Span(min(since, now), now)
        expected = gain_between(seen, span, founded=goal.created_at)
        assert await gain_of(sqlite_table, goal, span) == expected


async def test_a_week_of_a_busy_number_is_told_exactly_from_two_records(sqlite_table: SqliteTable) -> None:
    goal = woodcutting(created_at=START)
    seen = [Point(START, 0), *(Point(START + n * HOUR / 4, 7 * n) for n in range(1, 800))]
    await record(sqlite_table, goal, seen)
    week = Span(START + DAY + 8 * HOUR, seen[-1].at + HOUR)
    counted = CountedQueries(sqlite_table)

    assert await gain_of(counted, goal, week) == gain_between(seen, week, founded=START)
    assert (counted.queries, counted.items) == (2, 2)


async def test_a_number_that_has_not_moved_since_gained_nothing_and_nothing_is_read(
    sqlite_table: SqliteTable,
) -> None:
    await record(sqlite_table, GOAL, steady(10, 500))
    counted = CountedQueries(sqlite_table)
    week = Span(START + 20 * DAY, START + 27 * DAY)

    gain = await gain_of(counted, GOAL, week)

    assert gain is not None
    assert gain.amount == 0
    assert counted.queries == 0


async def test_a_number_that_was_never_seen_has_no_gain(sqlite_table: SqliteTable) -> None:
    assert await gain_of(sqlite_table, GOAL, Span(START, START + DAY)) is None
