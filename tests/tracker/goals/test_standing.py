"""Where a goal stands: what is known, when it will be reached, in which state it is, what asking costs."""

import subprocess
import sys
from datetime import date, datetime, timedelta
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fakes.clock import START
from tests.tracker.goals.busy import BUSY, CountedQueries, series
from tests.tracker.goals.scenes import (
    DAY,
    HOUR,
    XP_99,
    latest_of,
    observe,
    person,
    record,
    settle,
    steady,
    woodcutting,
)
from tests.tracker.goals.slow_gains import daily_gains, daily_rates
from tracker.accounts.model import User
from tracker.days import left_of_day
from tracker.goals.model import Goal, GoalStatus
from tracker.goals.pace.forecast import Eta, forecast
from tracker.goals.pace.gains import MOST_DAYS, Point
from tracker.goals.pace.progress import NextLevel
from tracker.goals.pace.standing import GoalStanding, LocalNow, standing_of, standings
from tracker.goals.pace.state import GoalState
from tracker.goals.words.request import GoalType
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table
from tracker.subjects import Outage, OutageKind

MORNING = START + 10 * DAY + 8 * HOUR
TODAY = MORNING.date()
PER_DAY = 100_000


def stands(
    goal: Goal,
    points: list[Point],
    *,
    now: datetime = MORNING,
    user: User | None = None,
    outage: Outage | None = None,
    state: GoalState | None = None,
) -> GoalStanding:
    user = user or person()
    latest = latest_of(points, state, user, founded=goal.created_at) if points else None
    return standing_of(goal, LocalNow.of(user, now), latest=latest, outage=outage)


def test_a_goal_whose_number_was_never_seen_has_no_data() -> None:
    standing = stands(woodcutting(), [])

    assert (standing.state, standing.progress, standing.forecast, standing.eta) == (
        GoalState.NO_DATA,
        None,
        None,
        None,
    )
    assert (standing.next_level, standing.gained_today, standing.today) == (None, None, TODAY)


def test_with_few_days_there_is_progress_and_no_forecast() -> None:
    standing = stands(woodcutting(), steady(3, PER_DAY), now=START + 2 * DAY + 13 * HOUR)

    assert standing.progress is not None
    assert (standing.progress.percent, standing.forecast, standing.state) == (3.0, None, GoalState.NO_DATA)


def test_who_does_the_same_each_day_arrives_on_the_day() -> None:
    standing = stands(woodcutting(), steady(10, PER_DAY))

    # Nine million are left, two thirds of today are: the ninety-first day from now has the rest.
    ninetieth = TODAY + 90 * DAY
    assert standing.eta == Eta(ninetieth, ninetieth, ninetieth)
    assert standing.state is GoalState.ON_TRACK
    assert standing.forecast is not None
    assert (standing.forecast.per_day, standing.forecast.days) == (PER_DAY, 10)


@pytest.mark.parametrize(
    ("due", "state"),
    [
        (TODAY + 90 * DAY, GoalState.ON_TRACK),
        (TODAY + 89 * DAY, GoalState.BEHIND),
        (TODAY - DAY, GoalState.BEHIND),
    ],
)
def test_with_a_date_the_state_says_whether_it_will_be_in_time(due: date, state: GoalState) -> None:
    assert stands(woodcutting(target_date=due), steady(10, PER_DAY)).state is state


