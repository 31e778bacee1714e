"""Limits: counted by one conditional write, over when their while is over."""

import asyncio
from datetime import timedelta

import pytest

from tests.fakes.clock import HandClock
from tracker.limits import Limit, Limits
from tracker.store.table import Table

pytestmark = pytest.mark.both_engines

HOUR = timedelta(hours=1)
THREE = Limit("codes", 3, HOUR)


async def test_there_is_room_for_as_many_as_the_limit_says(table: Table, clock: HandClock) -> None:
    limits = Limits(table, clock)
    assert [await limits.take(THREE, "anna") for _ in range(3)] == [None] * 3
    assert await limits.take(THREE, "anna") == clock() + HOUR
    assert await limits.take(THREE, "bert") is None


async def test_a_while_begins_with_the_first_of_them(table: Table, clock: HandClock) -> None:
    limits = Limits(table, clock)
    begun = clock()
    for _ in range(3):
        await limits.take(THREE, "anna")
        clock.advance(15 * 60)
    assert await limits.take(THREE, "anna") == begun + HOUR
    clock.advance(16 * 60)
    assert await limits.take(THREE, "anna") is None


async def test_a_while_that_begins_with_the_last_one_keeps_out_who_goes_on_trying(
    table: Table, clock: HandClock
) -> None:
    tries = Limit("tries", 3, HOUR, since_last=True)
    limits = Limits(table, clock)
    for _ in range(3):
        clock.advance(15 * 60)
        assert await limits.take(tries, "anna") is None
    last = clock()
    clock.advance(59 * 60)
    assert await limits.take(tries, "anna") == last + HOUR
    clock.advance(1 * 60)
    assert await limits.take(tries, "anna") is None


async def test_several_at_once_are_taken_together_or_not_at_all(table: Table, clock: HandClock) -> None:
    limits = Limits(table, clock)
    assert await limits.take(THREE, "anna", 2) is None
    assert await limits.take(THREE, "anna", 2) is not None
    assert await limits.take(THREE, "anna", 1) is None
    assert await limits.take(THREE, "bert", 4) is not None


async def test_of_several_limits_all_are_taken_or_none(table: Table, clock: HandClock) -> None:
    limits, none = Limits(table, clock), Limit("free", 0, HOUR)
    for _ in range(2):
        assert await limits.take_all([(THREE, "anna"), (none, "anna"), (THREE, "bert")]) is None
    assert await limits.take(THREE, "bert") is None
    full = await limits.take_all([(none, "anna"), (THREE, "anna"), (THREE, "bert")])
    assert full == (THREE, "bert", clock() + HOUR)
    assert await limits.take(THREE, "anna") is None
    assert await limits.take_all([(none, "anna")]) is None


async def test_what_was_not_used_can_be_given_back(table: Table, clock: HandClock) -> None:
    limits = Limits(table, clock)
    await limits.take(THREE, "anna", 3)
    await limits.give_back(THREE, "anna", 2)
    assert await limits.take(THREE, "anna", 2) is None
    assert await limits.take(THREE, "anna") is not None
    await limits.give_back(THREE, "nobody")


async def test_of_many_at_once_no_more_get_through_than_there_is_room_for(
    table: Table, clock: HandClock
) -> None:
    limits = Limits(table, clock)
    found = await asyncio.gather(*(limits.take(THREE, "anna") for _ in range(20)))
    assert found.count(None) == 3


async def test_no_limit_is_no_limit(table: Table, clock: HandClock) -> None:
    limits = Limits(table, clock)
    assert await limits.take(Limit("codes", 0, HOUR), "anna", 1000) is None
