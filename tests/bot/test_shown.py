"""Where goals stand, kept while nothing has moved: the same as if they were looked up anew each time."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.shown import Standings
from tests.fakes.clock import HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.world import HOURS, World
from tracker.accounts.model import User
from tracker.goals.model import Goal
from tracker.goals.pace.standing import Standing, standings
from tracker.store.sqlite import SqliteTable


@pytest.fixture
async def world(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[World]:
    async with World.of(FaultyTable(sqlite_table), clock) as world:
        yield world


class Viewer:
    """Somebody with a goal, who looks at it now and then."""

    def __init__(self, world: World, user: User, goal: Goal, kept: int = 4) -> None:
        self.world, self.user, self.goal = world, user, goal
        self.standings = Standings(kept)

    async def look(self, *goals: Goal) -> list[Standing]:
        table, now = self.world.table, self.world.clock()
        return await self.standings.of(table, self.user, goals or [self.goal], now)

    async def anew(self) -> Standing:
        [found] = await standings(self.world.table, self.user, [self.goal], self.world.clock())
        return replace(found, points=())

    async def calls(self) -> int:
        """How often the table is asked for one look."""
        assert isinstance(self.world.table, FaultyTable)
        before = self.world.table.calls
        await self.look()
        return self.world.table.calls - before


@pytest.fixture
async def viewer(world: World) -> Viewer:
    world.hiscores.osrs("Zezima").train("Woodcutting", 1_000_000)
    user = await world.person()
    goal = await world.goal(user, await world.character(user), "99 wc")
    return Viewer(world, user, goal)


async def test_a_second_look_asks_only_whether_anything_has_moved(viewer: Viewer) -> None:
    assert await viewer.calls() > 1
    assert await viewer.calls() == 1
    [first], [second] = await viewer.look(), await viewer.look()
    assert first is second
    assert first == await viewer.anew()


async def test_a_number_that_moved_is_seen_at_once(viewer: Viewer) -> None:
    await viewer.look()
    viewer.world.hiscores.osrs("Zezima").train("Woodcutting", 2_000_000)
    await viewer.world.pass_time(HOURS)

    [seen] = await viewer.look()

    assert seen == await viewer.anew()
    assert seen.gained_today == 1_000_000


async def test_an_outage_is_seen_and_its_end(viewer: Viewer) -> None:
    await viewer.look()
    zezima = viewer.world.hiscores.osrs("Zezima")
    viewer.world.hiscores.forget("Zezima")
    await viewer.world.pass_time(30 * HOURS, step=HOURS)
    [during] = await viewer.look()
    assert during.outage is not None
    assert during == await viewer.anew()

    viewer.world.hiscores.osrs("Zezima").skills = zezima.skills
    await viewer.world.pass_time(2 * HOURS)
    [after] = await viewer.look()
    assert after.outage is None


async def test_the_next_hour_the_next_day_and_another_zone_are_looked_at_anew(viewer: Viewer) -> None:
    await viewer.look()
    viewer.world.clock.advance(HOURS)
    assert await viewer.calls() > 1
    viewer.user = await viewer.world.accounts.change_settings(viewer.user.id, {"timezone": "Asia/Tokyo"})
    assert await viewer.calls() > 1
    viewer.user = await viewer.world.accounts.change_settings(viewer.user.id, {"day_start": "04:00"})
    assert await viewer.calls() > 1
    viewer.world.clock.advance(24 * HOURS)
    [seen] = await viewer.look()
    assert seen == await viewer.anew()


async def test_a_goal_that_was_changed_is_looked_at_anew(viewer: Viewer) -> None:
    await viewer.look()
    viewer.goal = await viewer.world.goals.pause(viewer.user, viewer.goal)

    [seen] = await viewer.look()

    assert seen == await viewer.anew()


async def test_only_so_many_are_kept_and_order_is_that_of_the_question(viewer: Viewer) -> None:
    viewer.standings = Standings(2)
    character = await viewer.world.characters.find(viewer.user.id, "Zezima")
    goals = [await viewer.world.goal(viewer.user, character, f"{150 + n}m wc") for n in range(20)]

    assert [one.goal for one in await viewer.look(*goals)] == goals
    assert [one.goal for one in await viewer.look(*reversed(goals))] == goals[::-1]
    assert await viewer.look(goals[0]) == [(await viewer.look(*goals))[0]]
