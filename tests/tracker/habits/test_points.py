"""Points: whole numbers that grow with the streak and shrink with what the day has given."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.rewards.achievements import ACHIEVEMENTS, BY_ID, AchievementCounts, AchievementMeasure, unlocked
from tracker.rewards.points import Scale, StreakBonus, level_begins, level_of


@pytest.mark.parametrize(
    ("streak", "points"), [(0, 10), (1, 10), (2, 10), (3, 11), (7, 12), (14, 15), (30, 17), (365, 30)]
)
def test_a_longer_streak_gives_more(streak: int, points: int) -> None:
    assert Scale().award(streak, 0) == points


@pytest.mark.parametrize(
    ("given_today", "points"), [(0, 10), (90, 10), (99, 5), (100, 5), (200, 2), (300, 1), (9000, 1)]
)
def test_what_is_beyond_a_days_worth_gives_less_and_never_nothing(given_today: int, points: int) -> None:
    assert Scale(daily_cap=100).award(0, given_today) == points


@pytest.mark.parametrize(
    ("worth", "before", "points"),
    [(120, 0, 120), (720, 0, 367), (1440, 0, 498), (120, 100, 85), (120, 300, 30)],
)
def test_only_what_goes_beyond_a_days_worth_is_halved(worth: int, before: int, points: int) -> None:
    assert Scale(daily_cap=150).given(worth, before) == points


@given(st.lists(st.integers(1, 500), max_size=30), st.integers(0, 1500))
def test_many_small_awards_never_give_more_than_one_large_one(parts: list[int], before: int) -> None:
    scale, given_today = Scale(), before
    for part in parts:
        given_today += scale.given(part, given_today)
    assert given_today - before <= scale.given(sum(parts), before)


@given(st.integers(0, 10**5), st.integers(0, 10**5), st.integers(0, 10**5))
def test_nobody_is_given_less_for_more(before: int, less: int, more: int) -> None:
    scale = Scale()
    assert scale.given(less, before) <= scale.given(less + more, before)


def test_without_a_cap_a_day_gives_all() -> None:
    assert Scale(daily_cap=0).award(0, 10**9) == 10


@given(st.integers(0, 2000), st.integers(0, 10**6))
def test_a_longer_streak_never_gives_less(streak: int, given_today: int) -> None:
    scale = Scale()
    assert scale.award(streak + 1, given_today) >= scale.award(streak, given_today)


def test_steps_may_stand_in_any_order() -> None:
    assert Scale(steps=(StreakBonus(10, 200), StreakBonus(5, 150))).award(12, 0) == 20


@given(st.integers(0, 10**7))
def test_a_level_holds_the_points_that_lead_to_it(points: int) -> None:
    level = level_of(points)
    assert level_begins(level) <= points < level_begins(level + 1)


def test_achievements_have_each_an_id_of_its_own() -> None:
    assert len(BY_ID) == len(ACHIEVEMENTS)


def test_what_is_reached_is_unlocked_once() -> None:
    tally = AchievementCounts({AchievementMeasure.COMPLETIONS: 12, AchievementMeasure.STREAK: 7})
    found = [one.id for one in unlocked(tally, frozenset())]
    assert found == ["first", "streak-3", "streak-7", "total-10"]
    assert list(unlocked(tally, frozenset(found))) == []
