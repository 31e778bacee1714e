"""What channels on Discord are still to show: each in its own order, and none in the way of another."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import count

import pytest

from tests.fakes.clock import HandClock
from tracker.notify.model import shard_of
from tracker.rooms.model import RoomMessage
from tracker.rooms.relaying import channels_due, claimed, drop, put_off, to_post
from tracker.store.table import Put, Table

pytestmark = pytest.mark.both_engines

LOCKED = "1"
OTHER = next(f"{one}" for one in count(2) if shard_of(f"{one}") == shard_of(LOCKED))
MANY = 230
LATER = timedelta(minutes=10)


def said(clock: HandClock, channel: str, many: int) -> Iterator[Put]:
    for number in range(many):
        one = RoomMessage(room="r", id=f"{number:04}", at=clock(), user="u", text="hi", channel=channel)
        yield from to_post(one)


async def queued(table: Table, clock: HandClock, channel: str, many: int = 1) -> None:
    await table.write_many(puts=[put.item for put in said(clock, channel, many)])
    clock.advance(1)


async def test_a_channel_that_has_to_wait_keeps_no_other_one_waiting(table: Table, clock: HandClock) -> None:
    await queued(table, clock, LOCKED, MANY)
    await queued(table, clock, OTHER)
    head = await claimed(table, LOCKED, clock())
    assert head is not None

    await put_off(table, head, clock() + LATER)

    assert await channels_due(table, clock()) == [OTHER]


async def test_what_had_to_wait_comes_in_its_order(table: Table, clock: HandClock) -> None:
    await queued(table, clock, LOCKED, 3)
    head = await claimed(table, LOCKED, clock())
    assert head is not None
    await put_off(table, head, clock() + LATER)
    await queued(table, clock, LOCKED)
    assert await claimed(table, LOCKED, clock()) is None

    clock.advance(LATER.total_seconds())
    assert await channels_due(table, clock()) == [LOCKED]
    came: list[str] = []
    while (one := await claimed(table, LOCKED, clock())) is not None:
        came.append(one.id)
        await drop(table, one)
    assert came == ["0000", "0001", "0002", "0000"]
    assert await channels_due(table, clock()) == []
