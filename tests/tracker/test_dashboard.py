"""A person at a glance, on every engine: all of it in one round trip, whatever their history."""

import pytest

from tests.fakes.clock import HandClock
from tests.fakes.distant_table import DistantTable
from tests.tracker.habits.homes import A_DAY, Home
from tests.world import World
from tracker.accounts.errors import NoSuchUser
from tracker.dashboard import dashboard_of
from tracker.goal_parts.service import GoalsOfParts
from tracker.ids import ulids
from tracker.store.index_keys import StatusKey
from tracker.store.table import Table, Update

pytestmark = pytest.mark.both_engines


@pytest.fixture
async def home(table: Table, clock: HandClock) -> Home:
    home = Home(table, clock)
    await home.settle()
    return home


async def test_it_shows_the_person_the_wallet_streaks_and_achievements(home: Home) -> None:
    gym = await home.habits.add(home.user, "Gym")
    await home.habits.add(home.user, "Read")
    for _ in range(3):
        await home.done(gym)
        home.clock.advance(A_DAY)
    found = await dashboard_of(home.table, home.user.id, home.clock())

    assert found.user == home.user
    assert (found.wallet.points, found.level.number) == (31, 1)
    assert [(one.habit.name, one.standing().current) for one in found.habits] == [("Gym", 3), ("Read", 0)]
    assert [one.id for one in found.achievements] == ["streak-3", "first"]
    assert found.goals == []


async def test_where_goals_stand_comes_in_the_one_round_trip_from_the_first_look_on(
    table: Table, clock: HandClock
) -> None:
    far = DistantTable(table)
    async with World.of(table, clock) as world:
        zezima = world.hiscores.osrs("Zezima").train("Woodcutting", 1_000_000)
        goal = await world.only_goal("99 wc")
        user = world.people[0]
        home = Home(table, clock)
        home.user = user
        gym = await home.habits.add(user, "Gym")
        await GoalsOfParts(table, clock, ulids(clock)).add(user, "Get fit", {})
        looked = []
        for day in range(4):
            zezima.train("Woodcutting", 1_000_000 + 1000 * day)
            await world.pass_time(3600, step=1800)
            await home.done(gym)
            found, trips = await far.round_trips(dashboard_of(far, user.id, clock()))
            looked.append((trips, [one.latest.value for one in found.goals if one.latest]))
            clock.advance(A_DAY)
        never_ranked = await world.goal(user, await world.characters.find(user.id, "Zezima"), "500 zulrah kc")
        more, trips = await far.round_trips(dashboard_of(far, user.id, clock()))

    assert looked == [(1, [1_000_000]), (1, [1_001_000]), (1, [1_002_000]), (1, [1_003_000])]
    assert ([one.goal.id for one in more.goals], trips) == ([goal.id, never_ranked.id], 1)
    assert [one.title for one in more.goals_of_parts] == ["Get fit"]


async def test_progress_is_listed_with_the_goals_of_the_same_status(table: Table, clock: HandClock) -> None:
    async with World.of(table, clock) as world:
        zezima = world.hiscores.osrs("Zezima").train("Woodcutting", 1_000_000)
        goal = await world.only_goal("1.1m wc xp")
        user = world.people[0]
        await world.pass_time(3600, step=1800)
        listed = [await _listed(table, user.id)]
        for move in (world.goals.pause, world.goals.resume):
            await move(user, goal)
            listed.append(await _listed(table, user.id))
        zezima.train("Woodcutting", 1_200_000)
        await world.pass_time(3600, step=1800)
        listed.append(await _listed(table, user.id))
        await world.goals.archive(user, goal)
        listed.append(await _listed(table, user.id))

    assert listed == [["active"], ["paused"], ["active"], ["reached"], ["archived"]]


async def test_progress_that_is_not_listed_is_looked_up_until_it_moves(
    table: Table, clock: HandClock
) -> None:
    """As before progress was listed, or while an index lags."""
    far = DistantTable(table)
    async with World.of(table, clock) as world:
        zezima = world.hiscores.osrs("Zezima").train("Woodcutting", 1_000_000)
        goal = await world.only_goal("99 wc")
        user = world.people[0]
        await world.pass_time(3600, step=1800)
        await table.update(Update(goal.latest_key.key, remove=StatusKey.attribute_names()))
        looked = []
        for xp in (1_000_000, 1_001_000):
            zezima.train("Woodcutting", xp)
            await world.pass_time(3600, step=1800)
            found, trips = await far.round_trips(dashboard_of(far, user.id, clock()))
            looked.append((trips, [one.latest.value for one in found.goals if one.latest]))

    assert looked == [(2, [1_000_000]), (1, [1_001_000])]


async def _listed(table: Table, user_id: str) -> list[str]:
    """The statuses under which progress is listed."""
    every = StatusKey.prefix(user=user_id, kind="latestProgress")
    page = await table.query(every.pk, prefix=every.prefix, index=every.index)
    return [place.status for item in page.items if (place := StatusKey.of(item))]


async def test_nobody_is_nobody(home: Home) -> None:
    with pytest.raises(NoSuchUser):
        await dashboard_of(home.table, "nobody", home.clock())
