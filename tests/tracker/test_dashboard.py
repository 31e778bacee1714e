"""A person at a glance, on every engine: all of it in one round trip, whatever their history."""

import pytest

from tests.fakes.clock import HandClock
from tests.fakes.distant_table import DistantTable
from tests.tracker.habits.homes import A_DAY, Home
from tests.world import World
from tracker.accounts.errors import NoSuchUser
from tracker.dashboard import Dashboards
from tracker.store.table import Table


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
    found = await Dashboards(home.table).of(home.user.id, home.clock())

    assert found.user == home.user
    assert (found.wallet.points, found.level.number) == (31, 1)
    assert [(one.habit.name, one.standing().current) for one in found.habits] == [("Gym", 3), ("Read", 0)]
    assert [one.id for one in found.achievements] == ["streak-3", "first"]
    assert found.goals == []


async def test_goals_stand_where_they_stand_in_one_round_trip_from_the_second_look_on(
    table: Table, clock: HandClock
) -> None:
    far = DistantTable(table)
    dashboards = Dashboards(far)
    async with World.of(table, clock) as world:
        zezima = world.hiscores.osrs("Zezima").train("Woodcutting", 1_000_000)
        goal = await world.only_goal("99 wc")
        user = world.people[0]
        home = Home(table, clock)
        home.user = user
        gym = await home.habits.add(user, "Gym")
        looked = []
        for day in range(4):
            zezima.train("Woodcutting", 1_000_000 + 1000 * day)
            await world.pass_time(3600, step=1800)
            await home.done(gym)
            found, trips = await far.round_trips(dashboards.of(user.id, clock()))
            looked.append((trips, [one.latest.value for one in found.goals if one.latest]))
            clock.advance(A_DAY)
        again = await world.goal(user, await world.characters.find(user.id, "Zezima"), "500 zulrah kc")
        more, trips = await far.round_trips(dashboards.of(user.id, clock()))

    assert [trips for trips, _ in looked] == [2, 1, 1, 1]
    assert [values for _, values in looked] == [[1_000_000], [1_001_000], [1_002_000], [1_003_000]]
    assert ([one.goal.id for one in more.goals], trips) == ([goal.id, again.id], 2)


async def test_nobody_is_nobody(home: Home) -> None:
    with pytest.raises(NoSuchUser):
        await Dashboards(home.table).of("nobody", home.clock())
