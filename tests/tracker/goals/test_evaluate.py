"""What new values mean for a goal, by examples and against a brute-force oracle."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fakes.clock import START
from tracker.goals.games.game import ALL_SKILLS, Game, game_of
from tracker.goals.model import Frequency, Goal, GoalStatus, LatestProgress
from tracker.goals.recording.evaluate import (
    Evaluation,
    Milestones,
    NumberChanged,
    TakenBack,
    TargetReached,
    evaluate,
)
from tracker.goals.words.request import GoalType
from tracker.readings import Number
from tracker.store.segments import Subject
from tracker.subjects import quantity_of

OSRS = game_of("osrs")
DAY = date(2100, 1, 5)
LEVEL_99 = 13_034_431


def goal_of(**other: Any) -> Goal:  # noqa: ANN401 - any field
    fields = {
        "id": "g",
        "user": "anna",
        "character": "zezima",
        "subject": Subject("osrs", "main:zezima"),
        "target_attribute": "woodcutting",
        "target_type": GoalType.LEVEL,
        "target_value": 99,
        "start_value": 0,
        "begun": DAY,
        "created_at": START,
    }
    return Goal(**{**fields, **other})


def stood(value: Number, best: Number | None = None) -> LatestProgress:
    return LatestProgress(at=START, value=value, day=DAY, best=value if best is None else best)


def found(
    goal: Goal,
    before: LatestProgress | None,
    *,
    game: Game = OSRS,
    fallen: str | None = None,
    **values: Number,
) -> Evaluation | None:
    known = {quantity_of(name.replace("_", ".", 1)): number for name, number in values.items()}
    lost = [] if fallen is None else [quantity_of(fallen)]
    return evaluate(goal, game.knowing(known), before, known, day=DAY, fallen=lost)


def event(*args: Any, **values: Any) -> object:  # noqa: ANN401 - as `found`
    evaluation = found(*args, **values)
    assert evaluation is not None
    return evaluation.event


# What there is to write


@pytest.mark.parametrize("before", [None, stood(1_000)])
def test_an_unknown_number_means_nothing(before: LatestProgress | None) -> None:
    assert found(goal_of(), before, attack_xp=5) is None


def test_a_value_that_did_not_change_means_nothing() -> None:
    assert found(goal_of(), stood(1_000), woodcutting_xp=1_000) is None


@pytest.mark.parametrize("status", [GoalStatus.REACHED, GoalStatus.ARCHIVED])
def test_a_goal_that_is_over_records_nothing_more(status: GoalStatus) -> None:
    assert found(goal_of(status=status), stood(1_000), woodcutting_xp=2_000) is None


def test_the_first_value_of_all_is_the_start_and_silent() -> None:
    evaluation = found(
        goal_of(start_value=None, frequency=Frequency.EVERY_CHANGE), None, woodcutting_xp=9_000_000
    )

    assert evaluation is not None
    assert evaluation.event is None
    assert evaluation.settled == {"start_value": 9_000_000}
    assert evaluation.goal.start_value == evaluation.best == 9_000_000
    assert evaluation.percent == 0.0
    assert not evaluation.reached


def test_a_first_value_beyond_the_target_says_that_it_was_so_already() -> None:
    evaluation = found(goal_of(start_value=None), None, woodcutting_xp=14_000_000)

    assert evaluation is not None
    assert evaluation.reached
    assert evaluation.event == TargetReached(found=True)


def test_a_plain_number_goes_whichever_way_the_target_lies_from_its_first_value() -> None:
    web = game_of("http_json")
    weight = goal_of(target_attribute="value", target_type=GoalType.VALUE, target_value=70, start_value=None)

    down = found(weight, None, game=web, value_value=Decimal("82.5"))
    up = found(weight, None, game=web, value_value=60)

    assert down is not None
    assert up is not None
    assert (down.settled["falling"], down.reached) == (True, False)
    assert (up.settled["falling"], up.reached) == (False, False)


def test_a_pace_gets_its_date_with_the_first_value() -> None:
    paced = goal_of(start_value=None, per_day="1000000", target_type=GoalType.XP, target_value=10_000_000)

    evaluation = found(paced, None, woodcutting_xp=6_500_000)

    assert evaluation is not None
    assert evaluation.settled["target_date"] == DAY + timedelta(days=4)


def test_a_pace_that_takes_more_than_a_lifetime_gets_no_date() -> None:
    paced = goal_of(start_value=None, per_day="1/7")

    evaluation = found(paced, None, woodcutting_xp=0)

    assert evaluation is not None
    assert "target_date" not in evaluation.settled


# What is told


def test_a_jump_tells_all_that_it_crossed_at_once() -> None:
    told = event(goal_of(), stood(3_000_000), woodcutting_xp=10_000_000)

    assert told == Milestones(percents=(25, 50, 75), levels=(90, 91, 92, 93, 94, 95, 96))


def test_reached_is_told_instead_of_all_else() -> None:
    evaluation = found(goal_of(), stood(11_000_000), woodcutting_xp=LEVEL_99)

    assert evaluation is not None
    assert evaluation.reached
    assert evaluation.event == TargetReached(levels=(98,))


def test_levels_come_with_an_xp_goal_that_is_reached() -> None:
    xp = goal_of(target_type=GoalType.XP, target_value=13_000_000)

    assert event(xp, stood(11_900_000), woodcutting_xp=13_034_500) == TargetReached(levels=(99,))


def test_the_level_that_the_game_reports_counts_whatever_the_xp() -> None:
    evaluation = found(goal_of(), stood(13_000_000), woodcutting_xp=13_000_001, woodcutting_level=99)

    assert evaluation is not None
    assert evaluation.reached


def test_a_rank_is_reached_by_falling() -> None:
    rank = goal_of(target_type=GoalType.RANK, target_value=1_000, start_value=2_000, falling=True)

    assert event(rank, stood(2_000), woodcutting_rank=1_400) == Milestones(percents=(25, 50))
    assert event(rank, stood(1_400), woodcutting_rank=990) == TargetReached()


def test_what_was_best_before_is_not_told_twice() -> None:
    xp = goal_of(frequency=Frequency.EVERY_CHANGE)

    assert event(xp, stood(3_000_000, best=10_000_000), woodcutting_xp=9_999_999) == NumberChanged()


@pytest.mark.parametrize(
    ("frequency", "told"),
    [
        (Frequency.EVERY_CHANGE, NumberChanged()),
        (Frequency.MILESTONES, None),
        (Frequency.DAILY, None),
        (Frequency.WEEKLY, None),
        (Frequency.OFF, None),
    ],
)
def test_a_mere_change_is_told_to_those_who_asked_for_every_one(
    frequency: Frequency, told: NumberChanged | None
) -> None:
    assert event(goal_of(frequency=frequency), stood(1_000), woodcutting_xp=1_001) == told


@pytest.mark.parametrize("xp", [10_000_000, LEVEL_99])
def test_whoever_switched_a_goal_off_is_told_nothing(xp: int) -> None:
    evaluation = found(goal_of(frequency=Frequency.OFF), stood(1_000), woodcutting_xp=xp)

    assert evaluation is not None
    assert evaluation.event is None
    assert evaluation.reached == (xp == LEVEL_99)


def test_a_paused_goal_moves_in_silence_and_is_not_reached() -> None:
    paused = goal_of(status=GoalStatus.PAUSED)

    evaluation = found(paused, stood(1_000), woodcutting_xp=14_000_000)

    assert evaluation is not None
    assert evaluation.best == 14_000_000
    assert evaluation.event is None
    assert not evaluation.reached


def test_what_was_reached_during_a_pause_is_told_when_the_goal_is_resumed() -> None:
    evaluation = found(goal_of(), stood(14_000_000), woodcutting_xp=14_000_000)

    assert evaluation is not None
    assert evaluation.event == TargetReached()
    assert not evaluation.moved


def test_a_fall_that_was_believed_is_told_as_such() -> None:
    evaluation = found(goal_of(), stood(9_000_000), fallen="woodcutting.xp", woodcutting_xp=8_000_000)

    assert evaluation is not None
    assert evaluation.event == TakenBack()
    assert (evaluation.value, evaluation.best, evaluation.gain) == (8_000_000, 9_000_000, -1_000_000)


def test_what_another_skill_lost_is_not_told_of_this_one() -> None:
    assert event(goal_of(), stood(9_000), fallen="attack.xp", woodcutting_xp=9_001) is None


def test_a_goal_on_all_skills_that_rose_in_spite_of_a_fall_in_one_is_not_taken_back() -> None:
    base = goal_of(target_attribute=ALL_SKILLS, target_value=70, frequency=Frequency.EVERY_CHANGE)

    told = event(base, stood(100_000), fallen="attack.xp", attack_xp=50_000, woodcutting_xp=60_000)

    assert told == NumberChanged()


def test_a_rating_falls_without_anything_being_told() -> None:
    rating = goal_of(
        target_attribute="lms - rank", target_type=GoalType.SCORE, target_value=2_000, start_value=1_000
    )
    known = {quantity_of("lms - rank.score"): 900}

    evaluation = evaluate(rating, OSRS, stood(1_100), known, day=DAY)

    assert evaluation is not None
    assert evaluation.event is None
    assert (evaluation.value, evaluation.best) == (900, 1_100)


# Against an oracle

_walk = st.lists(st.integers(0, 14_500_000), min_size=1, max_size=25)


def _marks(value: int, start: int, target: int) -> set[str]:
    """Every mark that a value lies beyond, found by asking for each."""
    percents = {f"{mark}%" for mark in (25, 50, 75, 90) if (value - start) * 100 >= mark * (target - start)}
    curve = OSRS.skills["woodcutting"].curve
    levels = {f"L{it}" for it in range(2, 127) if value >= curve.xp(it) and (it % 10 == 0 or it >= 90)}
    return percents | levels


@given(start=st.integers(0, 12_000_000), walk=_walk)
def test_each_mark_is_told_once_and_when_it_is_crossed_first(start: int, walk: list[int]) -> None:
    goal, before = goal_of(start_value=start), stood(start)
    known, reached = _marks(start, start, LEVEL_99), 0
    for step, value in enumerate(walk, 1):
        new = _marks(value, start, LEVEL_99) - known
        evaluation = found(goal, before, woodcutting_xp=value)
        if evaluation is None:
            assert value == before.value
            continue
        match evaluation.event:
            case Milestones(percents, levels):
                assert {*(f"{it}%" for it in percents), *(f"L{it}" for it in levels)} == new
            case TargetReached():
                reached += 1
                assert value >= LEVEL_99
                goal = goal.model_copy(update={"status": GoalStatus.REACHED})
            case told:
                assert told is None
                assert not new
                assert value < LEVEL_99
        known |= new
        at = START + timedelta(minutes=step)
        before = LatestProgress(at=at, value=evaluation.value, day=DAY, best=evaluation.best)
        if reached:
            break
    assert reached == (max(walk) >= LEVEL_99)
