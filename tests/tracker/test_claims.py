"""Events from outside, each handled by one."""

import asyncio

import pytest

from tests.fakes.clock import HandClock
from tracker.claims import KEPT, Claim
from tracker.store.keys import SeenKey
from tracker.store.table import Table

pytestmark = pytest.mark.both_engines

KEY = SeenKey("sms", "SM1")


async def test_of_many_who_claim_an_event_one_has_it(table: Table, clock: HandClock) -> None:
    claims = [Claim(table, clock, KEY) for _ in range(5)]

    assert sorted(await asyncio.gather(*(claim.take() for claim in claims))) == [False] * 4 + [True]


async def test_what_was_not_handled_can_be_claimed_again_and_nobody_gives_back_what_is_not_theirs(
    table: Table, clock: HandClock
) -> None:
    first, second = Claim(table, clock, KEY), Claim(table, clock, KEY)
    await first.give_back()
    assert await first.take()
    assert not await second.take()

    await second.give_back()
    assert not await Claim(table, clock, KEY).take()
    await first.give_back()
    assert await second.take()


async def test_a_claim_is_kept_for_more_than_a_year(table: Table, clock: HandClock) -> None:
    await Claim(table, clock, KEY).take()

    clock.advance(KEPT.total_seconds() - 1)
    assert not await Claim(table, clock, KEY).take()
    clock.advance(2)
    assert await Claim(table, clock, KEY).take()
