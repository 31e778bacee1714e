"""A server that blocks us or is down is left alone; one request at a time finds out whether it is back."""

from contextlib import ExitStack
from datetime import timedelta

import pytest

from scheduler.sources.breaker import Breaker, Patience
from scheduler.sources.source import (
    Blocked,
    Malformed,
    NotFound,
    RateLimited,
    SourceFailure,
    Unavailable,
)
from tests.scheduler.sources.timing import START, HandTime

BLOCKED = Blocked("Blocked.")
DOWN = Unavailable("Down.")


@pytest.fixture
def breaker(time: HandTime) -> Breaker:
    return Breaker("test", Patience(), time.timing)


def meet(breaker: Breaker, failure: SourceFailure | None = None) -> None:
    """One request that ends so."""
    try:
        with breaker.passage():
            if failure is not None:
                raise failure
    except SourceFailure as met:
        if met is not failure:
            raise


def is_open(breaker: Breaker) -> bool:
    try:
        breaker.check()
    except SourceFailure:
        return True
    return False


def test_it_is_closed_at_first(breaker: Breaker) -> None:
    meet(breaker)
    assert not is_open(breaker)


def test_one_block_page_opens_it_for_15_minutes(breaker: Breaker, time: HandTime) -> None:
    meet(breaker, BLOCKED)
    time.seconds = 899
    assert is_open(breaker)
    time.seconds = 900
    assert not is_open(breaker)


def test_while_open_it_fails_at_once_with_the_same_failure_and_says_until_when(
    breaker: Breaker, time: HandTime
) -> None:
    meet(breaker, BLOCKED)
    time.seconds = 60
    with pytest.raises(Blocked) as caught:
        meet(breaker)
    assert caught.value.until == START + timedelta(seconds=900)
    assert str(caught.value) == "Blocked. Questlog asks again after 2026-11-01 12:15:00 UTC."
    assert caught.value is not BLOCKED
    assert BLOCKED.until is None


def test_one_that_asks_to_slow_down_is_left_alone_for_as_long_as_it_says(
    breaker: Breaker, time: HandTime
) -> None:
    meet(breaker, RateLimited("Slow down.", retry_after=37))
    with pytest.raises(RateLimited) as caught:
        breaker.check()
    assert caught.value.retry_after == 37
    time.seconds = 37
    assert not is_open(breaker)


def test_without_a_time_it_is_a_minute(breaker: Breaker, time: HandTime) -> None:
    meet(breaker, RateLimited("Slow down."))
    time.seconds = 59
    assert is_open(breaker)
    time.seconds = 60
    assert not is_open(breaker)


def test_nobody_can_ask_for_a_pause_beyond_the_longest(breaker: Breaker, time: HandTime) -> None:
    meet(breaker, RateLimited("Slow down.", retry_after=1e9))
    time.seconds = 7200
    assert not is_open(breaker)


def test_a_run_of_outages_opens_it(breaker: Breaker) -> None:
    for _ in range(4):
        meet(breaker, DOWN)
    assert not is_open(breaker)
    meet(breaker, DOWN)
    assert is_open(breaker)


@pytest.mark.parametrize("answer", [None, NotFound("No."), Malformed("What?")])
def test_any_answer_ends_a_run_of_outages(breaker: Breaker, answer: SourceFailure | None) -> None:
    for failure in (DOWN, DOWN, DOWN, DOWN, answer, DOWN, DOWN, DOWN, DOWN):
        meet(breaker, failure)
    assert not is_open(breaker)


@pytest.mark.parametrize("failure", [NotFound("No."), Malformed("What?")])
def test_failures_about_one_subject_never_open_it(breaker: Breaker, failure: SourceFailure) -> None:
    for _ in range(20):
        meet(breaker, failure)
    assert not is_open(breaker)


def test_after_the_pause_one_request_passes_and_the_others_still_fail(
    breaker: Breaker, time: HandTime
) -> None:
    meet(breaker, BLOCKED)
    time.seconds = 900
    with breaker.passage():
        with pytest.raises(Blocked):
            breaker.check()
        with pytest.raises(Blocked), breaker.passage():
            pytest.fail("a second request passed")
    assert not is_open(breaker)


def test_if_that_one_fails_the_pause_is_twice_as_long(breaker: Breaker, time: HandTime) -> None:
    meet(breaker, BLOCKED)
    time.seconds = 900
    meet(breaker, BLOCKED)
    time.seconds = 900 + 1799
    assert is_open(breaker)
    time.seconds = 900 + 1800
    assert not is_open(breaker)


def test_one_outage_is_enough_to_open_it_again(breaker: Breaker, time: HandTime) -> None:
    for _ in range(5):
        meet(breaker, DOWN)
    time.seconds = 5
    meet(breaker, DOWN)
    time.seconds = 5 + 9
    assert is_open(breaker)


def test_one_that_is_down_is_tried_every_15_seconds_however_long_it_lasts(
    breaker: Breaker, time: HandTime
) -> None:
    for _ in range(5):
        meet(breaker, DOWN)
    for _ in range(100):
        time.seconds += 15
        meet(breaker, DOWN)
    time.seconds += 14
    assert is_open(breaker)
    time.seconds += 1
    meet(breaker)
    assert not is_open(breaker)


def test_a_pause_never_grows_beyond_the_longest(breaker: Breaker, time: HandTime) -> None:
    for _ in range(2000):
        meet(breaker, BLOCKED)
        time.seconds += 7200
    assert not is_open(breaker)


def test_a_cancelled_request_decides_nothing_and_lets_the_next_one_try(
    breaker: Breaker, time: HandTime
) -> None:
    meet(breaker, BLOCKED)
    time.seconds = 900
    with pytest.raises(KeyboardInterrupt), breaker.passage():
        raise KeyboardInterrupt
    meet(breaker)
    assert not is_open(breaker)


def test_a_good_answer_to_an_earlier_request_does_not_close_it(breaker: Breaker) -> None:
    with breaker.passage():
        meet(breaker, BLOCKED)
    assert is_open(breaker)


def test_a_bad_answer_to_an_earlier_request_does_not_make_the_pause_longer(
    breaker: Breaker, time: HandTime
) -> None:
    with ExitStack() as earlier:
        earlier.push(lambda *_: True)
        earlier.enter_context(breaker.passage())
        meet(breaker, BLOCKED)
        raise BLOCKED
    time.seconds = 900
    assert not is_open(breaker)


def test_earlier_pauses_are_forgotten_only_after_some_good_answers(breaker: Breaker, time: HandTime) -> None:
    meet(breaker, BLOCKED)
    time.seconds = 900
    for _ in range(9):
        meet(breaker)
    assert not breaker.is_calm
    meet(breaker)
    assert breaker.is_calm


def test_a_block_soon_after_it_closed_pauses_for_longer(breaker: Breaker, time: HandTime) -> None:
    meet(breaker, BLOCKED)
    time.seconds = 900
    meet(breaker)
    meet(breaker, BLOCKED)
    time.seconds = 900 + 1799
    assert is_open(breaker)
