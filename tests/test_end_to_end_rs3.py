"""RuneScape 3 from its two servers to the delivered message: rows without names, and RuneMetrics beside."""

from collections.abc import AsyncIterator, Callable
from datetime import timedelta

import pytest

from tests.fakes.clock import HandClock
from tests.fakes.hiscores import FakeCharacter, FakeHiscores
from tests.fakes.hiscores_rows import RS3_SKILLS
from tests.fakes.web_faults import blocked, html_with_200, server_error
from tests.world import HOURS, World
from tracker.goals.model import Character, Frequency, GoalStatus
from tracker.goals.pace.history import points
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table

PROFILE = "/runemetrics/profile/profile"


@pytest.fixture
async def world(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[World]:
    async with World.of(sqlite_table, clock) as opened:
        yield opened


@pytest.fixture
def oak(world: World) -> FakeCharacter:
    """Ranked in every skill but Archaeology, and in RuneScore."""
    return ranked(world)


def ranked(world: World) -> FakeCharacter:
    oak = world.hiscores.rs3("Oak Chopper").train_all(RS3_SKILLS, 1_000_000).score("RuneScore", 4000)
    oak.skills["Archaeology"] = (-1, 1, -1)
    return oak


async def linked(world: World) -> Character:
    return await world.character(await world.person(), "Oak Chopper", game="rs3")


def digs(world: World, tenths: int, level: int = 20) -> None:
    """Archaeology as RuneMetrics has it, where xp are counted in tenths."""
    world.hiscores.profile("Oak Chopper", {"Archaeology": (level, tenths)})


# Skills that only RuneMetrics knows


async def test_a_skill_that_runemetrics_fills_and_the_hiscores_rank_later_does_not_jump(
    table: Table, clock: HandClock
) -> None:
    async with World.of(table, clock) as world:
        oak = ranked(world)
        world.hiscores.no_profile("Oak Chopper", "NO_PROFILE")
        character = await linked(world)
        goal = await world.goal(world.people[0], character, "50 archaeology", Frequency.EVERY_CHANGE)
        await world.pass_time(2 * HOURS)
        assert await world.latest(goal) is None

        digs(world, 50_006)
        await world.pass_time(2 * HOURS)
        assert await world.values(goal) == [5_000]
        assert world.kinds() == []  # the first value is where it starts

        digs(world, 60_009)
        await world.pass_time(2 * HOURS)
        assert await world.values(goal) == [5_000, 6_000]
        assert world.kinds() == ["goal-change"]

        oak.train("Archaeology", 6_000)  # ranked now, with the whole xp that the game shows
        await world.pass_time(6 * HOURS)
        assert await world.values(goal) == [5_000, 6_000]
        assert world.kinds() == ["goal-change"]

        oak.train("Archaeology", 7_000)
        await world.pass_time(2 * HOURS)
        assert await world.values(goal) == [5_000, 6_000, 7_000]
        assert world.kinds() == ["goal-change", "goal-change"]


async def test_a_skill_that_loses_its_rank_goes_on_with_what_runemetrics_says(
    world: World, oak: FakeCharacter
) -> None:
    oak.train("Archaeology", 6_000)
    character = await linked(world)
    goal = await world.goal(world.people[0], character, "50 archaeology")

    oak.skills["Archaeology"] = (-1, 1, -1)
    digs(world, 65_000)
    await world.pass_time(2 * HOURS)

    assert await world.values(goal) == [6_000, 6_500]
    assert "goal-rollback" not in world.kinds()


RUNEMETRICS_TROUBLES: dict[str, Callable[[FakeHiscores], object]] = {
    "down": lambda game: game.stay_wrong(server_error(503), path=PROFILE),
    "HTML with 200": lambda game: game.stay_wrong(html_with_200(), path=PROFILE),
    "blocked": lambda game: game.stay_wrong(blocked(), path=PROFILE),
    "private": lambda game: game.no_profile("Oak Chopper", "PROFILE_PRIVATE"),
    "no member": lambda game: game.no_profile("Oak Chopper", "NOT_A_MEMBER"),
}


@pytest.mark.parametrize("trouble", RUNEMETRICS_TROUBLES.values(), ids=RUNEMETRICS_TROUBLES.keys())
async def test_without_runemetrics_the_hiscores_are_recorded_and_nothing_is_lost(
    world: World, oak: FakeCharacter, trouble: Callable[[FakeHiscores], object]
) -> None:
    digs(world, 50_000)
    character = await linked(world)
    cutting = await world.goal(world.people[0], character, "99 wc", Frequency.EVERY_CHANGE)
    digging = await world.goal(world.people[0], character, "50 archaeology", Frequency.EVERY_CHANGE)
    await world.pass_time(1 * HOURS)

    trouble(world.hiscores)
    oak.train("Woodcutting", 1_100_000)
    await world.pass_time(24 * HOURS)

    assert await world.values(cutting) == [1_000_000, 1_100_000]
    assert await world.values(digging) == [5_000]
    assert world.kinds() == ["goal-change"]  # of Woodcutting; nobody is told that anything is down

    world.hiscores.recover()
    digs(world, 70_000)
    await world.pass_time(6 * HOURS)

    assert await world.values(digging) == [5_000, 7_000]
    assert world.kinds() == ["goal-change", "goal-change"]


# Pages of another number of rows

OTHER_ROWS: dict[str, Callable[[FakeHiscores], None]] = {
    "an activity more at the end": lambda game: game.rs3_activities.append("Fort Forinthry"),
    "an activity more in the middle": lambda game: game.rs3_activities.insert(10, "Fort Forinthry"),
    "an activity less": lambda game: game.rs3_activities.remove("Conquest"),
    "a skill more": lambda game: game.rs3_skills.append("Shamanism"),
}


@pytest.mark.parametrize("change", OTHER_ROWS.values(), ids=OTHER_ROWS.keys())
async def test_with_other_rows_skills_go_on_and_activities_keep_their_numbers(
    world: World, oak: FakeCharacter, change: Callable[[FakeHiscores], None]
) -> None:
    character = await linked(world)
    cutting = await world.goal(world.people[0], character, "99 wc", Frequency.EVERY_CHANGE)
    scoring = await world.goal(world.people[0], character, "5000 runescore", Frequency.EVERY_CHANGE)
    rows = list(world.hiscores.rs3_skills), list(world.hiscores.rs3_activities)

    change(world.hiscores)
    oak.train("Woodcutting", 1_100_000).score("RuneScore", 4100)
    await world.pass_time(24 * HOURS)

    assert await world.values(cutting) == [1_000_000, 1_100_000]
    assert await world.values(scoring) == [4000]
    assert world.kinds() == ["goal-change"]

    world.hiscores.rs3_skills, world.hiscores.rs3_activities = rows
    await world.pass_time(2 * HOURS)

    assert await world.values(scoring) == [4000, 4100]
    assert world.kinds() == ["goal-change", "goal-change"]


async def test_with_a_skill_less_no_row_is_trusted_and_that_is_told_once_it_lasts(
    world: World, oak: FakeCharacter
) -> None:
    character = await linked(world)
    goal = await world.goal(world.people[0], character, "99 necromancy")

    world.hiscores.rs3_skills.remove("Summoning")
    oak.train("Necromancy", 1_100_000)
    await world.pass_time(24 * HOURS)

    assert await world.values(goal) == [1_000_000]
    assert world.kinds() == ["source-down"]
    said = world.told()[0]["text"]
    assert "the RuneScape 3 hiscores: an answer that Questlog does not understand." in said

    world.hiscores.rs3_skills.insert(RS3_SKILLS.index("Summoning"), "Summoning")
    await world.pass_time(6 * HOURS)

    assert await world.values(goal) == [1_000_000, 1_100_000]
    assert world.kinds() == ["source-down", "source-back"]


# A character that is gone


async def test_what_runemetrics_says_of_a_character_that_is_gone_is_told_with_it(
    world: World, oak: FakeCharacter
) -> None:
    character = await linked(world)
    goal = await world.goal(world.people[0], character, "99 wc")

    world.hiscores.forget(oak.name)
    await world.pass_time(24 * HOURS)

    [told] = world.told()
    assert told["kind"] == "not-found"
    assert "do not list Oak Chopper; RuneMetrics does not know it either." in told["text"]
    assert await world.values(goal) == [1_000_000]


# A year that was there before


async def test_twelve_months_of_runemetrics_become_the_history_of_a_goal_and_no_message(
    world: World, oak: FakeCharacter
) -> None:
    now = world.clock()
    months = [now - n * timedelta(days=30) for n in range(1, 13)]
    gains = {int(at.timestamp() * 1000): 50_000 for at in months}
    digs(world, 50_000)
    world.hiscores.months(oak.name, "Woodcutting", 990_000, gains)  # as of its last record

    character = await linked(world)
    goal = await world.goal(world.people[0], character, "99 wc", Frequency.EVERY_CHANGE)
    await world.pass_time(2 * HOURS)

    past = await points(world.table, goal)
    assert [(one.at.date(), one.value) for one in past] == [
        *((at.date(), 990_000 - 50_000 * n) for n, at in reversed([*enumerate(months)])),
        (now.date(), 1_000_000),
    ]
    assert world.kinds() == []
    assert (await world.goals.find(world.people[0].id, goal.id)).start_value == 1_000_000


# Invention


async def test_a_level_of_invention_is_reached_on_its_own_curve(world: World, oak: FakeCharacter) -> None:
    oak.train("Invention", 12_000_000, level=77)
    character = await linked(world)
    goal = await world.goal(world.people[0], character, "99 invention")

    oak.train("Invention", 13_034_431, level=79)  # 99 in any other skill
    await world.pass_time(2 * HOURS)
    found = await world.goals.find(world.people[0].id, goal.id)
    assert found.status is GoalStatus.ACTIVE
    assert "goal-reached" not in world.kinds()

    oak.train("Invention", 36_073_511, level=99)
    await world.pass_time(2 * HOURS)

    assert await world.values(goal) == [12_000_000, 13_034_431, 36_073_511]
    assert world.kinds().count("goal-reached") == 1
    assert "99 Invention" in world.told("goal-reached")[0]["title"]
