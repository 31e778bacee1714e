"""Recorders at work at once, on every engine that keeps transactions apart."""

import asyncio
from datetime import timedelta

import pytest

from tests.fakes.clock import START, HandClock
from tests.recorders import recorder_on
from tests.tracker.goals.looking import WOODCUTTING, ZEZIMA, Ground, quantities
from tracker.goals.model import Frequency
from tracker.readings import Reading
from tracker.store.table import Table

pytestmark = pytest.mark.both_engines


async def test_two_recorders_with_the_same_reading_tell_once(table: Table, clock: HandClock) -> None:
    ground = Ground(table, clock)
    goal = await ground.cutting(frequency=Frequency.EVERY_CHANGE)
    clock.advance(600)
    reading = Reading(ZEZIMA, clock(), quantities({WOODCUTTING: 10_000_001}))
    recorders = [recorder_on(table, clock, keep_days=30) for _ in range(4)]

    results = await asyncio.gather(*(one.record(ZEZIMA, reading, since=None) for one in recorders))

    assert sum(one.told for one in results) == 1
    assert sum(one.goals for one in results) == 1
    assert await ground.values(goal) == [10_000_000, 10_000_001]
    assert await ground.kinds(await ground.person()) == ["goal-change"]


async def test_two_recorders_with_different_readings_end_with_the_newer_one(
    table: Table, clock: HandClock
) -> None:
    ground = Ground(table, clock)
    goal = await ground.cutting()
    readings = [
        Reading(ZEZIMA, START + timedelta(seconds=60 * step), quantities({WOODCUTTING: 10_000_000 + step}))
        for step in (3, 1, 2)
    ]
    clock.advance(600)

    await asyncio.gather(*(ground.recorder.record(ZEZIMA, one, since=None) for one in readings))
    await ground.recorder.record(ZEZIMA, readings[0], since=None)

    latest, reading = await ground.latest(goal), await ground.reading()
    assert latest is not None
    assert reading is not None
    assert (latest.value, latest.at) == (10_000_003, readings[0].at)
    assert (reading.quantities, reading.at) == (readings[0].values, readings[0].at)
