"""What a person has, remembered: whatever anybody changes, the next look sees it."""

from collections.abc import AsyncIterator

import pytest

from bot.own import Belongings, Own
from bot.page import Page, page_of
from bot.services import Services
from tests.fakes.clock import HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.world import HOURS, World
from tracker.accounts.model import User
from tracker.goals.errors import NoSuchCharacter
from tracker.goals.model import Character, Goal, GoalStatus
from tracker.store.sqlite import SqliteTable


@pytest.fixture
async def world(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[World]:
    async with World.of(FaultyTable(sqlite_table), clock) as world:
        yield world


class Owner:
    """Somebody who looks at all that they have, again and again."""

    def __init__(self, world: World, user: User, character: Character) -> None:
        self.world, self.user, self.character = world, user, character
        self.services = Services.of(world.settings, world.context)
        self.belongings = Belongings()

    async def set(self, text: str) -> Goal:
        self.world.clock.advance(1)
        return await self.world.goal(self.user, self.character, text)

    async def look(self, size: int = 50) -> list[Goal]:
        """The goals that are shown, after making sure that they are those that there are."""
        own, page, _ = await self.belongings.shown(
            self.services, self.user, lambda own: everything(own, size)
        )
        goals = await self.world.goals.list(self.user.id, archived=True)
        assert own.characters == await self.world.characters.list(self.user.id)
        assert {one.id: one.status for one in own.goals} == {one.id: one.status for one in goals}
        shown = [one.goal for one in page.items]
        assert shown == [one for one in goals if one in shown]
        assert {one.character for one in page.items} <= {one.name for one in own.characters}
        return shown

    async def calls(self) -> int:
        assert isinstance(self.world.table, FaultyTable)
        before = self.world.table.calls
        await self.belongings.shown(self.services, self.user, everything)
        return self.world.table.calls - before


def everything(own: Own, size: int = 50) -> Page[Goal]:
    return page_of(own.goals, 0, size)


@pytest.fixture
async def owner(world: World) -> Owner:
    world.hiscores.osrs("Zezima").train("Woodcutting", 1_000_000)
    user = await world.person()
    return Owner(world, user, await world.character(user))


async def test_a_second_look_is_one_read(owner: Owner) -> None:
    await owner.set("99 wc")

    assert await owner.calls() > 1
    assert await owner.calls() == 1


async def test_goals_that_are_set_changed_paused_archived_and_removed_are_seen(owner: Owner) -> None:
    assert await owner.look() == []
    first, second = await owner.set("99 wc"), await owner.set("200m wc")
    assert await owner.look() == [first, second]

    changed = await owner.world.goals.edit(owner.user, first, text="98")
    assert await owner.look() == [changed, second]
    paused = await owner.world.goals.pause(owner.user, changed)
    assert await owner.look() == [paused, second]
    archived = await owner.world.goals.archive(owner.user, second)
    assert await owner.look() == [paused, archived]
    await owner.world.goals.remove(owner.user, paused)
    assert await owner.look() == [archived]


async def test_goals_beyond_the_page_that_change_are_seen_too(owner: Owner) -> None:
    first, second = await owner.set("99 wc"), await owner.set("200m wc")
    assert await owner.look(1) == [first]

    await owner.world.goals.archive(owner.user, second)

    assert await owner.look(1) == [first]


async def test_a_goal_that_is_reached_and_what_comes_after_it_are_seen(owner: Owner) -> None:
    await owner.set("99 wc then 200m")
    await owner.look()

    owner.world.hiscores.osrs("Zezima").train("Woodcutting", 13_100_000)
    await owner.world.pass_time(HOURS)

    assert [goal.status for goal in await owner.look()] == [GoalStatus.REACHED, GoalStatus.ACTIVE]


async def test_a_number_that_appears_late_is_seen(owner: Owner) -> None:
    """It changes the goal and nothing else."""
    goal = await owner.set("500 zulrah kc")
    await owner.look()
    owner.world.hiscores.osrs("Zezima").score("Zulrah", 50)
    await owner.world.pass_time(HOURS)

    [seen] = await owner.look()

    assert goal.start_value is None
    assert seen.start_value == 50


async def test_characters_that_are_added_renamed_and_removed_are_seen(owner: Owner) -> None:
    await owner.set("99 wc")
    await owner.look()
    owner.world.hiscores.osrs("Iron Bob")
    other = await owner.world.character(owner.user, "Iron Bob")
    await owner.look()
    owner.world.hiscores.osrs("Zez Two").train("Woodcutting", 1_000_000)
    await owner.world.renamed(owner.character, "Zez Two")
    await owner.look()
    await owner.world.characters.remove(owner.user.id, other)
    await owner.look()
    await owner.world.characters.remove(owner.user.id, owner.character)
    assert await owner.look() == []


async def test_what_was_not_there_the_last_time_may_be_there_now(owner: Owner) -> None:
    def of_bob(own: Own) -> Page[Goal]:
        if "iron bob" not in (one.id for one in own.characters):
            raise NoSuchCharacter("Who?")
        return everything(own)

    await owner.look()
    with pytest.raises(NoSuchCharacter):
        await owner.belongings.shown(owner.services, owner.user, of_bob)
    owner.world.hiscores.osrs("Iron Bob")
    await owner.world.character(owner.user, "Iron Bob")

    own, *_ = await owner.belongings.shown(owner.services, owner.user, of_bob)

    assert len(own.characters) == 2


async def test_only_so_much_is_remembered_and_the_last_person_in_any_case(owner: Owner) -> None:
    owner.belongings = Belongings(most=4)
    other = await owner.world.person("local:other")
    await owner.look()
    await owner.belongings.shown(owner.services, other, everything)
    assert await owner.calls() == 1  # three things of both

    for number in range(5):
        await owner.set(f"{150 + number}m wc")
    assert await owner.calls() > 1
    assert await owner.calls() == 1

    await owner.belongings.shown(owner.services, other, everything)
    assert await owner.calls() > 1


async def test_what_is_suggested_is_seen_by_one_read_too(owner: Owner) -> None:
    first = await owner.set("99 wc")
    assert (await owner.belongings.of(owner.services, owner.user)).goals == [first]
    assert isinstance(owner.world.table, FaultyTable)
    before = owner.world.table.calls

    assert (await owner.belongings.of(owner.services, owner.user)).goals == [first]

    assert owner.world.table.calls - before == 1
    second = await owner.set("200m wc")
    assert (await owner.belongings.of(owner.services, owner.user)).goals == [first, second]
