"""Ids: unique and in the order of the clock that was handed in; short ones that people can type."""

from tests.fakes.clock import HandClock
from tracker.ids import SHORT_LETTERS, short_ids, ulids
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


def test_a_short_id_has_six_letters_or_digits_that_nobody_mistakes() -> None:
    new_id = short_ids()

    for _ in range(200):
        one = new_id()
        assert len(one) == 6
        assert set(one) <= set(SHORT_LETTERS)
        assert escape(one) == one
    assert not set(SHORT_LETTERS) & set("01ilo")


def test_no_short_id_is_a_word() -> None:
    assert not set(SHORT_LETTERS) & set("aeiouy")


def test_short_ids_follow_the_chance_that_was_handed_in() -> None:
    assert short_ids(lambda: 0.0)() == "222222"
    assert short_ids(lambda: 0.999999)() == "zzzzzz"
    shares = iter([0.0, 0.5] * 3)
    assert short_ids(lambda: next(shares))() == "2h2h2h"
