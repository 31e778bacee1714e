"""Dates that come again or not at all, and what else a year of a person's life brings."""

from datetime import UTC, date, datetime

from tests.fakes.clock import HandClock
from tests.tracker.habits.homes import A_DAY, DAY, Home
from tracker.front_ends import FrontEnd
from tracker.goals.characters.names import spelling_key
from tracker.goals.model import Character
from tracker.habits.changing import DayReport, ObservedGain
from tracker.habits.day_context import read_logs
from tracker.habits.model import Habit
from tracker.habits.schedule import EveryDays, PerWeek
from tracker.habits.states import Logged
from tracker.habits.watched import watch_one
from tracker.rewards.points import Scale
from tracker.store.entity import to_item
from tracker.store.segments import Subject
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Put

HOUR = 3600


async def current(home: Home, habit: Habit) -> int:
    known = await home.habits.get(home.user.id, habit.id)
    return (await watch_one(home.table, home.user, known, home.clock())).standing().current


async def fed_habit(home: Home) -> Habit:
    zezima = Character(
        id=spelling_key("Zezima"),
        user=home.user.id,
        game="osrs",
        name="Zezima",
        subject=Subject("osrs", "zezima"),
        created_at=home.clock(),
    )
    await home.table.transact([Put(to_item(zezima, zezima.key))])
    return await home.habits.add_written(home.user, "chop trees", {"fed": "zezima woodcutting"})


async def feed(home: Home, habit: Habit, before: int, after: int) -> None:
    await home.habits.feed(home.user.id, habit.id, ObservedGain(home.today, "osrs", before, after))


async def test_a_date_that_comes_again_brings_the_same_reminder_once(home: Home) -> None:
    await home.change_settings(timezone="Pacific/Auckland")
    await home.habits.add_written(home.user, "gym", {"remind": "9:00"})
    await home.go_on_to(9, days=1)
    await home.change_settings(timezone="Pacific/Honolulu")  # 23 hours behind: it is the day before
    await home.go_on_to(10, days=2)

    days = [one.facts["day"] for one in await home.told() if one.kind.name == "habit-reminder"]
    assert sorted(days) == [f"{home.today - DAY}", f"{home.today}"]


async def test_what_was_given_on_a_date_that_comes_again_can_be_taken_back_and_given_again(
    home: Home,
) -> None:
    gym, read = [await home.habits.add(home.user, name) for name in ("Gym", "Read")]
    await home.change_settings(timezone="Pacific/Auckland")
    await home.done(gym)
    home.clock.advance(A_DAY)
    await home.done(gym)
    await home.change_settings(timezone="Pacific/Honolulu")
    await home.habits.undo(home.user.id, gym.id, home.today)

    assert await home.done(read)
    assert (await home.wallet()).points == 20
    assert Scale().award(1, -10) == 10


async def test_after_a_flight_into_yesterday_the_oldest_day_that_can_be_told_still_counts(home: Home) -> None:
    await home.change_settings(timezone="Pacific/Auckland")
    gym = await home.habits.add(home.user, "Gym")
    await home.done(gym)
    home.clock.advance(9 * A_DAY)
    await home.done(gym)
    await home.change_settings(timezone="Pacific/Honolulu")
    oldest = home.today - 7 * DAY
    mark = (await home.streak(gym)).mark
    assert mark is not None
    assert mark.through == oldest  # by the day that it was before the flight, it is too long ago

    await home.habits.complete(home.user.id, gym.id, DayReport(oldest, FrontEnd.TERMINAL))
    assert (await home.streak(gym)).longest == 2


async def test_a_date_that_a_country_left_out_ends_nothing_and_is_not_asked_about(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    clock.advance((datetime(2011, 12, 25, 20, tzinfo=UTC) - clock()).total_seconds())
    home = Home(sqlite_table, clock)
    await home.settle()
    await home.change_settings(timezone="Pacific/Apia")
    gym = await home.habits.add(home.user, "Gym")
    for _ in range(5):  # from the 25th to the 29th, which the 31st follows
        await home.go_on_to(11)
        await home.done(gym)
    await home.go_on_to(11)
    assert home.today == date(2011, 12, 31)
    assert "habit-yesterday" not in await home.kinds()
    await home.go_on_to(13)

    assert (await read_logs(home.table, gym.id))[date(2011, 12, 30)].state is Logged.UNKNOWN
    await home.done(gym)
    assert await current(home, gym) == 6
    assert "habit-ended" not in await home.kinds()


async def test_a_reminder_does_not_follow_into_the_next_day(home: Home) -> None:
    await home.change_settings(timezone="Pacific/Honolulu")
    await home.habits.add_written(home.user, "gym", {"remind": "7:00"})
    await home.go_on_to(7)
    [told] = await home.told()

    assert await home.reads_now(told)
    await home.go_on_to(12)
    await home.change_settings(timezone="Pacific/Auckland")  # it is 11 in the morning of the next day
    assert not await home.reads_now(told)


async def test_a_week_that_has_just_begun_is_not_at_risk(home: Home) -> None:
    swim = await home.habits.add(home.user, "Swim", schedule=PerWeek(times=1))
    water = await home.habits.add(home.user, "Water", schedule=EveryDays(days=3, since=home.today))
    await home.done(swim)
    await home.done(water)
    await home.go_on_to(9, days=3)
    assert home.today.weekday() == 0
    await home.go_on_to(11, days=1)

    assert await home.kinds("habit-at-risk", "habit-yesterday") == []


async def test_a_comeback_counts_also_in_parts_and_after_it_was_taken_back(home: Home) -> None:
    read = await home.habits.add_written(home.user, "read 20 pages")
    await home.done(read)
    home.clock.advance(20 * A_DAY)
    await home.done(read, amount=12)
    await home.done(read, amount=10)
    assert "comeback" in await home.achievements()
    await home.habits.undo(home.user.id, read.id, home.today)
    assert "comeback" not in await home.achievements()
    await home.done(read)

    assert "comeback" in await home.achievements()


async def test_undo_means_what_the_person_said_and_not_what_a_number_said_since(home: Home) -> None:
    chop = await fed_habit(home)
    gym = await home.habits.add(home.user, "Gym")
    await home.done(gym)
    await feed(home, chop, 1000, 1040)

    assert (await home.habits.undo(home.user.id)).habit.name == "Gym"
    assert list(await read_logs(home.table, chop.id)) == [home.today]


async def test_days_on_which_questlog_itself_was_down_are_unknown_where_a_number_tells(home: Home) -> None:
    chop = await fed_habit(home)
    gym = await home.habits.add(home.user, "Gym")
    for day in range(4):
        await home.go_on_to(9)
        await feed(home, chop, 1000 + day, 1001 + day)
        await home.done(gym)
    await home.go_on_to(21)
    home.clock.advance(60 * HOUR)  # nothing ran
    await home.look()

    logs = await read_logs(home.table, chop.id)
    assert [logs[day].state for day in sorted(logs)] == [Logged.DONE] * 4 + [Logged.UNKNOWN] * 2
    assert (await current(home, chop), await current(home, gym)) == (4, 0)
    assert [one.entity for one in await home.told() if one.kind.name == "habit-ended"] == [gym.id]
