"""Milestones of goals of characters: items, each written when it is first reached, gone with the goal."""

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.goals.looking import WOODCUTTING, Ground
from tracker.goals.milestones import milestone_place, milestones_of
from tracker.goals.model import Frequency, Goal
from tracker.goals.removal import remove_goal
from tracker.store.sqlite import SqliteTable

START_XP, TARGET = 10_000_000, 13_034_431


@pytest.fixture
def ground(sqlite_table: SqliteTable, clock: HandClock) -> Ground:
    return Ground(sqlite_table, clock)


async def reached(ground: Ground, goal: Goal) -> list[tuple[int, str, int]]:
    found = await ground.table.read_in_steps(milestones_of(goal.user, milestone_place(goal)))
    return [(one.percentage, one.name, int(one.achieved_at.timestamp())) for one in found]


def at(percent: int) -> dict[object, int]:
    return {WOODCUTTING: START_XP + (TARGET - START_XP) * percent // 100 + 1}


@pytest.mark.parametrize("frequency", [Frequency.DAILY, Frequency.OFF])
async def test_each_is_kept_from_when_it_was_first_reached_whether_it_is_told_or_not(
    ground: Ground, frequency: Frequency
) -> None:
    goal = await ground.cutting(frequency=frequency)
    await ground.look(at(30))
    first = ground.clock.second
    await ground.look(at(80))
    second = ground.clock.second
    await ground.look({WOODCUTTING: TARGET})

    assert await reached(ground, goal) == [
        (25, "99 Woodcutting: 25 %", first),
        (50, "99 Woodcutting: 50 %", second),
        (75, "99 Woodcutting: 75 %", second),
        (90, "99 Woodcutting: 90 %", ground.clock.second),
        (100, "99 Woodcutting: 100 %", ground.clock.second),
    ]


async def test_they_go_with_the_goal(ground: Ground) -> None:
    goal = await ground.cutting()
    await ground.look(at(30))
    await remove_goal(ground.table, goal.key)

    assert await reached(ground, goal) == []
