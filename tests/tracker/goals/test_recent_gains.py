"""What is kept of the last days with the newest value: the same as the whole history says, and small."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fakes.clock import START, HandClock
from tests.tracker.goals.busy import CountedQueries
from tests.tracker.goals.looking import WOODCUTTING, ZEZIMA, Ground
from tests.tracker.goals.scenes import HOUR, person, record, settle, steady, woodcutting
from tests.tracker.goals.slow_gains import daily_gains, daily_rates
from tracker.accounts.model import User
from tracker.days import local_day
from tracker.goals.games.game import game_of
from tracker.goals.model import Goal, LatestProgress
from tracker.goals.pace.forecast import Eta, forecast
from tracker.goals.pace.gains import MOST_DAYS, Point
from tracker.goals.pace.history import points
from tracker.goals.pace.recent import RecentGains
from tracker.goals.pace.standing import standings
from tracker.goals.pace.state import GoalState
from tracker.goals.recording.quarantine import STRIKES
from tracker.readings import Number
from tracker.store.entity import from_item, to_item
from tracker.store.query import Query, QueryPage
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table
from tracker.store.values import Item, canonical_map

DAY = timedelta(days=1)
MONDAY = datetime(2026, 1, 5, tzinfo=UTC)
GREENWICH, BERLIN, APIA = ZoneInfo("UTC"), ZoneInfo("Europe/Berlin"), ZoneInfo("Pacific/Apia")
ZONES = [GREENWICH, BERLIN, APIA, ZoneInfo("America/New_York"), ZoneInfo("Australia/Lord_Howe")]
BEGINNINGS = [
    MONDAY,
    datetime(2011, 12, 20, 10, tzinfo=UTC),  # Apia left out 30 December
    datetime(2026, 3, 20, 5, 30, tzinfo=UTC),  # summer time begins
    datetime(2026, 10, 20, 22, tzinfo=UTC),  # and ends
]

STEPS = st.lists(
    st.tuples(
        st.integers(1, 4 * 86_400) | st.integers(20 * 86_400, 70 * 86_400),
        st.floats(0, 1),
        st.integers(-5_000, 50_000) | st.decimals(-9, 9, places=3),
        st.just(0) | st.integers(0, 50_000),
    ),
    max_size=40,
)
"""How long after the last change each one was, when in between somebody looked, how much, what appeared."""


def series(begin: datetime, steps: Sequence[tuple[int, float, Number, int]]) -> list[Point]:
    seen = [Point(begin, 1_000_000)]
    for seconds, looked, change, appeared in steps:
        before = seen[-1]
        since = None if looked == 0 else before.at + timedelta(seconds=int(looked * seconds))
        at = before.at + timedelta(seconds=seconds)
        seen.append(Point(at, before.value + change + appeared, since, before.appeared + appeared))
    return seen


@settings(max_examples=300)
@given(
    begin=st.sampled_from(BEGINNINGS),
    steps=STEPS,
    zone=st.sampled_from(ZONES),
    day_start=st.sampled_from([time(0), time(4), time(23, 30)]),
    later=st.integers(0, 60 * 86_400),
    set_after=st.integers(0, 100 * 86_400),
)
def test_it_says_what_the_whole_history_says(  # noqa: PLR0917 - hypothesis draws them
    begin: datetime,
    steps: list[tuple[int, float, Number, int]],
    zone: ZoneInfo,
    day_start: time,
    later: int,
    set_after: int,
) -> None:
    seen = series(begin, steps)
    until, founded = seen[-1].at + timedelta(seconds=later), begin + timedelta(seconds=set_after)

    kept = RecentGains.of(seen, zone, day_start, founded=founded)

    today = local_day(until, zone, day_start)
    rates = daily_rates(seen, until, zone, day_start, most_days=MOST_DAYS, may_fall=True)
    assert kept.rates(today, zone, day_start) == pytest.approx(rates, rel=1e-6, abs=1e-3)
    gained = daily_gains(seen, [today], zone, day_start, seen_until=until, founded=founded)
    assert kept.gained_on(today, seen[-1].grown) == gained[today]
    assert len(kept.amounts) <= MOST_DAYS + 1


def test_it_is_built_value_by_value() -> None:
    seen = [Point(MONDAY - HOUR, 100), Point(MONDAY + HOUR, 150, MONDAY - HOUR), Point(MONDAY + DAY, 151)]

    first = RecentGains.of(seen[:1], GREENWICH, founded=MONDAY - DAY)
    second = first.then(*seen[:2], GREENWICH, founded=MONDAY - DAY)
    third = second.then(*seen[1:], GREENWICH, founded=MONDAY - DAY)

    monday, tuesday = date(2026, 1, 5), date(2026, 1, 6)
    assert first == RecentGains(first=monday, amounts=(), morning=100)
    assert second == RecentGains(first=monday, amounts=(25,), morning=100)
    assert third == RecentGains(first=monday, amounts=(25, 1), morning=150)
    assert (first.last, second.last, third.last) == (date(2026, 1, 4), monday, tuesday)
    assert third.rates(tuesday + DAY, GREENWICH) == [25.0, 1.0]


def test_only_the_days_that_a_forecast_looks_at_are_kept() -> None:
    seen = [Point(MONDAY + n * DAY, 100 * n) for n in range(200)]

    kept = RecentGains.of(seen, GREENWICH, founded=MONDAY)

    assert kept == RecentGains(
        first=date(2026, 1, 5) + (199 - MOST_DAYS) * DAY, amounts=(100,) * (MOST_DAYS + 1), morning=19_800
    )


def test_a_jump_after_years_is_that_of_each_of_the_last_days() -> None:
    seen = [Point(MONDAY, 0), Point(MONDAY + 1_000 * DAY, 1_000_000, MONDAY)]

    kept = RecentGains.of(seen, GREENWICH, founded=MONDAY)

    assert kept.amounts == (*[1_000] * MOST_DAYS, 0)


def test_amounts_have_few_digits_however_many_the_number_has() -> None:
    third = Decimal("0.333333333333333333333")
    seen = [Point(MONDAY + n * HOUR, third * n, MONDAY + (n - 1) * HOUR) for n in range(100)]

    kept = RecentGains.of(seen, GREENWICH, founded=MONDAY)

    assert all(len(str(amount)) <= 9 for amount in kept.amounts)
    assert kept.rates(date(2026, 1, 9), GREENWICH) == pytest.approx([8, 8, 8, 8], rel=0.1)


def test_small_numbers_after_an_outage_are_not_rounded_away() -> None:
    seen = [Point(MONDAY, 10), Point(MONDAY + 7 * DAY, 13, MONDAY)]

    rates = RecentGains.of(seen, GREENWICH, founded=MONDAY).rates(date(2026, 1, 12), GREENWICH)

    assert rates == pytest.approx([3 / 7] * 7)


# The person's calendar.


def test_a_move_to_another_zone_moves_no_day_that_is_over() -> None:
    seen = [Point(MONDAY, 0), Point(MONDAY + 23 * HOUR, 500), Point(MONDAY + 25 * HOUR, 800)]
    kept = RecentGains.of(seen[:2], GREENWICH, founded=MONDAY)

    moved = kept.then(*seen[1:], APIA, founded=MONDAY)

    tuesday = date(2026, 1, 6)
    assert kept.rates(tuesday, GREENWICH) == kept.rates(tuesday, APIA) == [500.0]
    assert moved.rates(tuesday + DAY, APIA) == [500.0, 300.0]


def test_after_a_move_to_the_west_the_day_goes_on() -> None:
    """It is Monday again: what was gained on Tuesday is gained on the present day, and none of it is lost."""
    west = ZoneInfo("Pacific/Honolulu")
    seen = [Point(MONDAY, 0), Point(MONDAY + 23 * HOUR, 500), Point(MONDAY + 25 * HOUR, 800)]
    kept = RecentGains.of(seen, GREENWICH, founded=MONDAY)

    moved = kept.then(seen[-1], Point(MONDAY + 26 * HOUR, 1_000), west, founded=MONDAY)

    monday = date(2026, 1, 5)
    assert moved.amounts == (700, 300)
    assert moved.gained_on(monday, 1_000) == 500
    assert moved.gained_on(monday + DAY, 1_000) == 500
    assert moved.rates(monday + 2 * DAY, west) == [700.0, 300.0]


def test_a_date_that_a_zone_left_out_is_no_day() -> None:
    begin = datetime(2011, 12, 28, tzinfo=APIA).astimezone(UTC)

    kept = RecentGains.of([Point(begin, 0)], APIA, founded=begin)

    assert kept.rates(date(2012, 1, 2), APIA) == [0.0] * 4


# As the recorder writes it.

LOOKS = st.lists(
    st.tuples(
        st.integers(60, 30 * 3_600) | st.integers(3 * 86_400, 50 * 86_400),
        st.just(0) | st.integers(1, 40_000) | st.integers(-3_000, -1),
        st.booleans(),
    ),
    min_size=1,
    max_size=12,
)
"""How long after the last look, how much more or less, and whether there was an outage in between."""


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    looks=LOOKS,
    zone=st.sampled_from(["Europe/Berlin", "Pacific/Apia"]),
    day_start=st.sampled_from(["00:00", "04:00"]),
)
async def test_looks_jumps_outages_and_rollbacks_keep_what_the_history_says(
    sqlite_table: SqliteTable, looks: list[tuple[int, int, bool]], zone: str, day_start: str
) -> None:
    ground = Ground(sqlite_table, HandClock(), keep_days=0)
    name = uuid4().hex
    user = await ground.person(name, timezone=zone, day_start=time.fromisoformat(day_start))
    subject = ZEZIMA._replace(key=name)
    character = await ground.character(user, name, subject=subject, woodcutting_xp=1_000_000)
    goal, xp = await ground.goal(user, character, "99 wc"), 1_000_000
    for seconds, change, outage in looks:
        xp += change
        for _ in range(1 if change >= 0 else STRIKES):  # a fall is believed when it is repeated
            since = ground.clock() if outage else ground.clock() + timedelta(seconds=seconds - 30)
            await ground.look({WOODCUTTING: xp}, seconds=seconds, subject=subject, since=since)

    latest = await ground.latest(goal)

    assert latest is not None
    assert latest.value == xp
    assert_right(latest, await points(sqlite_table, goal), goal, user, ground.clock())


def assert_right(latest: LatestProgress, history: list[Point], goal: Goal, user: User, now: datetime) -> None:
    kept, calendar = latest.recent_gains, (user.zone, user.day_start)
    assert kept is not None
    assert kept == RecentGains.of(history, *calendar, founded=goal.created_at)
    for until in (now, now + 3 * DAY):
        today = local_day(until, *calendar)
        rates = daily_rates(history, until, *calendar, most_days=MOST_DAYS, may_fall=True)
        assert kept.rates(today, *calendar) == pytest.approx(rates, rel=1e-6, abs=1e-3)
        gained = daily_gains(history, [today], *calendar, seen_until=until, founded=goal.created_at)
        assert kept.gained_on(today, latest.point.grown) == gained[today]


async def test_it_is_stored_as_a_day_and_a_list_of_numbers(sqlite_table: SqliteTable) -> None:
    ground = Ground(sqlite_table, HandClock())
    goal = await ground.cutting()
    await ground.look({WOODCUTTING: 10_000_300}, seconds=26 * 3_600, since=ground.clock())

    item = await sqlite_table.get(goal.latest_key.key)

    assert item is not None
    assert item["recentGains"] == {
        "first": "2100-01-01",
        "amounts": [276_923_077, 23_076_923],
        "decimals": 6,
        "morning": 10_000_000,
    }


def test_a_newest_progress_is_one_unit_of_a_write_however_much_is_kept_with_it() -> None:
    """DynamoDB bills each beginning kilobyte."""
    goal = woodcutting("abc234", user="01JH2Z0V6Y3K8QJ5T4M9W7X1AB", target_attribute="all skills")
    latest = LatestProgress(
        at=START,
        value=987_654_321,
        since=START,
        day=START.date(),
        best=987_654_321,
        appeared=12_345_678,
        counted=tuple(game_of("rs3").skills),
        state=GoalState.ON_TRACK,
        recent_gains=RecentGains(
            first=START.date(), amounts=(123_456_789,) * (MOST_DAYS + 1), decimals=4, morning=987_654_321
        ),
    )

    _, size = canonical_map(to_item(latest, goal.latest_key, goal.latest_place))

    assert size < 1_024


# Written by an older version.


async def forgotten(table: Table, goal: Goal) -> None:
    """The newest progress as it was before anything was kept with it."""
    item = await table.get(goal.latest_key.key)
    assert item is not None
    await table.put({name: value for name, value in item.items() if name != "recentGains"})


async def latest_item(table: Table, goal: Goal) -> Item:
    item = await table.get(goal.latest_key.key)
    assert item is not None
    return item


async def test_what_an_older_version_wrote_is_completed_once_from_the_history(table: Table) -> None:
    goal = woodcutting()
    user = await settle(table, None, goal)
    await record(table, goal, steady(60, 100_000))
    whole = await latest_item(table, goal)
    now = START + 60 * DAY + 8 * HOUR
    expected = await standings(table, user, [goal], now)
    await forgotten(table, goal)
    counted = CountedQueries(table)

    assert await standings(counted, user, [goal], now) == expected
    assert counted.queries > 0
    assert await latest_item(table, goal) == whole
    again = CountedQueries(table)
    assert await standings(again, user, [goal], now) == expected
    assert (again.calls, again.queries) == (1, 0)


async def test_it_is_completed_by_the_next_look_too(table: Table) -> None:
    ground = Ground(table, HandClock())
    goal = await ground.cutting()
    for _ in range(5):
        await ground.look({WOODCUTTING: 10_000_000 + int(ground.clock().timestamp() % 10**6)}, seconds=90_000)
    await forgotten(table, goal)

    await ground.look({WOODCUTTING: 11_500_000}, seconds=90_000)

    latest = from_item(LatestProgress, await latest_item(table, goal))
    user = await ground_user(table)
    assert_right(latest, await points(table, goal), goal, user, ground.clock())


async def ground_user(table: Table) -> User:
    item = await table.get(person().key.key)
    assert item is not None
    return from_item(User, item)


async def test_without_records_the_newest_value_is_all_there_is(sqlite_table: SqliteTable) -> None:
    goal = woodcutting()
    user = await settle(sqlite_table, None, goal)
    await record(sqlite_table, goal, steady(5, 500))
    await forgotten(sqlite_table, goal)
    await sqlite_table.write_many(deletes=[goal.progress_key(one.at).key for one in steady(5, 500)])

    [standing] = await standings(sqlite_table, user, [goal], START + 4 * DAY + 13 * HOUR)

    assert (standing.gained_today, standing.forecast) == (0, None)


async def test_a_newer_value_that_was_written_meanwhile_is_left_as_it_is(sqlite_table: SqliteTable) -> None:
    goal = woodcutting()
    user = await settle(sqlite_table, None, goal)
    await record(sqlite_table, goal, steady(5, 500))
    await forgotten(sqlite_table, goal)

    class Overtaken(CountedQueries):
        async def _query(self, query: Query) -> QueryPage:
            await record(sqlite_table, goal, steady(6, 500))
            return await super()._query(query)

    [standing] = await standings(Overtaken(sqlite_table), user, [goal], START + 6 * DAY)

    assert standing.progress is not None
    assert standing.progress.current == steady(5, 500)[-1].value
    kept = from_item(LatestProgress, await latest_item(sqlite_table, goal))
    assert kept.recent_gains == RecentGains.of(steady(6, 500), user.zone, founded=goal.created_at)


def test_who_does_the_same_each_day_is_steady_though_parts_of_days_are_rounded() -> None:
    """Each day's gain is seen at eight in the morning, after a look in the evening before."""
    seen = [Point(MONDAY + n * DAY + 8 * HOUR, 100_000 * n, MONDAY + n * DAY - 3 * HOUR) for n in range(30)]
    kept = RecentGains.of(seen, GREENWICH, founded=MONDAY)

    found = forecast(kept.rates(date(2026, 1, 30), GREENWICH), 1_000_000)

    assert found is not None
    assert found.eta(date(2026, 1, 30)) == Eta(*[date(2026, 2, 8)] * 3)
