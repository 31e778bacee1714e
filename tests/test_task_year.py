"""One person's year with tasks, moves and travel, against a slow reckoning that shares no code."""

import calendar
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

from scheduler.rounds import run_due
from tests.due_work import tools_at
from tests.fakes.clock import HandClock
from tests.tracker.tasks.desks import Desk
from tracker.feature import follow_settings
from tracker.store.sqlite import SqliteTable
from tracker.tasks.feature import TASK_ROUNDS
from tracker.tasks.model import Priority
from tracker.tasks.recurrence import LAST, Recurrence, RepeatMode, RepeatUnit

BEGIN = datetime(2027, 1, 1, 11, tzinfo=UTC)
DAY = timedelta(days=1)
ZONES = {0: "Europe/Berlin", 60: "Pacific/Auckland", 95: "Pacific/Honolulu", 130: "Europe/Berlin"}
"""From which day of the year on the person lives where."""
DAY_START = 4
CAP = 150
WORTH = {Priority.P1: 300, Priority.P2: 200, Priority.P3: 150, Priority.P4: 100}


@dataclass
class Series:
    """One recurring task as a person understands it."""

    title: str
    rule: Recurrence
    falls: Callable[[date], bool]
    """Whether it falls on a day of the calendar; for `every!` it is not asked."""
    size: int
    priority: Priority
    every: int = 0
    """So many days after it was done."""
    due: date = date.min
    planned: date = date.min
    """When it was due before it was moved."""
    id: str = ""
    dues: list[date] = field(default_factory=list[date])

    def after(self, done: date) -> date:
        """By walking through the calendar."""
        if self.every:
            following = done + self.every * DAY
            while following <= max(self.due, self.planned):
                following += self.every * DAY
            return following
        day = max(self.due, self.planned, done) + DAY
        while not self.falls(day):
            day += DAY
        return day


def on_31st(day: date) -> bool:
    return day.day == calendar.monthrange(day.year, day.month)[1]


def on_30th(day: date) -> bool:
    return day.day == min(30, calendar.monthrange(day.year, day.month)[1])


def series() -> list[Series]:
    first = BEGIN.date()
    month, week, days = RepeatUnit.MONTH, RepeatUnit.WEEK, RepeatUnit.DAY
    return [
        Series(
            "Rent",
            Recurrence(frequency=month, start=date(2027, 1, 31)),
            on_31st,
            60,
            Priority.P2,
            due=date(2027, 1, 31),
        ),
        Series(
            "Books",
            Recurrence(frequency=month, start=date(2027, 1, 30)),
            on_30th,
            45,
            Priority.P3,
            due=date(2027, 1, 30),
        ),
        Series(
            "Report",
            Recurrence(frequency=month, anchor=LAST, start=date(2027, 1, 31)),
            on_31st,
            240,
            Priority.P1,
            due=date(2027, 1, 31),
        ),
        Series(
            "Bins",
            Recurrence(frequency=week, weekdays=(0, 3), start=date(2027, 1, 4)),
            lambda day: day.weekday() in {0, 3},
            10,
            Priority.P4,
            due=date(2027, 1, 4),
        ),
        Series(
            "Water",
            Recurrence(frequency=days, interval=3, start=first),
            lambda day: (day - first).days % 3 == 0,
            15,
            Priority.P4,
            due=first,
        ),
        Series(
            "Filter",
            Recurrence(frequency=days, interval=20, mode=RepeatMode.AFTER_COMPLETION, start=first),
            lambda _: False,
            30,
            Priority.P2,
            every=20,
            due=first,
        ),
    ]


def day_of(now: datetime, zone: str) -> date:
    """By the clock on the wall; the day begins at four in the morning."""
    wall = now.astimezone(ZoneInfo(zone))
    return wall.date() if wall.hour >= DAY_START else wall.date() - DAY


def given(worth: int, before: int) -> int:
    """Point by point: each costs twice as much beyond the cap, four times beyond twice the cap."""
    points = before
    while worth >= 2 ** (points // CAP):
        worth -= 2 ** (points // CAP)
        points += 1
    return points - before


@dataclass
class Purse:
    total: int = 0
    day: date = date.min
    today: int = 0

    def earn(self, worth: int, day: date) -> int:
        if day != self.day:
            self.day, self.today = day, 0
        points = given(worth, self.today)
        self.today += points
        self.total += points
        return points


async def travel(desk: Desk, zone: str) -> None:
    desk.user = await desk.accounts.change_settings(
        desk.user.id, {"timezone": zone, "day_start": f"0{DAY_START}:00"}
    )
    await follow_settings(tools_at(desk.table, desk.clock), desk.user, {"timezone", "day_start"})


async def test_a_year_of_tasks_is_as_a_slow_reckoning_has_it(sqlite_table: SqliteTable) -> None:
    clock, chance = HandClock(BEGIN), Random(16)  # noqa: S311 - the same year each time
    desk, purse, every = Desk(sqlite_table, clock), Purse(), series()
    await desk.settle()
    await travel(desk, ZONES[0])
    for one in every:
        one.id = (
            await desk.add(one.title, recurrence_rule=one.rule, size=one.size, priority=one.priority)
        ).id
    zone = ZONES[0]
    for number in range(365):
        if number in ZONES:
            zone = ZONES[number]
            await travel(desk, zone)
        clock.advance((BEGIN + number * DAY - clock()).total_seconds())
        await run_due(TASK_ROUNDS, tools_at(sqlite_table, clock))
        clock.advance(chance.choice([0, 3600, 43_140, 43_260, 61_200]))  # also around midnight, and after it
        await run_due(TASK_ROUNDS, tools_at(sqlite_table, clock))
        await live_a_day(desk, every, purse, chance, day_of(clock(), zone))
    await compare_messages(desk, every)


async def live_a_day(desk: Desk, every: list[Series], purse: Purse, chance: Random, today: date) -> None:
    """Some of what is due is done, often late, sometimes early, moved or skipped."""
    for one in every:
        if chance.random() > 0.3 or one.due > today + 3 * DAY:
            continue
        act = chance.choice(["done", "done", "done", "skip", "move", "undo"])
        if act == "move":
            to = today + chance.randrange(1, 5) * DAY
            if to != one.due:
                await desk.tasks.move(desk.user.id, one.id, to)
                one.planned, one.due = one.due if one.planned == date.min else one.planned, to
            continue
        written = await (desk.tasks.skip if act == "skip" else desk.tasks.done)(desk.user.id, one.id)
        if act == "undo":
            await desk.tasks.undo(desk.user.id, one.id)
            if purse.day != today:
                purse.day, purse.today = today, 0
            assert written.changed.points == given(one.size * WORTH[one.priority] // 100, purse.today)
            continue
        expected = purse.earn(one.size * WORTH[one.priority] // 100, today) if act == "done" else 0
        assert written.changed.points == expected, (one.title, today)
        following = written.changed.next
        assert following is not None
        one.dues.append(one.due)
        one.due, one.planned, one.id = one.after(today), date.min, following.id
        assert following.due_date == one.due, (one.title, today)
    assert (await desk.wallet()).points == purse.total
    assert {task.title: task.due_date for task in await desk.open()} == {one.title: one.due for one in every}


async def compare_messages(desk: Desk, every: list[Series]) -> None:
    """No task is told of twice for one thing, and each word is about one of the dates that there were."""
    told = await desk.told()
    assert len({(one.kind.name, one.entity, one.period) for one in told}) == len(told)
    assert len(told) > 100
    assert sum(line.points for line in await desk.ledger()) == (await desk.wallet()).points
    assert all(len(one.dues) > 3 for one in every)
