"""A year of a person's habits, with flights over the date line, holidays and breakdowns, and a diary."""

import random
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime
from typing import TypeAlias

import pytest
from structlog.testing import capture_logs

from tests.diary import Diary
from tests.fakes.clock import HandClock
from tests.habit_life import FED, Life
from tests.habit_person import LOOKS, Person
from tests.resolutions import DAY, Resolution, every, in_a_month, in_a_week, on_weekdays
from tests.world import World
from tracker.front_ends import FrontEnd
from tracker.habits.changing import DayReport
from tracker.habits.errors import NoSkipsLeft
from tracker.habits.rounds.auditing import audit
from tracker.store.sqlite import SqliteTable

FIRST = date(2011, 7, 1)
LAST = date(2012, 6, 30)
LEFT_OUT = date(2011, 12, 30)
"""Samoa went from one side of the date line to the other, and had no such day."""

MESSAGES = {
    "habit-reminder",
    "habit-at-risk",
    "habit-yesterday",
    "habit-frozen",
    "habit-ended",
    "achievement",
    "digest",
}


@pytest.fixture
def clock() -> HandClock:
    return HandClock(datetime(2011, 6, 30, 22, tzinfo=UTC))


Event: TypeAlias = Callable[[Person], Awaitable[None]]


async def test_a_year_gives_what_the_diary_says(sqlite_table: SqliteTable, clock: HandClock) -> None:
    with capture_logs() as lines:
        async with World.of(sqlite_table, clock) as world:
            person = await settle(world)
            events, week = dict(EVENTS), 0
            while person.life.diary.today < LAST:
                await person.live_a_day()
                if (event := events.pop(person.life.today(), None)) is not None:
                    await event(person)
                if person.life.today().isocalendar().week != week:
                    week = person.life.today().isocalendar().week
                    await person.life.compare()
                    await sqlite_table.sweep()
            await person.life.compare()
            assert not await audit(sqlite_table, person.life.user.id, clock())
            assert not events
            check_all_was_there(person.life)
    assert [line for line in lines if line["log_level"] == "error"] == []
    assert [line for line in lines if "repaired" in line["event"]] == []


def check_all_was_there(life: Life) -> None:
    """That the year was as eventful as it is meant to be."""
    messages = life.world.told()
    assert len({part["id"] for part in messages}) == len(messages)
    assert life.kinds.keys() == MESSAGES
    assert 300 < life.kinds["digest"] <= (LAST - FIRST).days + 1
    assert life.late > 100
    words = [word.what for one in life.diary.resolutions.values() for word in one.words.values()]
    assert set(words) == {"done", "skipped", "frozen", "unknown"}
    won = {"comeback", "perfect-week", "streak-100", "total-1000", "level-10"}
    assert won <= life.diary.achievements
    assert life.diary.ended


async def settle(world: World) -> Person:
    player = world.hiscores.osrs("Zezima").train("Woodcutting", 1_000)
    user = await world.person("discord:1000001", timezone="Europe/Berlin", digest_time="7:00")
    await world.character(user)
    life = Life(world, user, Diary(frozenset({LEFT_OUT})), player)
    await life.begin("gym", Resolution(FIRST), remind="7:00, 18:00")
    stretch = Resolution(FIRST, on_weekdays, freezes=False)
    await life.begin("stretch on weekdays", stretch, remind="7:00", freezes="off")
    await life.begin("swim 3x a week", Resolution(FIRST, in_a_week(3)), remind="18:00")
    await life.begin("call grandma 3x a month", Resolution(FIRST, in_a_month(3)))
    await life.begin("cook 3 in 7 days", Resolution(FIRST, window=(3, 7)))
    await life.begin("water plants every 3 days", Resolution(FIRST, every(3, FIRST)), remind="20:00")
    await life.begin("read 20 pages", Resolution(FIRST, wanted=20), remind="20:00")
    await life.begin("no smoking", Resolution(FIRST, to_quit=True))
    await life.begin("chop trees", Resolution(FIRST), fed="zezima woodcutting")
    await life.go_on_to(1)
    await life.done("Gym", ago=2)  # it began a little earlier
    return Person(life, random.Random(2011))  # noqa: S311 - repeatable


async def tell_of_a_holiday(person: Person) -> None:
    await person.life.be_away(date(2011, 8, 15), date(2011, 8, 28))


async def rest(person: Person) -> None:
    person.keenness = 0.0


async def go_on(person: Person) -> None:
    person.keenness = 1.0


async def do_everything(person: Person) -> None:
    person.keenness = 2.0


async def come_back(person: Person) -> None:
    """After two weeks the first thing is told in two parts, taken back, and told again."""
    life = person.life
    assert "comeback" not in life.diary.achievements
    await life.done("Read", amount=12)
    await life.done("Read", amount=10)
    assert "comeback" in life.diary.achievements
    await life.compare()
    await life.undo("Read")
    await life.done("Read")
    assert "comeback" in life.diary.achievements
    await go_on(person)


async def stay_up_late(person: Person) -> None:
    await person.life.change_settings(day_start="4:00")
    await person.life.be_reminded("Read", "20:00, 23:45")
    person.stays_up = True


async def sleep_again(person: Person) -> None:
    await person.life.change_settings(day_start="0:00")
    await person.life.be_reminded("Read", "20:00")
    person.stays_up = False


