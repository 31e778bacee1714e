"""Habits from a moment of the day, or a reading, to the message that arrives."""

from collections.abc import AsyncIterator

import pytest

from tests.fakes.clock import HandClock
from tests.fakes.web_faults import server_error
from tests.world import HOURS, MINUTES, World
from tracker.accounts.model import User
from tracker.front_ends import FrontEnd
from tracker.habits.changing import DayReport
from tracker.habits.day_context import read_logs
from tracker.habits.model import Habit
from tracker.habits.states import Logged
from tracker.habits.watched import watch_one
from tracker.store.table import Table

DAY = 24 * HOURS


@pytest.fixture
async def world(table: Table, clock: HandClock) -> AsyncIterator[World]:
    async with World.of(table, clock) as opened:
        yield opened


@pytest.fixture
async def ada(world: World) -> User:
    return await world.person()


async def done(world: World, user: User, habit: Habit) -> None:
    habits = world.habits
    await habits.complete(user.id, habit.id, DayReport(habits.today(user), FrontEnd.TERMINAL))


async def streak(world: World, user: User, habit: Habit) -> int:
    current = await world.habits.get(user.id, habit.id)
    return (await watch_one(world.table, user, current, world.clock())).standing().current


async def test_reminders_of_several_habits_are_one_message(world: World, ada: User) -> None:
    for name in ("gym", "read", "water 8 glasses"):
        await world.habits.add_written(ada, name, {"remind": "9:00"})
    await world.pass_time(9 * HOURS + 5 * MINUTES)

    digest, message = world.webhook.taken.values()
    assert [part["kind"] for part in digest["messages"]] == ["digest"]
    titles = {part["title"] for part in message["messages"]}
    assert titles == {"Time for Gym", "Time for Read", "Time for Water"}


@pytest.mark.both_engines
async def test_done_in_time_no_reminder_comes(world: World, ada: User) -> None:
    gym = await world.habits.add_written(ada, "gym", {"remind": "9:00"})
    await world.pass_time(8 * HOURS)
    await done(world, ada, gym)
    await world.pass_time(4 * HOURS)

    assert world.told("habit-reminder") == []


async def test_a_late_reminder_says_so_and_an_expired_one_does_not_come(world: World, ada: User) -> None:
    await world.habits.add_written(ada, "gym", {"remind": "9:00"})
    world.clock.advance(12 * HOURS)  # the service was not there
    await world.restart()
    await world.pass_time(10 * MINUTES)

    [told] = world.told("habit-reminder")
    assert (told["meantFor"], told["late"]) == ("2100-01-01T09:00:00Z", "was meant for 09:00")
    world.webhook.taken.clear()
    await world.pass_time(9 * HOURS)
    world.clock.advance(30 * HOURS)  # over the whole of the next morning, into the day after
    await world.pass_time(10 * MINUTES)
    assert world.told("habit-reminder") == []


async def test_what_is_trained_counts_as_done_and_an_outage_as_nothing(world: World, ada: User) -> None:
    zezima = world.hiscores.osrs("Zezima").train("Woodcutting", 1_000_000)
    character = await world.character(ada)
    chop = await world.habits.add_written(ada, "chop trees", {"fed": "wc"})
    for day in range(3):
        zezima.train("Woodcutting", 1_000_000 + 500 * (day + 1))
        await world.pass_time(1 * DAY, step=30 * MINUTES)
    assert await streak(world, ada, chop) == 3

    trouble = world.hiscores.stay_wrong(server_error(503))
    await world.pass_time(2 * DAY, step=30 * MINUTES)
    trouble.standing = None
    zezima.train("Woodcutting", 2_000_000)
    await world.pass_time(12 * HOURS, step=30 * MINUTES)

    logs = await read_logs(world.table, chop.id)
    states = [logs[day].state for day in sorted(logs)]
    assert states == [Logged.DONE] * 3 + [Logged.UNKNOWN] * 2 + [Logged.DONE]
    assert await streak(world, ada, chop) == 4
    assert "habit-ended" not in world.kinds()

    world.hiscores.osrs("Zezima II").train("Woodcutting", 2_000_000)
    await world.renamed(character, "Zezima II")
    await world.pass_time(12 * HOURS, step=30 * MINUTES)
    world.hiscores.osrs("Zezima II").train("Woodcutting", 2_000_100)
    await world.pass_time(12 * HOURS, step=30 * MINUTES)
    assert await streak(world, ada, chop) == 5  # it follows its character to another name

    await world.characters.remove(ada.id, await world.characters.find(ada.id, "Zezima II"))
    assert (await world.habits.get(ada.id, chop.id)).fed_by is None


async def test_a_streak_that_is_lost_and_one_that_a_freeze_saves_are_told_on_the_way(
    world: World, ada: User
) -> None:
    gym = await world.habits.add_written(ada, "gym")
    read = await world.habits.add_written(ada, "read", {"freezes": "off"})
    for _ in range(7):
        await done(world, ada, gym)
        await done(world, ada, read)
        await world.pass_time(1 * DAY, step=2 * HOURS)
    await world.pass_time(40 * HOURS, step=1 * HOURS)

    told = [(part["kind"], part["title"]) for part in world.told() if part["kind"] != "achievement"]
    assert told.count(("habit-frozen", "Gym: a freeze was used")) == 1
    assert told.count(("habit-ended", "Read: the streak has ended")) == 1
    assert ("habit-at-risk", "Read: your streak is at risk") in told
    assert ("habit-yesterday", "Did you do Read yesterday?") in told