def test_a_state_stays_until_its_boundary_is_left_by_a_margin() -> None:
    uneven = [Point(START, 0), *(Point(START + n * DAY + HOUR, 40_000 * (n // 2)) for n in range(1, 30))]
    states = {
        before: {
            due: stands(
                woodcutting(target_date=TODAY + due * DAY, start_value=0, target_value=70),
                uneven,
                now=START + 30 * DAY,
                state=before,
            ).state
            for due in range(20, 40)
        }
        for before in (GoalState.ON_TRACK, GoalState.AT_RISK)
    }

    kept = states[GoalState.ON_TRACK], states[GoalState.AT_RISK]
    assert any(
        kept[0][due] is GoalState.ON_TRACK and kept[1][due] is GoalState.AT_RISK for due in range(20, 40)
    )


@pytest.mark.parametrize("status", [GoalStatus.REACHED, GoalStatus.ACTIVE])
def test_what_is_reached_has_nothing_left_to_forecast(status: GoalStatus) -> None:
    standing = stands(woodcutting(status=status), [*steady(10, PER_DAY), Point(MORNING, XP_99)])

    assert (standing.state, standing.forecast, standing.eta) == (GoalState.REACHED, None, None)


def test_what_was_reached_stays_reached_though_the_number_fell() -> None:
    assert stands(woodcutting(status=GoalStatus.REACHED), steady(10, PER_DAY)).state is GoalState.REACHED


def test_a_paused_goal_is_paused_and_still_has_a_forecast() -> None:
    standing = stands(woodcutting(status=GoalStatus.PAUSED), steady(10, PER_DAY))

    assert standing.state is GoalState.PAUSED
    assert standing.eta is not None


def test_days_without_a_reading_are_unknown_and_not_idle() -> None:
    week_later = MORNING + 7 * DAY
    outage = Outage(kind=OutageKind.DOWN, since=MORNING)

    idle = stands(woodcutting(), steady(10, PER_DAY), now=week_later)
    unknown = stands(woodcutting(), steady(10, PER_DAY), now=week_later, outage=outage)

    assert idle.forecast is not None
    assert unknown.forecast is not None
    assert idle.forecast.per_day < PER_DAY
    assert unknown.forecast.per_day == PER_DAY
    assert (idle.gained_today, unknown.gained_today) == (0, None)


def test_the_next_level_is_known_for_goals_on_the_xp_of_a_skill() -> None:
    at_86 = [Point(START, 3_600_000)]
    of_xp = woodcutting(target_type=GoalType.XP, target_value=50_000_000)
    beyond = [Point(START, 14_000_000)]

    assert stands(woodcutting(), at_86).next_level == NextLevel(87, 3_972_294, 372_294, virtual=False)
    assert stands(of_xp, beyond).next_level == NextLevel(100, 14_391_160, 391_160, virtual=True)


@pytest.mark.parametrize(
    ("attribute", "kind"),
    [
        ("woodcutting", GoalType.RANK),
        ("overall", GoalType.XP),
        ("overall", GoalType.LEVEL),
        ("zulrah", GoalType.SCORE),
        ("all skills", GoalType.LEVEL),
    ],
)
def test_other_goals_have_no_next_level(attribute: str, kind: GoalType) -> None:
    goal = woodcutting(target_attribute=attribute, target_type=kind, target_value=70)

    assert stands(goal, [Point(START, 50)]).next_level is None


def test_a_rank_comes_nearer_by_falling() -> None:
    goal = woodcutting(target_type=GoalType.RANK, target_value=1000, start_value=2000, falling=True)
    standing = stands(goal, steady(10, -20, start=2000))

    assert standing.forecast is not None
    assert standing.forecast.per_day == 20
    assert standing.progress is not None
    assert standing.progress.percent == 20.0


def test_today_is_the_persons_own() -> None:
    points = [Point(START, 0), Point(START + 10 * DAY + 3 * HOUR, 700)]
    now = START + 10 * DAY + 4 * HOUR

    here, there = (
        stands(woodcutting(), points, now=now, user=person(timezone=zone))
        for zone in ("Europe/Berlin", "America/New_York")
    )

    assert (here.today, here.gained_today) == (TODAY, 700)
    assert (there.today, there.gained_today) == (TODAY - DAY, 700)
    late_riser = person(timezone="Europe/Berlin", day_start="06:00")
    assert stands(woodcutting(), points, now=now, user=late_riser).today == TODAY - DAY


def test_the_month_before_a_goal_was_set_is_not_gained_today() -> None:
    month_ago = MORNING - 30 * DAY
    given = [Point(month_ago, 1_000_000), Point(MORNING - HOUR, 3_000_000, since=month_ago)]
    goal = woodcutting(created_at=MORNING - HOUR / 2)

    assert stands(goal, given).gained_today == 0
    assert stands(goal, [*given, Point(MORNING, 3_000_500)]).gained_today == 500


async def test_standings_are_those_of_what_is_recorded_in_the_order_asked_for(table: Table) -> None:
    goals = [woodcutting("a"), woodcutting("b"), woodcutting("never-seen")]
    user = await settle(table, None, *goals)
    await record(table, goals[0], steady(10, PER_DAY), GoalState.BEHIND)
    await record(table, goals[1], steady(5, 500))

    found = await standings(table, user, goals, MORNING)

    assert [one.goal.id for one in found] == ["a", "b", "never-seen"]
    assert found[0] == stands(goals[0], steady(10, PER_DAY), state=GoalState.BEHIND)
    assert found[1] == stands(goals[1], steady(5, 500))
    assert found[2].state is GoalState.NO_DATA


async def test_an_outage_of_the_subject_is_known(table: Table) -> None:
    goal = woodcutting()
    user = await settle(table, None, goal)
    outage = Outage(kind=OutageKind.NOT_FOUND, since=MORNING - DAY)
    await observe(table, outage)
    await record(table, goal, steady(9, PER_DAY))

    [standing] = await standings(table, user, [goal], MORNING)

    assert standing.outage == outage
    assert standing.gained_today is None


async def test_a_long_history_is_not_read_and_the_answer_is_the_same(sqlite_table: SqliteTable) -> None:
    goal, years = woodcutting(), steady(800, 1_000)
    user = await settle(sqlite_table, None, goal)
    await record(sqlite_table, goal, years)
    now = START + 800 * DAY
    counted = CountedQueries(sqlite_table)

    [standing] = await standings(counted, user, [goal], now)

    assert (counted.calls, counted.queries) == (1, 0)
    assert standing == stands(goal, years, now=now)
    assert standing.forecast is not None
    assert (standing.forecast.per_day, standing.forecast.days) == (1_000, MOST_DAYS)


@pytest.mark.parametrize("later", [0, 5, 80], ids=["moving", "resting", "idle for long"])
async def test_a_list_of_goals_costs_one_request_and_no_history(
    sqlite_table: SqliteTable, later: int
) -> None:
    goals = [woodcutting(f"goal-{n}") for n in range(25)]
    user = await settle(sqlite_table, None, *goals)
    for goal in goals:
        await record(sqlite_table, goal, steady(10, PER_DAY))
    counted = CountedQueries(sqlite_table)

    found = await standings(counted, user, goals, MORNING + later * DAY)

    assert (counted.calls, counted.queries) == (1, 0)
    days, idle = min(10 + later, MOST_DAYS), min(later, MOST_DAYS)
    rate = PER_DAY * (days - idle) / days
    assert [one.forecast and one.forecast.per_day for one in found] == [pytest.approx(rate)] * 25


async def test_nobody_asks_for_nothing(sqlite_table: SqliteTable) -> None:
    assert await standings(sqlite_table, person(), [], MORNING) == []


def test_lists_today_and_digests_load_no_numpy() -> None:
    modules = "bot.goals.cli, bot.goals.usecases, bot.today.cli, bot.goals.today, tracker.goals.rounds.daily"
    forecast = "tracker.goals.pace.forecast.forecast([1.0, 2.0, 3.0], 9.0)"
    code = f"import sys, {modules}; {forecast}; print('numpy' in sys.modules)"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout == "False\n"


# A number that moves all the time


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    steps=BUSY,
    zone=st.sampled_from(["Europe/Berlin", "America/New_York", "Pacific/Apia"]),
    day_start=st.sampled_from(["00:00", "04:00"]),
    later=st.integers(0, 200_000),
    set_after=st.integers(0, 40 * 86_400),
)
async def test_what_is_kept_of_a_busy_number_says_the_same_as_its_history(  # noqa: PLR0917 - hypothesis draws them
    sqlite_table: SqliteTable,
    steps: list[tuple[int, int, int, int]],
    zone: str,
    day_start: str,
    later: int,
    set_after: int,
) -> None:
    seen = series(steps)
    now = seen[-1].at + timedelta(seconds=later)
    user = person(timezone=zone, day_start=day_start)
    goal = woodcutting(uuid4().hex, created_at=min(START + timedelta(seconds=set_after), now))
    await record(sqlite_table, goal, seen, user=user)

    [standing] = await standings(sqlite_table, user, [goal], now)

    calendar = user.zone, user.day_start
    gains = daily_gains(seen, [standing.today], *calendar, seen_until=now, founded=goal.created_at)
    assert standing.gained_today == gains[standing.today]
    assert standing.progress is not None
    rates, left = daily_rates(seen, now, *calendar, most_days=MOST_DAYS), left_of_day(now, *calendar)
    whole = forecast(rates, float(standing.progress.remaining), left)
    assert (standing.forecast is None) == (whole is None)
    if standing.forecast is not None and whole is not None:
        assert standing.forecast.days == whole.days
        assert standing.forecast.per_day == pytest.approx(whole.per_day, rel=1e-6, abs=1e-6)
        assert_nearly(standing.eta, whole.eta(standing.today))


def assert_nearly(found: Eta | None, expected: Eta) -> None:
    """What is kept is rounded, and a chance that is nearly 50 % may so be reached a day sooner or later."""
    assert found is not None
    for one, other in zip(found, expected, strict=True):
        assert (one is None) == (other is None)
        if one is not None and other is not None:
            assert abs((one - other).days) <= 1


async def test_a_goal_that_moves_every_two_minutes_costs_no_more_than_any_other(
    sqlite_table: SqliteTable,
) -> None:
    goal, minutes = woodcutting(), timedelta(minutes=2)
    seen = [Point(START + n * minutes, 7 * n, START + (n - 1) * minutes) for n in range(9_000)]
    user = await settle(sqlite_table, None, goal)
    await record(sqlite_table, goal, seen)
    now = seen[-1].at + HOUR
    counted = CountedQueries(sqlite_table)

    [standing] = await standings(counted, user, [goal], now)

    assert standing == stands(goal, seen, now=now)
    assert (counted.calls, counted.items) == (1, 0)
