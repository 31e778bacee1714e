"""What follows when a goal is reached that others come after."""

import pytest

from tests.fakes.clock import START, HandClock
from tests.tracker.goals.looking import LEVEL_99, WOODCUTTING, Ground
from tracker.goals.chain import titles_to_come
from tracker.goals.model import Goal, GoalStatus
from tracker.store.entity import change
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table

DAY = 86_400


@pytest.fixture
def ground(sqlite_table: SqliteTable, clock: HandClock) -> Ground:
    return Ground(sqlite_table, clock)


async def test_the_next_goal_of_a_chain_is_founded_with_the_end_of_the_one_before(
    table: Table, clock: HandClock
) -> None:
    ground = Ground(table, clock)
    goal = await ground.cutting("99 wc then 20m then 200m")
    revision = (await ground.observed()).revision

    await ground.look({WOODCUTTING: 13_500_000})

    second = await ground.goals.find("anna", "goal1-2")
    assert (second.target_value, second.start_value, second.after) == (20_000_000, 13_500_000, goal.id)
    assert second.then is not None
    assert "200000000" in second.then
    assert await ground.values(second) == [13_500_000]
    assert await ground.tracked("woodcutting") == 1
    assert (await ground.observed()).revision == revision + 1
    [told] = await ground.told(await ground.person())
    assert "Next comes 20m Woodcutting xp." in told.text

    await ground.look({WOODCUTTING: 20_000_000})

    assert (await ground.goals.find("anna", "goal1-3")).after == "goal1-2"


async def test_a_step_that_is_reached_already_is_passed_over(ground: Ground) -> None:
    await ground.cutting("99 wc then 14m then 20m")

    await ground.look({WOODCUTTING: 15_000_000})

    assert (await ground.goals.find("anna", "goal1-2")).target_value == 20_000_000
    [told] = await ground.told(await ground.person())
    assert "Reached as well: 14m Woodcutting xp." in told.text


async def test_a_step_whose_date_is_over_goes_without_it(ground: Ground) -> None:
    await ground.cutting("99 wc by 2100-01-05 then 20m by 2100-02-01 then 30m by 2100-03-01")

    await ground.look({WOODCUTTING: 13_100_000}, seconds=60 * DAY)
    second = await ground.goals.find("anna", "goal1-2")
    await ground.look({WOODCUTTING: 20_000_000})
    third = await ground.goals.find("anna", "goal1-3")

    assert (second.target_value, second.target_date) == (20_000_000, None)
    assert (third.target_value, third.target_date) == (30_000_000, None)
    first_told = (await ground.told(await ground.person()))[0]
    assert "The date of the next goal, 2100-02-01, is over" in first_told.text


async def test_a_step_that_cannot_follow_ends_the_chain_with_a_word_about_it(ground: Ground) -> None:
    goal = await ground.cutting()
    await ground.table.update(change(Goal, goal.key, {"then": "xp 300000000 woodcutting"}))

    recorded = await ground.look({WOODCUTTING: 13_100_000})

    assert (recorded.goals, recorded.told) == (1, 1)
    assert [one.status for one in await ground.goals.list("anna")] == [GoalStatus.REACHED]
    [told] = await ground.told(await ground.person())
    assert "cannot" in told.text


async def test_a_chain_that_leads_to_another_skill_is_counted_there(ground: Ground) -> None:
    await ground.cutting("99 wc then 99 mining")

    await ground.look({WOODCUTTING: LEVEL_99})

    [character] = await ground.characters.list("anna")
    assert character.tracked_attributes == {"mining": 1}
    assert (await ground.tracked("woodcutting"), await ground.tracked("mining")) == (0, 1)


async def test_what_comes_reads_like_titles_also_when_its_date_is_over(ground: Ground) -> None:
    goal = await ground.cutting("99 wc then 20m by 2100-02-01 then 99 hp")

    assert titles_to_come(goal, START.date().replace(month=5)) == [
        "20m Woodcutting xp by 1 February",
        "99 Hitpoints",
    ]


async def test_what_only_a_reading_knows_is_said_as_it_was(ground: Ground) -> None:
    user = await ground.person()
    character = await ground.character(user, woodcutting_xp=5, dragonriding_xp=500)
    goal = await ground.goal(user, character, "99 wc then 99 dragonriding")

    assert titles_to_come(goal, START.date()) == ["level 99 dragonriding"]
