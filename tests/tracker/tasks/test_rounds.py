"""When something is said of tasks, and what: reminders, what is put off, moved or blocked, and the digest."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scheduler.rounds import run_due
from tests.due_work import tools_at
from tests.fakes.clock import HandClock
from tests.fakes.distant_table import DistantTable
from tests.tracker.tasks.desks import DAY, Desk
from tracker.accounts.model import User
from tracker.due import due_now
from tracker.feature import follow_settings
from tracker.notify.model import OutboxItem
from tracker.store.keys import DueKey
from tracker.store.sqlite import SqliteTable
from tracker.tasks.feature import TASK_ROUNDS
from tracker.tasks.messages import OPEN_CHECK
from tracker.tasks.model import Priority, Task, TaskStatus
from tracker.tasks.rounds.daily import hold
from tracker.tasks.rounds.digest import section_of
from tracker.tasks.rounds.moments import moments_of, next_moment, struck_between
from tracker.tasks.rounds.planning import KIND, TaskRound
from tracker.tasks.rounds.still_true import checks

HOUR = 3600


@pytest.fixture
async def desk(sqlite_table: SqliteTable, clock: HandClock) -> Desk:
    desk = Desk(sqlite_table, clock)
    await desk.settle()
    return desk


async def live(desk: Desk, hours: int) -> None:
    while hours > 0:
        step = min(3, hours)
        desk.clock.advance(step * HOUR)
        hours -= step
        await run_due(TASK_ROUNDS, tools_at(desk.table, desk.clock))


async def said(desk: Desk) -> list[tuple[str, str, int]]:
    """Kind, hour and how many days after the first of January."""
    begin = datetime(2100, 1, 1, tzinfo=UTC)
    every = sorted(await desk.told(), key=lambda one: (one.not_before, one.title))
    return [
        (one.kind.name, f"{one.not_before:%H:%M}", (one.not_before.date() - begin.date()).days)
        for one in every
    ]


async def is_true(desk: Desk, message: OutboxItem) -> bool:
    assert message.check is not None
    check = checks(desk.table, desk.clock)[OPEN_CHECK]
    return await check(desk.user.id, message.check.reference)


async def test_a_task_is_told_when_it_is_due_and_on_some_days_after_that(desk: Desk) -> None:
    await desk.add("Call", due_date=date(2100, 1, 2), due_time=time(17))
    await live(desk, 24 * 20)
    assert await said(desk) == [
        ("task-due", "17:00", 1),
        *(("task-overdue", "08:00", 1 + days) for days in (1, 2, 4, 7)),
    ]
    assert await desk.table.get(DueKey(desk.user.id, "tasks", "daily").key) is None


async def test_what_matters_most_is_told_every_day_for_a_week(desk: Desk) -> None:
    await desk.add("Taxes", due_date=date(2100, 1, 2), priority=Priority.P1)
    await live(desk, 24 * 12)
    assert [day for _, _, day in await said(desk)] == [1, 2, 3, 4, 5, 6, 7, 8]


async def test_all_that_is_due_at_the_persons_hour_is_one_bundle_with_buttons(desk: Desk) -> None:
    for title in ("Call", "Write"):
        await desk.add(title, due_date=date(2100, 1, 2), size=30)
    await live(desk, 33)
    first, second = await desk.told()
    assert (first.group, first.not_before) == (second.group, second.not_before)
    assert {first.title, second.title} == {"Call is due", "Write is due"}
    assert first.kind.answers is not None
    assert [act.label for act in first.kind.answers.acts] == ["Done", "Move", "Snooze", "Drop"]


async def test_of_very_many_the_most_urgent_are_told_and_the_others_counted(desk: Desk) -> None:
    for number in range(25):
        priority = Priority.P1 if number == 24 else Priority.P4
        await desk.add(f"Task {number}", due_date=date(2100, 1, 2), priority=priority)
    await live(desk, 33)
    told = await desk.told()
    assert len(told) == 21
    assert [one.title for one in told if one.entity == "more"] == ["And 5 other tasks"]
    assert "Task 24 is due" in {one.title for one in told}


async def test_what_was_done_or_moved_is_not_told_any_more(desk: Desk) -> None:
    call, write = (
        await desk.add("Call", due_date=date(2100, 1, 2)),
        await desk.add("Write", due_date=date(2100, 1, 2)),
    )
    await live(desk, 33)
    told = {one.entity: one for one in await desk.told()}
    assert await is_true(desk, told[call.id])
    await desk.tasks.done(desk.user.id, call.id)
    await desk.tasks.move(desk.user.id, write.id, date(2100, 1, 5))
    assert not await is_true(desk, told[call.id])
    assert not await is_true(desk, told[write.id])
    await live(desk, 24 * 4)
    assert [(name, day) for name, _, day in await said(desk)][2:] == [("task-due", 4), ("task-overdue", 5)]


async def test_a_snooze_is_no_move(desk: Desk) -> None:
    call = await desk.add("Call", due_date=date(2100, 1, 2))
    await live(desk, 33)
    [told] = await desk.told()
    until = desk.clock() + timedelta(hours=26)
    snoozed = (await desk.tasks.snooze(desk.user.id, call.id, until)).changed.task
    assert (snoozed.due_date, snoozed.snoozed_until) == (date(2100, 1, 2), until)
    assert not await is_true(desk, told)
    await live(desk, 30)  # the word of the day after falls away
    again = next(one for one in await desk.told() if one.not_before == until)
    assert [day for _, _, day in await said(desk)] == [1, 2]
    assert await is_true(desk, again)
    await desk.tasks.undo(desk.user.id)
    assert not await is_true(desk, again)


async def test_a_blocked_task_is_not_told_until_nothing_blocks_it(desk: Desk) -> None:
    paint, walls = await desk.add("Paint", due_date=date(2100, 1, 2)), await desk.add("Wash walls")
    await desk.tasks.depend(desk.user.id, paint.id, walls.id)
    await live(desk, 40)
    assert await said(desk) == []
    await desk.tasks.done(desk.user.id, walls.id)
    await live(desk, 24)
    assert [name for name, _, _ in await said(desk)] == ["task-unblocked", "task-overdue"]


async def test_what_is_on_hold_is_silent(desk: Desk) -> None:
    call = await desk.add("Call", due_date=date(2100, 1, 2))
    await desk.tasks.switch(desk.user.id, call.id, TaskStatus.ON_HOLD)
    await live(desk, 40)
    assert await said(desk) == []
    await desk.tasks.switch(desk.user.id, call.id, TaskStatus.NOT_STARTED)
    await live(desk, 24)
    assert [name for name, _, _ in await said(desk)] == ["task-overdue"]


async def test_what_is_added_after_its_hour_is_not_told_late(desk: Desk) -> None:
    desk.clock.advance(10 * HOUR)
    await desk.add("Call", due_date=desk.today)
    await desk.add("Write", due_date=desk.today, due_time=time(12))
    await live(desk, 5)
    assert [one.title for one in await desk.told()] == ["Write is due"]


async def test_a_move_to_another_zone_moves_what_is_planned(desk: Desk) -> None:
    await desk.add("Call", due_date=date(2100, 1, 2), due_time=time(9))
    desk.user = await desk.accounts.change_settings(desk.user.id, {"timezone": "Asia/Tokyo"})
    await follow_settings(tools_at(desk.table, desk.clock), desk.user, {"timezone"})
    await live(desk, 30)
    assert (await said(desk))[0] == ("task-due", "00:00", 1)


async def test_a_day_that_is_far_away_costs_no_look_before_it(desk: Desk) -> None:
    await desk.add("Call", due_date=date(2100, 3, 1))
    item = await desk.table.get(DueKey(desk.user.id, "tasks", "daily").key)
    assert item is not None
    assert item["dueAt"] == "2100-03-01T08:00:00Z"


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
async def test_at_the_ends_of_the_world_a_task_is_told_at_the_persons_hour(desk: Desk, zone: str) -> None:
    desk.user = await desk.accounts.change_settings(desk.user.id, {"timezone": zone, "day_start": "06:00"})
    await desk.add("Call", due_date=date(2100, 1, 3))
    await live(desk, 24 * 12)
    told = sorted(f"{one.not_before.astimezone(ZoneInfo(zone)):%d %H:%M}" for one in await desk.told())
    assert told == [f"{3 + over:02} 08:00" for over in (0, 1, 2, 4, 7)]


async def test_a_look_at_a_persons_tasks_reads_once_and_writes_once(desk: Desk) -> None:
    for number in range(3):
        await desk.add("Call", due_date=date(2100, 1, 2 + 10 * number))
    desk.clock.advance(33 * HOUR)
    [round_] = await due_now(desk.table, TaskRound, KIND, desk.clock(), 100)
    far = DistantTable(desk.table)
    told, trips = await far.round_trips(hold(far, desk.clock, round_))
    assert ([one.title for one in told], trips) == (["Call is due"], 2)


# Pure

ZONES = ("Europe/Berlin", "Pacific/Auckland", "Pacific/Honolulu", "America/New_York", "Asia/Kolkata")


def person(zone: str, day_start: time = time(0)) -> User:
    created = datetime(2026, 1, 1, tzinfo=UTC)
    return User(id="ada", timezone=zone, day_start=day_start, digest_time=time(8), created_at=created)


def due_task(due: date, at: time | None = None, priority: Priority = Priority.P4) -> Task:
    created = datetime(2026, 1, 1, tzinfo=UTC)
    return Task(
        id="t", user_id="ada", title="T", due_date=due, due_time=at, priority=priority, created_at=created
    )


@pytest.mark.parametrize(
    ("zone", "due", "at", "instant"),
    [
        ("Europe/Berlin", date(2027, 3, 28), time(2, 30), datetime(2027, 3, 28, 1, 0, tzinfo=UTC)),
        ("Europe/Berlin", date(2027, 10, 31), time(2, 30), datetime(2027, 10, 31, 0, 30, tzinfo=UTC)),
        ("Pacific/Auckland", date(2027, 4, 4), time(23, 59), datetime(2027, 4, 4, 11, 59, tzinfo=UTC)),
        ("Pacific/Honolulu", date(2027, 4, 4), time(0, 1), datetime(2027, 4, 4, 10, 1, tzinfo=UTC)),
    ],
)
def test_a_time_is_one_of_the_persons_clocks(zone: str, due: date, at: time, instant: datetime) -> None:
    assert next(moments_of(person(zone), due_task(due, at))).at == instant


def walked(user: User, task: Task, since: datetime, until: datetime) -> Iterator[tuple[datetime, int]]:
    """By looking at the clock every minute: when it first reads what a word is due at."""
    days = range(1, 8) if task.priority is Priority.P1 else (1, 2, 4, 7)
    assert task.due_date is not None
    wanted = {(task.due_date, task.due_time or time(8)): 0}
    wanted |= {(task.due_date + timedelta(days=over), time(8)): over for over in days}
    zone, minute = ZoneInfo(user.timezone), since
    while minute <= until:
        wall = minute.astimezone(zone)
        for (day, at), over in [*wanted.items()]:
            if (wall.date(), wall.time()) >= (day, at) and wall.date() == day:
                del wanted[day, at]
                yield minute, over
        minute += timedelta(minutes=1)


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(ZONES),
    st.dates(date(2027, 3, 20), date(2027, 4, 6)) | st.dates(date(2027, 10, 20), date(2027, 11, 6)),
    st.none() | st.times(),
    st.sampled_from([Priority.P1, Priority.P3]),
)
def test_moments_are_those_of_a_clock_that_is_watched(
    zone: str, due: date, at: time | None, priority: Priority
) -> None:
    at = at and at.replace(second=0, microsecond=0, tzinfo=None)
    user, task = person(zone), due_task(due, at, priority)
    begin = datetime.combine(due, time(0), UTC) - timedelta(days=1)
    end = begin + timedelta(days=11)
    found = [(one.at, one.days_over) for one in moments_of(user, task)]
    assert sorted(found) == sorted(walked(user, task, begin, end))


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(1, 60 * 24), min_size=1, max_size=60), st.sampled_from(ZONES))
def test_whenever_somebody_looks_nothing_is_told_twice_and_the_last_is_told(
    steps: list[int], zone: str
) -> None:
    user, task = person(zone), due_task(date(2027, 3, 28), time(17))
    last = now = datetime(2027, 3, 27, tzinfo=UTC)
    told: list[int] = []
    for step in steps:
        now += timedelta(minutes=step)
        told += [one.days_over for one in struck_between(user, [task], last, now)]
        last = now
    assert told == sorted(set(told))
    due = [one.days_over for one in moments_of(user, task) if one.at <= now]
    assert (told[-1:] == due[-1:]) or not due
    following = next_moment(user, [task], now)
    assert following is None or following > now


def test_the_digest_has_what_is_due_and_once_a_week_what_nobody_touched() -> None:
    today = date(2027, 3, 10)
    tasks = [
        due_task(today).model_copy(update={"title": "Today"}),
        due_task(today - 2 * DAY, priority=Priority.P1).model_copy(update={"title": "Late"}),
        due_task(today - 30 * DAY).model_copy(update={"title": "Old"}),
        due_task(today).model_copy(update={"title": "Blocked", "open_blockers": 1}),
    ]
    daily, weekly = section_of(tasks, today, weekly=False), section_of(tasks, today, weekly=True)
    assert daily is not None
    assert weekly is not None
    assert daily.text == "Today: today\nLate: 2 days overdue, P1"
    assert (daily.facts, daily.is_news) == ({"tasksDue": 1, "tasksOverdue": 1}, True)
    assert weekly.text.endswith("Old: 30 days overdue")
    assert section_of(tasks[2:3], today, weekly=False) is None
