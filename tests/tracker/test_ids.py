"""Ids: unique, and in the order of the clock that was handed in."""

from tests.fakes.clock import HandClock
from tracker.ids import ulids
from tracker.store.segments import escape


def test_no_two_ids_are_the_same(clock: HandClock) -> None:
    new_id = ulids(clock)

    assert len({new_id() for _ in range(1000)}) == 1000


def test_ids_sort_by_the_time_at_which_they_were_made(clock: HandClock) -> None:
    new_id = ulids(clock)
    made = []
    for _ in range(20):
        made.append(new_id())
        clock.advance(0.001)

    assert made == sorted(made)


def test_an_id_stands_in_a_key_as_it_is(clock: HandClock) -> None:
    one = ulids(clock)()

    assert escape(one) == one
