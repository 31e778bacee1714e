"""On the way to a server: brief failures are tried again, and nobody queues for one that is left alone."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from scheduler.sources.breaker import Breaker, Patience
from scheduler.sources.gate import Limiter, SourceGate
from scheduler.sources.source import Blocked, Malformed, NotFound, RateLimited, SourceFailure, Unavailable
from tests.scheduler.sources.timing import HandTime

BRIEF = Unavailable("Out of order.", brief=True)


@pytest.fixture
def breaker(time: HandTime) -> Breaker:
    return Breaker("test", Patience(), time.timing)


@pytest.fixture
def gate(time: HandTime) -> SourceGate:
    return SourceGate(Limiter(1000, 2, time.timing), time.timing)


def requests(*outcomes: SourceFailure | str) -> Callable[[], Awaitable[str]]:
    """Each request ends as the next one says."""
    script = iter(outcomes)

    async def request() -> str:
        outcome = next(script)
        if isinstance(outcome, SourceFailure):
            raise outcome
        return outcome

    return request


async def test_a_brief_failure_is_tried_again_after_growing_waits(
    gate: SourceGate, breaker: Breaker, time: HandTime
) -> None:
    assert await gate.ask(requests(BRIEF, BRIEF, "fine"), breaker) == "fine"
    assert [wait for wait in time.slept if wait > 0.1] == [0.25, 0.5]


async def test_after_three_attempts_it_is_a_failure(gate: SourceGate, breaker: Breaker) -> None:
    with pytest.raises(Unavailable, match="Out of order"):
        await gate.ask(requests(BRIEF, BRIEF, BRIEF, "never asked"), breaker)


@pytest.mark.parametrize(
    "failure",
    [Unavailable("Too slow."), Blocked("No."), RateLimited("Wait."), NotFound("Who?"), Malformed("What?")],
)
async def test_other_failures_are_not_tried_again(
    gate: SourceGate, breaker: Breaker, failure: SourceFailure
) -> None:
    with pytest.raises(type(failure)):
        await gate.ask(requests(failure, "never asked"), breaker)


async def test_attempts_stop_as_soon_as_the_breaker_opens(gate: SourceGate, breaker: Breaker) -> None:
    for _ in range(4):
        with pytest.raises(Unavailable):
            await gate.ask(requests(Unavailable("Too slow.")), breaker)
    with pytest.raises(Unavailable) as caught:
        await gate.ask(requests(BRIEF, "never asked"), breaker)
    assert caught.value.until is not None


async def test_a_queue_is_not_led_to_a_server_that_has_just_blocked_us(
    gate: SourceGate, breaker: Breaker, time: HandTime
) -> None:
    asked = 0

    async def request() -> None:
        nonlocal asked
        asked += 1
        await asyncio.sleep(0)
        raise Blocked("Blocked.")

    endings = await asyncio.gather(*(gate.ask(request, breaker) for _ in range(100)), return_exceptions=True)
    assert all(isinstance(ending, Blocked) for ending in endings)
    assert asked <= 2  # as many as may be under way
    assert time.seconds < 1
