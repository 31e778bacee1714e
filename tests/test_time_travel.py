"""Two years in three zones, with an outage, restarts and changing clocks: no digest lost, no event twice."""

import random
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.fakes.clock import HandClock
from tests.fakes.hiscores import FakeCharacter
from tests.fakes.web_faults import server_error
from tests.world import HOURS, World
from tracker.goals.model import Frequency, GoalStatus
from tracker.store.sqlite import SqliteTable

START = datetime(2101, 1, 1, tzinfo=UTC)
DAYS = 730
END = START + timedelta(days=DAYS)
STEP = 8 * HOURS
OUTAGE = range(200, 207)
RESTARTS = frozenset({100, 203, 400, 600})
ZONES = {"discord:1000001": "Europe/Berlin", "discord:1000002": "America/New_York"}
SWIMMER, SEA, ARRIVES = "discord:1000003", "Australia/Lord_Howe", 600
"""Who has a habit and nothing else, where clocks change by half an hour; from which day on."""


@pytest.fixture
def clock() -> HandClock:
    return HandClock(START)


async def test_two_years_pass_without_a_missing_or_a_doubled_message(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    chance = random.Random(2101)  # noqa: S311 - repeatable
    async with World.of(sqlite_table, clock) as world:
        players = [await settle(world, name, zone) for name, zone in ZONES.items()]
        for day in range(DAYS):
            world.hiscores.recover()
            if day in OUTAGE:
                world.hiscores.stay_wrong(server_error(503))
            if day == ARRIVES:
                await swim(world)
            if day in RESTARTS:
                await world.restart()
            for player in players:
                train(player, chance)
            await world.pass_time(24 * HOURS, step=STEP)
            await sqlite_table.sweep()

        assert Counter(part["id"] for part in world.told()).most_common(1)[0][1] == 1
        for name, zone in ZONES.items():
            check_digests(world, name, zone)
            check_events(world, name)
            await check_goals(world, name)
        check_digests(world, SWIMMER, SEA, START + timedelta(days=ARRIVES))


async def settle(world: World, name: str, zone: str) -> FakeCharacter:
    player = world.hiscores.osrs(f"player {name[-1]}")
    player.train("Woodcutting", 1_000).train("Attack", 5_000_000).score("Zulrah", 5)
    user = await world.person(name, timezone=zone, digest_when_quiet="yes")
    character = await world.character(user, player.name)
    await world.goal(user, character, "99 wc by 2102-06-01 then 20m wc", Frequency.DAILY)
    await world.goal(user, character, "10m attack by 2101-03-01", Frequency.WEEKLY)
    await world.goal(user, character, "2000 zulrah kc")
    return player


async def swim(world: World) -> None:
    user = await world.person(SWIMMER, timezone=SEA, digest_when_quiet="yes")
    await world.habits.add(user, "Swim")


def train(player: FakeCharacter, chance: random.Random) -> None:
    """About every second day, as people do."""
    if chance.random() < 0.5:
        player.train("Woodcutting", player.skills["Woodcutting"][2] + chance.randrange(80_000))
        player.train("Attack", player.skills["Attack"][2] + chance.randrange(40_000))
        player.score("Zulrah", player.activities["Zulrah"][1] + chance.randrange(8))


def check_digests(world: World, name: str, zone: str, since: datetime = START) -> None:
    """One for each date on which it struck eight, meant for eight by the clocks of the zone."""
    meant = [datetime.fromisoformat(part["meantFor"]) for part in world.told("digest", to=name)]
    local = [instant.astimezone(ZoneInfo(zone)) for instant in meant]
    assert {(instant.hour, instant.minute) for instant in local} == {(8, 0)}
    assert [instant.date() for instant in local] == expected_days(ZoneInfo(zone), since)


def expected_days(zone: ZoneInfo, since: datetime) -> list[date]:
    first = START.astimezone(zone).date()
    days = [first + timedelta(days=n) for n in range(DAYS + 2)]
    return [day for day in days if since < datetime(day.year, day.month, day.day, 8, tzinfo=zone) <= END]


def check_events(world: World, name: str) -> None:
    told = world.told(to=name)
    reached = Counter(part["facts"]["goal"] for part in told if part["kind"] == "goal-reached")
    assert len(reached) >= 2
    assert set(reached.values()) == {1}
    once = [part for part in told if part["kind"] in ("goal-milestone", "goal-deadline")]
    texts = Counter((part["kind"], part["title"], part["text"]) for part in once)
    assert len(texts) >= 5
    assert set(texts.values()) == {1}
    assert Counter(part["kind"] for part in told)["source-down"] == 1
    assert Counter(part["kind"] for part in told)["source-back"] == 1


async def check_goals(world: World, name: str) -> None:
    """What is recorded is what the game says."""
    player = world.hiscores.osrs(f"player {name[-1]}")
    user = next(user for user in world.people if name.endswith(user.discord or "-"))
    for goal in await world.goals.list(user.id):
        latest = await world.latest(goal)
        assert latest is not None
        if goal.target_attribute == "zulrah" and goal.status is GoalStatus.ACTIVE:
            assert latest.value == player.activities["Zulrah"][1]
        values = await world.values(goal)
        assert values == sorted(values)