async def break_phone(person: Person) -> None:
    person.life.break_phone()


async def mend_phone(person: Person) -> None:
    person.life.mend_phone()


async def stop_service(person: Person) -> None:
    """For two days. What is told meanwhile is told at the terminal, which needs no service."""
    life = person.life
    await life.service_stops()
    life.wait_until(20)
    life.train()
    await life.done("Gym")
    life.wait_until(7)
    life.wait_until(20)
    await life.done("Swim")
    life.wait_until(21)
    await life.service_starts()


async def source_fails(person: Person) -> None:
    """For three days, on which it is asked often enough to know."""
    person.life.source_fails()
    person.looks = LOOKS[:1]


async def source_recovers(person: Person) -> None:
    person.life.source_recovers()
    person.looks = LOOKS


def fly_to(zone: str) -> Event:
    async def fly(person: Person) -> None:
        await person.life.change_settings(timezone=zone)

    return fly


async def fly_into_yesterday(person: Person) -> None:
    """What was given on a day that comes again is taken back, and given again; and the oldest day is told."""
    life = person.life
    yesterday, daily = life.today() - DAY, ("Gym", "Read")
    given = {name: life.diary.resolutions[name].awards.get(yesterday) for name in daily}
    name = next(name for name, award in given.items() if award is not None and award.given_on == yesterday)
    if life.today() - 8 * DAY in life.diary.resolutions[name].words:
        await life.undo(name, ago=8)
        await life.compare()
    await life.done(name)
    await life.change_settings(timezone="Pacific/Honolulu")
    await life.undo(name)
    await life.done(name)
    await life.done(name, ago=7)
    await life.compare()


async def tell_of_an_illness(person: Person) -> None:
    await person.life.be_away(date(2012, 2, 6), date(2012, 2, 12))


async def fly_before_a_reminder_arrives(person: Person) -> None:
    """From one day's noon into the next day's morning: what was meant for the day before must not come."""
    life = person.life
    life.break_phone()
    await life.go_on_to(7)
    life.mend_phone()
    life.wait_until(12)
    await life.change_settings(timezone="Pacific/Auckland")
    await life.go_on_to(11, 30)


async def undo_what_was_said_last(person: Person) -> None:
    """And not what a number, or a freeze, has said since."""
    life = person.life
    life.wait_until(6, 30)
    await life.done("Stretch")
    life.train()
    await life.go_on_to(12)
    assert life.diary.today in life.diary.resolutions[FED].words
    await life.undo_last("Stretch")


async def skip_too_often(person: Person) -> None:
    life = person.life
    name, free = next(
        (name, free)
        for name, one in life.diary.resolutions.items()
        if not one.to_quit
        and len(free := _free_days(life, name)) > 4 - life.diary.skips_in(name, life.today())
    )
    *before, last = free[: 5 - life.diary.skips_in(name, life.today())]
    for ago in before:
        await life.skip(name, ago=ago)
    with pytest.raises(NoSkipsLeft, match="All 4 skips of this month are used"):
        await life.phone.skip(
            life.user.id, life.habits[name].id, DayReport(life.today() - last * DAY, FrontEnd.SMS)
        )


def _free_days(life: Life, name: str) -> list[int]:
    """Of the last week, those of which nothing is said yet, and that can be skipped: days ago."""
    words = life.diary.resolutions[name].words
    days = {ago: life.today() - ago * DAY for ago in range(8)}
    return [ago for ago, day in days.items() if day not in words and life.diary.asks_for(name, day)]


async def want_quiet(person: Person) -> None:
    await person.life.change_settings(quiet_hours="21:00-8:00")


async def want_no_quiet(person: Person) -> None:
    await person.life.change_settings(quiet_hours="off")


EVENTS: dict[date, Event] = {
    date(2011, 8, 12): tell_of_a_holiday,
    date(2011, 8, 14): rest,
    date(2011, 8, 29): come_back,
    date(2011, 8, 31): stay_up_late,
    date(2011, 9, 4): do_everything,
    date(2011, 9, 18): go_on,
    date(2011, 10, 15): sleep_again,
    date(2011, 11, 6): break_phone,
    date(2011, 11, 13): mend_phone,
    date(2011, 11, 20): stop_service,
    date(2011, 12, 4): source_fails,
    date(2011, 12, 7): source_recovers,
    date(2011, 12, 10): fly_to("Pacific/Auckland"),
    date(2011, 12, 20): fly_to("Pacific/Apia"),
    date(2012, 1, 5): fly_to("Pacific/Honolulu"),
    date(2012, 1, 9): fly_before_a_reminder_arrives,
    date(2012, 1, 15): fly_into_yesterday,
    date(2012, 1, 19): fly_to("Pacific/Auckland"),
    date(2012, 1, 25): fly_to("Europe/Berlin"),
    date(2012, 2, 5): rest,
    date(2012, 2, 12): go_on,
    date(2012, 2, 14): tell_of_an_illness,
    date(2012, 2, 28): skip_too_often,
    date(2012, 3, 31): want_quiet,
    date(2012, 4, 30): want_no_quiet,
    date(2012, 5, 6): undo_what_was_said_last,
}
"""What happens on the evening of a day."""
