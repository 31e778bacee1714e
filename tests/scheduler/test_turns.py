"""What a lease says of when its subjects are due next."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler import turns
from tracker.store.segments import Subject


def subject(number: int) -> Subject:
    return Subject("osrs", f"main:player {number}")


BOB, ANN = subject(1), subject(2)


@given(st.floats(1, 50_000))
def test_a_turn_is_never_earlier_than_it_was_and_hardly_later(seconds: float) -> None:
    left = turns.read(turns.written([(BOB, seconds)]), BOB)
    assert left is not None
    assert seconds * 0.999999 <= left <= seconds * 1.05


@pytest.mark.parametrize("seconds", [0, -3.5])
def test_what_was_due_is_due(seconds: float) -> None:
    assert turns.read(turns.written([(BOB, seconds)]), BOB) == 0


def test_of_others_nothing_is_known() -> None:
    assert turns.read(turns.written([(BOB, 60)]), ANN) is None
    assert turns.read(turns.written([]), BOB) is None


def test_a_wait_of_weeks_is_kept_as_the_longest_there_is() -> None:
    left = turns.read(turns.written([(BOB, 604_800)]), BOB)
    assert left is not None
    assert left > 50_000


def test_a_note_stays_small_however_many_subjects_there_are() -> None:
    note = turns.written((subject(number), 60) for number in range(20_000))
    assert len(note) < 700
    assert turns.read(note, BOB) == pytest.approx(60, rel=0.05)
