"""What is told when a value moves: once, and all that was jumped over together."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.goals.games.game import game_of
from tracker.goals.pace.progress import percent
from tracker.goals.plans import Plan
from tracker.goals.recording.crossings import (
    PERCENT_MILESTONES,
    Crossings,
    LevelMilestones,
    better,
    crossings,
)
from tracker.goals.words.aims import aim_of
from tracker.goals.words.request import GoalType

OSRS = game_of("osrs")
ATTACK = OSRS.skills["attack"]
PLAN = Plan(aim_of(OSRS, "attack", GoalType.XP, 2_000), date(2026, 1, 1), 1_000)
RANK_PLAN = Plan(aim_of(OSRS, "attack", GoalType.RANK, 1_000), date(2026, 1, 1), 2_000, falling=True)
TO_99 = Plan(aim_of(OSRS, "attack", GoalType.LEVEL, 99), date(2026, 1, 1), 0)


@pytest.mark.parametrize(
    ("best", "after", "told"),
    [
        (1_000, 1_100, Crossings()),
        (1_000, 1_249, Crossings()),
        (1_000, 1_250, Crossings(percents=(25,))),
        (1_250, 1_251, Crossings()),
        (1_249, 1_500, Crossings(percents=(25, 50))),
        (1_899, 1_900, Crossings(percents=(90,))),
        (1_999, 2_000, Crossings(reached=True)),
        (1_000, 9_999, Crossings(reached=True, percents=(25, 50, 75, 90))),
        (2_000, 9_999, Crossings()),
    ],
)
def test_a_mark_is_told_when_it_lies_between_before_and_after(best: int, after: int, told: Crossings) -> None:
    assert crossings(PLAN, best, after) == told


@given(st.integers(0, 3_000), st.booleans())
def test_equal_values_never_cross(value: int, rank: bool) -> None:  # noqa: FBT001 - hypothesis passes it
    assert not crossings(RANK_PLAN if rank else PLAN, value, value, skill=ATTACK)


def test_the_first_value_is_silent() -> None:
    assert not crossings(PLAN, None, 1_600, skill=ATTACK)


def test_a_first_value_beyond_the_target_is_found_reached() -> None:
    assert crossings(PLAN, None, 2_000) == Crossings(found_reached=True)


def test_a_rank_crosses_downwards() -> None:
    assert crossings(RANK_PLAN, 2_000, 1_500) == Crossings(percents=(25, 50))
    assert crossings(RANK_PLAN, 1_001, 1_000) == Crossings(reached=True)
    assert not crossings(RANK_PLAN, 1_500, 1_900)


def test_a_goal_whose_start_is_unknown_has_no_percents_but_can_be_reached() -> None:
    plan = Plan(PLAN.aim, PLAN.begun, None)

    assert crossings(plan, 100, 2_000) == Crossings(reached=True)


def test_levels_that_are_jumped_over_are_told_together() -> None:
    told = crossings(TO_99, ATTACK.curve.xp(89), ATTACK.curve.xp(93), skill=ATTACK, percents=())

    assert told.levels == (90, 91, 92, 93)


@pytest.mark.parametrize(
    ("best", "after", "levels"),
    [(1, 9, ()), (1, 10, (10,)), (9, 31, (10, 20, 30)), (98, 99, (99,)), (99, 101, (100, 101)), (10, 11, ())],
)
def test_low_levels_are_told_by_tens_and_high_ones_each(
    best: int, after: int, levels: tuple[int, ...]
) -> None:
    told = crossings(TO_99, ATTACK.curve.xp(best), ATTACK.curve.xp(after), skill=ATTACK)

    assert told.levels == levels


def test_which_levels_are_told_can_be_chosen() -> None:
    told = crossings(
        TO_99,
        0,
        ATTACK.curve.xp(12),
        skill=ATTACK,
        levels=LevelMilestones(every=5, each_from=11),
        percents=(),
    )

    assert told.levels == (5, 10, 11, 12)


def test_what_fell_and_rose_again_is_not_told_twice() -> None:
    best, told = None, []
    for value in (1_000, 1_300, 1_100, 1_400, 2_100, 1_900, 2_200):
        told.append(crossings(PLAN, best, value))
        best = better(PLAN, best, value)

    assert [bool(it) for it in told] == [False, True, False, False, True, False, False]
    assert told[1] == Crossings(percents=(25,))
    assert told[4] == Crossings(reached=True, percents=(50, 75, 90))
    assert best == 2_200


def test_the_best_rank_is_the_smallest() -> None:
    assert better(RANK_PLAN, 1_500, 1_700) == 1_500
    assert better(RANK_PLAN, 1_500, 1_200) == 1_200


@given(st.lists(st.integers(0, 4_000), min_size=1), st.booleans())
def test_however_a_value_wanders_everything_passed_is_told_exactly_once(
    values: list[int],
    rank: bool,  # noqa: FBT001 - hypothesis passes it by place
) -> None:
    plan = RANK_PLAN if rank else PLAN
    best, percents, levels, reached = None, [], [], 0
    for value in values:
        told = crossings(plan, best, value, skill=None if rank else ATTACK)
        percents += told.percents
        levels += told.levels
        reached += told.reached or told.found_reached
        best = better(plan, best, value)

    def done(value: int) -> float:
        return percent(plan.start, value, plan.aim.target, falling=plan.falling)

    top = min(values) if rank else max(values)
    assert percents == [it for it in PERCENT_MILESTONES if done(values[0]) < it <= done(top)]
    assert reached == (done(top) == 100)
    expected = range(ATTACK.curve.level(values[0]) + 1, ATTACK.curve.level(top) + 1)
    assert levels == ([] if rank else [level for level in expected if level % 10 == 0])
