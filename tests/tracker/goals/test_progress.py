"""How far a goal has come."""

from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.goals.games.game import game_of
from tracker.goals.pace.progress import NextLevel, next_level, percent, progress_of
from tracker.goals.plans import Plan
from tracker.goals.words.aims import aim_of
from tracker.goals.words.request import GoalType
from tracker.readings import Number

BEGUN = date(2026, 1, 1)
OSRS, RS3 = game_of("osrs"), game_of("rs3")
ATTACK = OSRS.skills["attack"]


def plan(start: int | None, target: int, due: date | None = None) -> Plan:
    return Plan(aim_of(OSRS, "attack", GoalType.XP, target), BEGUN, start, due)


def rank_plan(start: int, target: int, due: date | None = None) -> Plan:
    return Plan(aim_of(OSRS, "attack", GoalType.RANK, target), BEGUN, start, due, falling=True)


@pytest.mark.parametrize(
    ("start", "current", "target", "shown"),
    [
        (0, 0, 1_000, 0.0),
        (0, 500, 1_000, 50.0),
        (500, 500, 1_000, 0.0),
        (500, 750, 1_000, 50.0),
        (500, 400, 1_000, 0.0),
        (0, 999, 1_000, 99.9),
        (0, 199_999_999, 200_000_000, 99.9),
        (0, 1_000, 1_000, 100.0),
        (0, 2_000, 1_000, 100.0),
        (None, 500, 1_000, 0.0),
        (None, 1_000, 1_000, 100.0),
        (Decimal("0.5"), Decimal("0.75"), 1, 50.0),
    ],
)
def test_percent_counts_from_the_goals_own_start(
    start: Number | None, current: Number, target: Number, shown: float
) -> None:
    assert percent(start, current, target) == shown


@pytest.mark.parametrize(
    ("current", "shown"),
    [(5_000, 0.0), (3_000, 50.0), (6_000, 0.0), (1_001, 99.9), (1_000, 100.0), (1, 100.0)],
)
def test_a_better_rank_is_a_smaller_one(current: int, shown: float) -> None:
    assert percent(5_000, current, 1_000, falling=True) == shown


@given(st.integers(0, 10**9), st.integers(1, 10**9), st.integers(0, 2 * 10**9), st.booleans())
def test_percent_is_100_exactly_when_the_goal_is_reached(
    start: int,
    way: int,
    current: int,
    falling: bool,  # noqa: FBT001 - hypothesis passes it by place
) -> None:
    target = start - way if falling else start + way
    reached = current <= target if falling else current >= target
    shown = percent(start, current, target, falling=falling)

    assert 0 <= shown <= 100
    assert (shown == 100) == reached


@given(st.integers(0, 10**6), st.integers(1, 10**6), st.lists(st.integers(0, 3 * 10**6)))
def test_percent_never_falls_while_the_value_grows(start: int, way: int, values: list[int]) -> None:
    shown = [percent(start, value, start + way) for value in sorted(values)]

    assert shown == sorted(shown)


def test_without_a_date_nothing_is_required() -> None:
    progress = progress_of(plan(0, 1_000), 400, BEGUN)

    assert (progress.remaining, progress.percent, progress.reached) == (600, 40.0, False)
    assert (progress.days_left, progress.required_per_day, progress.safe_days) == (None, None, None)


def test_what_remains_is_shared_among_the_days_that_are_left() -> None:
    due = BEGUN + timedelta(days=9)

    morning = progress_of(plan(0, 1_000, due), 400, BEGUN + timedelta(days=4))
    noon = progress_of(plan(0, 1_000, due), 400, BEGUN + timedelta(days=4), left_of_today=0.5)

    assert (morning.days_left, morning.required_per_day) == (6, 100)
    assert (noon.days_left, noon.required_per_day) == (5.5, pytest.approx(600 / 5.5))


def test_the_last_day_takes_all_that_remains() -> None:
    evening = progress_of(plan(0, 1_000, BEGUN), 400, BEGUN, left_of_today=0.1)

    assert evening.required_per_day == 600


def test_after_the_date_nothing_can_be_required_any_more() -> None:
    late = progress_of(plan(0, 1_000, BEGUN), 400, BEGUN + timedelta(days=3))

    assert (late.days_left, late.required_per_day, late.safe_days) == (-2, None, 0)


def test_safe_days_are_those_until_the_steady_line_catches_up() -> None:
    due = BEGUN + timedelta(days=9)  # ten days of 100

    assert progress_of(plan(0, 1_000, due), 0, BEGUN).safe_days == 0
    assert progress_of(plan(0, 1_000, due), 500, BEGUN).safe_days == pytest.approx(5)
    assert progress_of(plan(0, 1_000, due), 500, BEGUN + timedelta(days=4)).safe_days == pytest.approx(1)
    assert progress_of(plan(0, 1_000, due), 500, BEGUN + timedelta(days=8)).safe_days == 0
    assert progress_of(plan(0, 1_000, due), 5_000, BEGUN).safe_days == pytest.approx(10)
    assert progress_of(rank_plan(2_000, 1_000, due), 1_500, BEGUN).safe_days == pytest.approx(5)


@given(st.integers(1, 400), st.integers(0, 400), st.integers(0, 1_000))
def test_after_the_safe_days_the_line_is_where_the_person_is(length: int, gone: int, current: int) -> None:
    due = BEGUN + timedelta(days=length - 1)
    safe = progress_of(plan(0, 1_000, due), current, BEGUN + timedelta(days=gone)).safe_days

    assert safe is not None
    line = 1_000 * (gone + safe) / length
    assert line == pytest.approx(current) if safe else line >= current or line == pytest.approx(current)


def test_a_reached_goal_has_nothing_left() -> None:
    progress = progress_of(rank_plan(2_000, 1_000, BEGUN), 900, BEGUN)

    assert (progress.reached, progress.remaining, progress.required_per_day) == (True, 0, 0)


@pytest.mark.parametrize(
    ("xp", "expected"),
    [
        (0, NextLevel(2, 83, 83, virtual=False)),
        (82, NextLevel(2, 83, 1, virtual=False)),
        (83, NextLevel(3, 174, 91, virtual=False)),
        (13_034_430, NextLevel(99, 13_034_431, 1, virtual=False)),
        (13_034_431, NextLevel(100, 14_391_160, 1_356_729, virtual=True)),
        (104_273_167, NextLevel(121, 115_126_838, 10_853_671, virtual=True)),
        (188_884_740, None),
        (200_000_000, None),
    ],
)
def test_the_next_level_is_virtual_beyond_the_cap_and_then_there_is_none(
    xp: int, expected: NextLevel | None
) -> None:
    assert next_level(ATTACK, xp) == expected


def test_the_next_level_follows_the_level_that_the_game_reports() -> None:
    crafting = RS3.skills["invention"]

    found = next_level(crafting, 800, reported=2)

    assert found == NextLevel(3, 1_861, 1_061, virtual=False)


def test_a_percent_of_numbers_with_many_digits_is_exact() -> None:
    assert percent(0, Decimal("0.0000004"), Decimal("0.000001")) == 40.0
    assert percent(Decimal("1e-6"), 10**19, 10**20) == 9.9
    assert percent(10**19, 10**18, Decimal("0.000001"), falling=True) == 90.0
