"""From the hiscores to the delivered message, and what each oddity of the hiscores does on the way."""

from collections.abc import AsyncIterator

import pytest

from tests.fakes.clock import HandClock
from tests.fakes.hiscores import FakeCharacter
from tests.fakes.web_faults import (
    Fault,
    blocked,
    garbage,
    html_with_200,
    not_found,
    rate_limited,
    server_error,
    slow_body,
    slow_headers,
    wrong_content_type,
)
from tests.world import HOURS, MINUTES, World
from tracker.goals.model import Character, Frequency, GoalStatus
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table


@pytest.fixture
async def world(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[World]:
    async with World.of(sqlite_table, clock) as opened:
        yield opened


@pytest.fixture
def zezima(world: World) -> FakeCharacter:
    return world.hiscores.osrs("Zezima").train("Woodcutting", 10_000_000).train("Attack", 1_000_000)


async def linked(world: World) -> Character:
    return await world.character(await world.person())


# The way through


@pytest.mark.both_engines
async def test_a_goal_that_is_reached_is_told_once(table: Table, clock: HandClock) -> None:
    async with World.of(table, clock) as world:
        zezima = world.hiscores.osrs("Zezima").train("Woodcutting", 10_000_000)
        character = await linked(world)
        goal = await world.goal(world.people[0], character, "99 wc")

        zezima.train("Woodcutting", 13_034_431)
        await world.pass_time(2 * HOURS)
        await world.pass_time(2 * HOURS)

        assert world.kinds().count("goal-reached") == 1
        assert "99 Woodcutting" in world.told("goal-reached")[0]["title"]
        assert await world.values(goal) == [10_000_000, 13_034_431]
        assert (await world.goals.find(world.people[0].id, goal.id)).status is GoalStatus.REACHED


async def test_a_jump_over_many_levels_is_one_message(world: World, zezima: FakeCharacter) -> None:
    await world.only_goal("99 attack")

    zezima.train("Attack", 9_000_000)
    await world.pass_time(2 * HOURS)

    [told] = world.told("goal-milestone")
    assert "50 %" in told["text"]
    assert "90" in told["text"]
    assert "95" in told["text"]


async def test_one_look_serves_all_goals_of_all_people(world: World, zezima: FakeCharacter) -> None:
    names = ("discord:1000001", "discord:1000002")
    for name in names:
        user = await world.person(name)
        character = await world.character(user)
        await world.goal(user, character, "99 wc")
        await world.goal(user, character, "10m attack")
    await world.pass_time(2 * HOURS)
    asked = len(world.hiscores.asked)

    zezima.train("Woodcutting", 13_100_000)
    await world.pass_time(30 * MINUTES, step=30 * MINUTES)

    assert len(world.hiscores.asked) - asked <= 3  # those that were under way together
    assert [len(world.told("goal-reached", to=name)) for name in names] == [
        1,
        1,
    ]


async def test_nothing_is_told_of_what_does_not_move(world: World, zezima: FakeCharacter) -> None:
    goal = await world.only_goal("99 wc")
    written = [item async for item in world.table.scan()]

    await world.pass_time(6 * HOURS)

    assert world.kinds() == []
    assert await world.values(goal) == [10_000_000]
    after = [item async for item in world.table.scan() if item["type"] not in ("lease", "due")]
    assert after == [item for item in written if item["type"] not in ("lease", "due")]
    assert zezima.skills["Woodcutting"][2] == 10_000_000


# Unranked, in all its forms


@pytest.mark.parametrize("row", [(-1, 1, 0), (-1, 1, -1), (-1, 0, -1), (0, 0, 0)])
async def test_an_unranked_skill_is_unknown_and_its_first_value_is_silent(
    world: World, zezima: FakeCharacter, row: tuple[int, int, int]
) -> None:
    zezima.skills["Sailing"] = row
    character = await linked(world)
    goal = await world.goal(world.people[0], character, "50 sailing", Frequency.EVERY_CHANGE)
    await world.pass_time(2 * HOURS)
    assert await world.latest(goal) is None

    zezima.train("Sailing", 5_000)
    await world.pass_time(2 * HOURS)

    assert await world.values(goal) == [5_000]
    assert world.kinds() == []


async def test_a_skill_that_becomes_unranked_keeps_its_value(world: World, zezima: FakeCharacter) -> None:
    goal = await world.only_goal("99 wc")

    zezima.skills["Woodcutting"] = (-1, 1, 0)
    await world.pass_time(6 * HOURS)

    assert await world.values(goal) == [10_000_000]
    assert world.kinds() == []


async def test_a_score_without_a_rank_counts(world: World, zezima: FakeCharacter) -> None:
    zezima.score("Zulrah", 100)
    goal = await world.only_goal("500 zulrah kc")

    zezima.score("Zulrah", 150, rank=-1)
    await world.pass_time(2 * HOURS)

    assert await world.values(goal) == [100, 150]


async def test_a_stale_total_only_lags(world: World, zezima: FakeCharacter) -> None:
    zezima.train("Overall", 11_000_000, level=200)
    goal = await world.only_goal("12m total xp")

    zezima.train("Woodcutting", 10_500_000)
    await world.pass_time(2 * HOURS)
    assert await world.values(goal) == [11_000_000]
    zezima.train("Overall", 11_500_000, level=201)
    await world.pass_time(2 * HOURS)

    assert await world.values(goal) == [11_000_000, 11_500_000]


async def test_a_total_beyond_what_32_bits_hold_is_right(world: World, zezima: FakeCharacter) -> None:
    zezima.train("Overall", 4_500_000_000, level=2376)
    goal = await world.only_goal("4.6b total xp")

    zezima.train("Overall", 4_600_000_000, level=2376)
    await world.pass_time(2 * HOURS)

    assert await world.values(goal) == [4_500_000_000, 4_600_000_000]
    assert world.kinds() == ["goal-reached"]


# Rows that come and go


async def test_a_row_inserted_in_the_middle_moves_no_number(world: World, zezima: FakeCharacter) -> None:
    zezima.score("Zulrah", 100).score("Vorkath", 50)
    goal = await world.only_goal("500 zulrah kc")

    world.hiscores.osrs_activities.insert(5, "Brand New Boss")
    zezima.score("Brand New Boss", 7).score("Zulrah", 110)
    await world.pass_time(2 * HOURS)

    assert await world.values(goal) == [100, 110]


async def test_a_new_row_can_be_a_goal_at_once(world: World, zezima: FakeCharacter) -> None:
    world.hiscores.osrs_activities.insert(5, "Brand New Boss")
    zezima.score("Brand New Boss", 7)
    goal = await world.only_goal("10 brand new boss kc")

    zezima.score("Brand New Boss", 10)
    await world.pass_time(2 * HOURS)

    assert await world.values(goal) == [7, 10]
    assert world.kinds() == ["goal-reached"]


async def test_a_row_that_is_gone_touches_only_its_own_goals(world: World, zezima: FakeCharacter) -> None:
    zezima.score("Zulrah", 100)
    character = await linked(world)
    kills = await world.goal(world.people[0], character, "500 zulrah kc")
    cutting = await world.goal(world.people[0], character, "99 wc")

    world.hiscores.osrs_activities.remove("Zulrah")
    zezima.train("Woodcutting", 11_000_000)
    await world.pass_time(2 * HOURS)

    assert await world.values(kills) == [100]
    assert await world.values(cutting) == [10_000_000, 11_000_000]


# Values that fall


async def test_a_fall_that_is_not_repeated_is_forgotten(world: World, zezima: FakeCharacter) -> None:
    goal = await world.only_goal("99 wc")

    zezima.train("Woodcutting", 9_000_000)
    await world.pass_time(20 * MINUTES)
    zezima.train("Woodcutting", 10_100_000)
    await world.pass_time(2 * HOURS)

    assert await world.values(goal) == [10_000_000, 10_100_000]
    assert "goal-rollback" not in world.kinds()


async def test_a_fall_that_is_repeated_is_a_rollback(world: World, zezima: FakeCharacter) -> None:
    goal = await world.only_goal("99 wc")

    zezima.train("Woodcutting", 9_000_000)
    await world.pass_time(6 * HOURS)

    assert await world.values(goal) == [10_000_000, 9_000_000]
    assert world.kinds() == ["goal-rollback"]


async def test_a_rating_may_fall(world: World, zezima: FakeCharacter) -> None:
    zezima.score("LMS - Rank", 700)
    goal = await world.only_goal("1000 lms")

    zezima.score("LMS - Rank", 650)
    await world.pass_time(1 * HOURS)

    assert await world.values(goal) == [700, 650]
    assert world.kinds() == []


# Not found


async def test_a_404_that_comes_and_goes_is_not_told(world: World, zezima: FakeCharacter) -> None:
    goal = await world.only_goal("99 wc")

    world.hiscores.go_wrong(not_found(), not_found(), None, times=3)
    await world.pass_time(12 * HOURS)
    zezima.train("Woodcutting", 10_100_000)
    await world.pass_time(4 * HOURS)

    assert world.kinds() == []
    assert await world.values(goal) == [10_000_000, 10_100_000]


async def test_a_character_that_stays_away_is_told_once_and_so_is_its_return(
    world: World, zezima: FakeCharacter
) -> None:
    character = await linked(world)
    first = await world.goal(world.people[0], character, "99 wc")
    await world.goal(world.people[0], character, "99 attack")

    trouble = world.hiscores.stay_wrong(not_found())
    await world.pass_time(30 * MINUTES)
    assert world.kinds() == []
    await world.pass_time(24 * HOURS, step=30 * MINUTES)
    await world.restart()
    await world.pass_time(24 * HOURS, step=30 * MINUTES)
    assert world.kinds() == ["not-found"]
    assert "rename" in world.told()[0]["text"]

    trouble.standing = None
    zezima.train("Woodcutting", 10_100_000)
    await world.pass_time(8 * HOURS, step=30 * MINUTES)

    assert world.kinds() == ["not-found", "found-again"]
    assert await world.values(first) == [10_000_000, 10_100_000]


async def test_a_renamed_character_keeps_its_history(world: World, zezima: FakeCharacter) -> None:
    character = await linked(world)
    goal = await world.goal(world.people[0], character, "99 wc")
    world.hiscores.forget("Zezima")
    world.hiscores.osrs("Zezima II").train("Woodcutting", 10_200_000).train("Attack", 1_000_000)

    await world.renamed(character, "Zezima II")
    world.hiscores.osrs("Zezima II").train("Woodcutting", 13_100_000)
    await world.pass_time(2 * HOURS)

    found = await world.goals.find(world.people[0].id, goal.id)
    values = await world.values(found)
    assert (values[0], values[-1]) == (10_000_000, 13_100_000)
    assert world.kinds() == ["goal-reached"]
    assert zezima.name == "Zezima"


# A source in trouble

TROUBLES: dict[str, Fault] = {
    "HTML with 200": html_with_200(),
    "a block page": blocked(),
    "a block page with 403": blocked(403),
    "429": rate_limited(),
    "503": server_error(503),
    "garbage": garbage(),
    "slow headers": slow_headers(60),
    "a slow body": slow_body(60),
}


@pytest.mark.parametrize("fault", TROUBLES.values(), ids=TROUBLES.keys())
async def test_trouble_is_told_when_it_lasts_and_changes_no_number(
    world: World, zezima: FakeCharacter, fault: Fault
) -> None:
    goal = await world.only_goal("99 wc")
    await world.pass_time(1 * HOURS, step=30 * MINUTES)

    trouble = world.hiscores.stay_wrong(fault)
    zezima.train("Woodcutting", 10_100_000)
    await world.pass_time(1 * HOURS, step=30 * MINUTES)
    assert world.kinds() == []
    await world.pass_time(12 * HOURS, step=30 * MINUTES)
    [said] = [part["text"] for part in world.told("source-down")]
    assert "no numbers from the Old School hiscores: " in said
    assert (said.count("keep"), said.count("UTC")) == (2, 0)  # its numbers, and trying
    assert await world.values(goal) == [10_000_000]

    trouble.standing = None
    await world.pass_time(12 * HOURS, step=30 * MINUTES)

    told = [kind for kind in world.kinds() if kind != "source-blocked"]  # an alarm, see below
    assert told == ["source-down", "source-back"]
    assert await world.values(goal) == [10_000_000, 10_100_000]


@pytest.mark.usefixtures("zezima")
async def test_who_runs_it_is_told_what_to_do_about_a_block_that_lasts(world: World) -> None:
    me, guest = await world.person("local:me"), await world.person("discord:1234")
    for user in (me, guest):
        await world.goal(user, await world.character(user), "99 wc")
    await world.pass_time(1 * HOURS, step=30 * MINUTES)

    world.hiscores.stay_wrong(blocked())
    await world.pass_time(1 * HOURS, step=30 * MINUTES)
    assert world.kinds() == []  # one block passes by itself
    await world.pass_time(12 * HOURS, step=30 * MINUTES)

    [alarm] = world.told("source-blocked")
    assert "requests_per_second" in alarm["text"]
    assert alarm["priority"] == "urgent"
    assert world.told("source-blocked", to="local:me") == [alarm]
    assert len(world.told("source-down", to="discord:1234")) == 1


async def test_a_page_under_the_wrong_content_type_is_read_all_the_same(
    world: World, zezima: FakeCharacter
) -> None:
    goal = await world.only_goal("99 wc")
    world.hiscores.stay_wrong(wrong_content_type("text/plain"))

    zezima.train("Woodcutting", 12_000_000)
    await world.pass_time(2 * HOURS)

    assert await world.values(goal) == [10_000_000, 12_000_000]


async def test_a_block_page_stops_all_looks_for_a_while(world: World, zezima: FakeCharacter) -> None:
    user = await world.person()
    for name in ("Zezima", "Durial", "Iron Bob"):
        world.hiscores.osrs(name).train("Woodcutting", zezima.skills["Woodcutting"][2])
        await world.goal(user, await world.character(user, name), "99 wc")
    await world.pass_time(1 * HOURS)

    world.hiscores.stay_wrong(blocked())
    asked = len(world.hiscores.asked)
    await world.pass_time(14 * MINUTES, step=1 * MINUTES)

    assert len(world.hiscores.asked) - asked <= 3  # those that were under way together
