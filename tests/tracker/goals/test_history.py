"""The recorded values of a goal: in order of time, since an instant, page by page."""

from datetime import UTC, datetime, timedelta

from tests.fakes.clock import START
from tests.tracker.goals.scenes import DAY, HOUR, record, settle, steady, woodcutting
from tracker.days import Span
from tracker.goals.model import Goal
from tracker.goals.pace.gains import Point
from tracker.goals.pace.history import ProgressPage, around, ends, page, points
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table

GOAL = woodcutting()


def hourly(count: int) -> list[Point]:
    return [Point(START + n * HOUR, 100 * n, START + (n - 1) * HOUR if n else None) for n in range(count)]


def values(found: ProgressPage) -> list[int]:
    return [int(one.value) for one in found.records]


async def test_points_come_back_as_they_were_recorded_in_order_of_time(table: Table) -> None:
    await record(table, GOAL, hourly(30))

    assert await points(table, GOAL) == hourly(30)


async def test_more_points_than_the_table_answers_at_once_come_all(sqlite_table: SqliteTable) -> None:
    await record(sqlite_table, GOAL, hourly(1201))

    assert await points(sqlite_table, GOAL) == hourly(1201)


async def test_a_goal_without_progress_has_no_points_and_no_ends(table: Table) -> None:
    await settle(table, None, GOAL)

    assert await points(table, GOAL) == []
    assert await ends(table, GOAL) == (None, None)
    assert await page(table, GOAL) == ProgressPage((), None)


async def test_another_goal_with_a_longer_id_is_another_goal(table: Table) -> None:
    await record(table, woodcutting("wc2"), hourly(3))

    assert await points(table, woodcutting("wc")) == []
    assert await points(table, woodcutting("wc2"), since=START + HOUR) == hourly(3)


async def test_points_since_an_instant_are_led_by_what_stood_before_it(table: Table) -> None:
    await record(table, GOAL, hourly(10))

    assert await points(table, GOAL, since=START + 4 * HOUR) == hourly(10)[3:]
    assert await points(table, GOAL, since=START + 4 * HOUR + timedelta(microseconds=1)) == hourly(10)[4:]
    assert await points(table, GOAL, since=START + 100 * DAY) == hourly(10)[-1:]


async def test_since_before_the_first_point_is_all_of_them(table: Table) -> None:
    await record(table, GOAL, hourly(3))

    assert await points(table, GOAL, since=START - DAY) == hourly(3)
    assert await points(table, GOAL, since=datetime.min.replace(tzinfo=UTC)) == hourly(3)


async def test_the_ends_are_the_first_and_the_last_value(table: Table) -> None:
    await record(table, GOAL, steady(3, 500))

    earliest, latest = await ends(table, GOAL)

    assert earliest is not None
    assert latest is not None
    assert (earliest.value, latest.value - earliest.value) == (steady(3, 500)[0].value, 1500)


async def walk(table: Table, goal: Goal, *, newest_first: bool) -> list[list[int]]:
    found: list[list[int]] = []
    cursor: str | None = None
    while True:
        part = await page(table, goal, limit=4, cursor=cursor, newest_first=newest_first)
        found.append(values(part))
        if (cursor := part.cursor) is None:
            return found


async def test_history_is_paged_from_the_earliest_to_the_latest_and_back(table: Table) -> None:
    await record(table, GOAL, hourly(10))

    assert await walk(table, GOAL, newest_first=False) == [
        [0, 100, 200, 300],
        [400, 500, 600, 700],
        [800, 900],
    ]
    assert await walk(table, GOAL, newest_first=True) == [
        [900, 800, 700, 600],
        [500, 400, 300, 200],
        [100, 0],
    ]


async def test_a_page_of_a_span_holds_its_start_and_not_its_end(table: Table) -> None:
    await record(table, GOAL, hourly(10))

    within = await page(table, GOAL, span=Span(START + 2 * HOUR, START + 5 * HOUR))
    first, rest = within, await page(table, GOAL, span=Span(START + 5 * HOUR, START + 5 * HOUR))

    assert values(first) == [200, 300, 400]
    assert values(rest) == []


async def test_a_page_of_a_span_goes_on_where_it_ended(table: Table) -> None:
    await record(table, GOAL, hourly(10))
    span = Span(START + 2 * HOUR, START + 5 * HOUR)

    first = await page(table, GOAL, span=span, limit=2)
    second = await page(table, GOAL, span=span, limit=2, cursor=first.cursor)

    assert (values(first), values(second), second.cursor) == ([200, 300], [400], None)


async def test_a_span_of_all_time_is_a_span(table: Table) -> None:
    await record(table, GOAL, hourly(3))
    always = Span(datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC))

    assert values(await page(table, GOAL, span=always)) == [0, 100, 200]


# What is enough for gains


async def test_around_a_moment_are_what_stood_there_and_the_next_change(table: Table) -> None:
    await record(table, GOAL, hourly(10))

    found = await around(table, GOAL, [START + 4 * HOUR, START + 7 * HOUR + timedelta(minutes=1)])

    assert found == [hourly(10)[n] for n in (3, 4, 7, 8)]


async def test_around_moments_beyond_the_ends_is_what_there_is(table: Table) -> None:
    await record(table, GOAL, hourly(3))
    long_ago, never = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)

    assert await around(table, GOAL, [long_ago]) == hourly(3)[:1]
    assert await around(table, GOAL, [never]) == hourly(3)[-1:]
    assert await around(table, GOAL, []) == []


async def test_what_appeared_is_read_back(table: Table) -> None:
    seen = [Point(START, 10), Point(START + HOUR, 510, START, appeared=500)]
    await record(table, GOAL, seen)

    assert await points(table, GOAL) == seen
