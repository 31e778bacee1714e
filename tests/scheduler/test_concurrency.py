"""Several services at once: everybody is told once."""

import asyncio

import pytest

from scheduler.rounds import run_due
from tests.due_work import tools_at
from tests.fakes.clock import HandClock
from tests.scheduler.mornings import PEOPLE, live
from tests.tracker.goals.mornings import MONDAY, begun, kinds, planned
from tests.tracker.goals.scenes import ANNA, DAY, HOUR, woodcutting
from tracker.digest.feature import ROUNDS
from tracker.digest.rounds import hold
from tracker.notify import outbox
from tracker.store.table import Table

pytestmark = pytest.mark.both_engines


async def test_of_five_that_hold_the_same_round_one_tells(table: Table, clock: HandClock) -> None:
    await begun(table, clock, woodcutting("a"), woodcutting("b", target_date=MONDAY + 7 * DAY))
    clock.advance((9 * HOUR).total_seconds())
    seen = await planned(table)

    told = await asyncio.gather(*(hold(tools_at(table, clock), seen) for _ in range(5)))

    assert sorted(map(len, told)) == [0, 0, 0, 0, 2]
    assert sorted(kinds(await outbox.history(table, ANNA))) == ["digest", "goal-deadline"]


async def test_two_services_that_run_at_once_tell_everybody_once(table: Table, clock: HandClock) -> None:
    for name in PEOPLE:
        await live(table, name)
    clock.advance((10 * DAY + 8 * HOUR).total_seconds())

    tools = tools_at(table, clock)
    await asyncio.gather(run_due(ROUNDS, tools), run_due(ROUNDS, tools))

    assert {len(await outbox.history(table, name)) for name in PEOPLE} == {1}
