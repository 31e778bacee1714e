"""What happens to values that fall."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.goals.games.game import game_of
from tracker.goals.recording.quarantine import (
    STRIKES,
    Fall,
    Judged,
    Judgement,
    QuarantineVerdict,
    judge,
    judge_reading,
)
from tracker.readings import Measure, Number, Quantity

OSRS = game_of("osrs")
XP, RANK = Quantity("attack", Measure.XP), Quantity("attack", Measure.RANK)
ZULRAH, LMS = Quantity("zulrah", Measure.SCORE), Quantity("lms - rank", Measure.SCORE)


@pytest.mark.parametrize(
    ("before", "after", "strikes", "judgement"),
    [
        (None, 5, 0, Judgement(QuarantineVerdict.ACCEPT)),
        (100, 100, 0, Judgement(QuarantineVerdict.ACCEPT)),
        (100, 101, 2, Judgement(QuarantineVerdict.ACCEPT)),
        (100, 99, 0, Judgement(QuarantineVerdict.QUARANTINE, 1)),
        (100, 99, 1, Judgement(QuarantineVerdict.QUARANTINE, 2)),
        (100, 99, 2, Judgement(QuarantineVerdict.ROLLBACK)),
    ],
)
def test_a_fall_is_believed_only_when_it_is_repeated(
    before: int | None, after: int, strikes: int, judgement: Judgement
) -> None:
    assert judge(before, after, strikes) == judgement


def test_what_may_fall_is_accepted_at_once() -> None:
    assert judge(100, 1, may_fall=True) == Judgement(QuarantineVerdict.ACCEPT)


def read(*readings: dict[Quantity, Number]) -> list[Judged]:
    """Judge readings one after the other, each against what the last one left."""
    judged = [Judged({})]
    for reading in readings:
        judged.append(judge_reading(OSRS, judged[-1].values, reading, judged[-1].strikes))
    return judged[1:]


def test_while_a_value_is_in_quarantine_the_last_good_one_stays_and_others_go_on() -> None:
    *_, last = read({XP: 100, ZULRAH: 5}, {XP: 90, ZULRAH: 6})

    assert last == Judged({XP: 100, ZULRAH: 6}, {XP: 1})


def test_a_fall_that_was_a_mistake_is_forgotten() -> None:
    *_, last = read({XP: 100}, {XP: 90}, {XP: 90}, {XP: 110}, {XP: 105})

    assert last == Judged({XP: 110}, {XP: 1})


def test_a_rollback_is_accepted_after_enough_readings_and_said_once() -> None:
    judged = read({XP: 100}, {XP: 90}, {XP: 90}, {XP: 95}, {XP: 96})

    assert [it.values[XP] for it in judged] == [100, 100, 100, 95, 96]
    assert [dict(it.rollbacks) for it in judged] == [{}, {}, {}, {XP: Fall(100, 95)}, {}]
    assert not judged[-1].strikes


def test_a_missing_row_keeps_its_last_good_value_and_its_strikes() -> None:
    *_, last = read({XP: 100, ZULRAH: 5}, {XP: 90}, {ZULRAH: 6})

    assert last == Judged({XP: 100, ZULRAH: 6}, {XP: 1})


def test_ranks_and_ratings_fall_freely() -> None:
    *_, last = read({RANK: 10, LMS: 1_200}, {RANK: 5, LMS: 900})

    assert last == Judged({RANK: 5, LMS: 900})


@given(st.lists(st.integers(0, 50), min_size=1, max_size=40))
def test_a_value_falls_only_after_enough_lower_readings_in_a_row(values: list[int]) -> None:
    judged = read(*({XP: value} for value in values))

    known, lower = values[0], 0
    for value, found in zip(values, judged, strict=True):
        lower = lower + 1 if value < known else 0
        if lower in (0, STRIKES):
            known, lower = value, 0
        assert found.values[XP] == known
        assert found.strikes.get(XP, 0) == lower
