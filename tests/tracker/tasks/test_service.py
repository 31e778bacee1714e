"""Tasks: made, done, moved, undone; what they give, and what follows from them."""

import asyncio
from datetime import UTC, date, datetime, time

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.tasks.desks import DAY, Desk
from tracker.rewards.model import EntryType
from tracker.store.sqlite import SqliteTable
from tracker.tasks.errors import (
    NoSuchTask,
    NotRecurring,
    TaskUnchanged,
    WrongTaskStatus,
)
from tracker.tasks.model import ChecklistItem, Priority, TaskStatus
from tracker.tasks.recurrence import Recurrence, RepeatMode, RepeatUnit
from tracker.tasks.service import NewTask


async def test_an_hour_of_p2_gives_120_points_once(desk: Desk) -> None:
    task = await desk.add("Call the bank", size=60, priority=Priority.P2)
    written = await desk.tasks.done(desk.user.id, task.id)
    assert (task.point_value, written.changed.points, (await desk.wallet()).points) == (120, 120, 120)
    [line] = await desk.ledger()
    assert (line.entry_type, line.task_id, line.reason, line.points) == (
        EntryType.EARNED,
        task.id,
        "Call the bank",
        120,
    )
    with pytest.raises(WrongTaskStatus):
        await desk.tasks.done(desk.user.id, task.id)
    assert (await desk.wallet()).points == 120


async def test_a_task_that_is_made_larger_pays_what_it_was_worth_at_first(desk: Desk) -> None:
    task = await desk.add("Small", size=10, priority=Priority.P4)
    after = (await desk.tasks.edit(desk.user.id, task.id, {"size": 240})).changed.task
    assert (after.size, after.point_value) == (240, 10)
    smaller = (await desk.tasks.edit(desk.user.id, task.id, {"size": 5})).changed.task
    assert smaller.point_value == 5


async def test_a_monthly_task_comes_on_the_last_day_of_a_short_month_and_on_the_31st_again(
    desk: Desk,
) -> None:
    task = await desk.add_monthly("Rent", date(2099, 12, 31))
    second = (await desk.tasks.done(desk.user.id, task.id)).changed.next
    assert second is not None
    assert (second.due_date, second.id, second.occurrence) == (date(2100, 1, 31), f"{task.id}-21000131", 2)
    third = (await desk.tasks.done(desk.user.id, second.id)).changed.next
    assert third is not None
    assert third.due_date == date(2100, 2, 28)
    fourth = (await desk.tasks.done(desk.user.id, third.id)).changed.next
    assert fourth is not None
    assert fourth.due_date == date(2100, 3, 31)
    assert [one.id for one in await desk.open()] == [fourth.id]


async def test_the_next_one_begins_afresh(desk: Desk) -> None:
    task = await desk.add_monthly("Rent", desk.today)
    fields = {
        "checklist": (ChecklistItem(text="transfer", done=True),),
        "notes": "was late",
        "scheduled_date": desk.today - 3 * DAY,
        "priority": Priority.P1,
    }
    await desk.tasks.edit(desk.user.id, task.id, fields)
    following = (await desk.tasks.done(desk.user.id, task.id)).changed.next
    assert following is not None
    assert following.due_date is not None
    assert (following.checklist[0].done, following.notes, following.priority, following.revision) == (
        False,
        None,
        Priority.P1,
        1,
    )
    assert following.scheduled_date == following.due_date - 3 * DAY


@pytest.mark.both_engines
async def test_two_devices_that_do_a_task_at_once_make_one_next_and_one_award(desk: Desk) -> None:
    task = await desk.add_monthly("Rent", desk.today)
    found = await asyncio.gather(
        *(desk.tasks.done(desk.user.id, task.id) for _ in range(4)), return_exceptions=True
    )
    assert sum(isinstance(one, WrongTaskStatus) for one in found) == 3
    assert (len(await desk.open()), (await desk.wallet()).points, (await desk.book()).open) == (1, 15, 1)


async def test_skipping_gives_nothing_and_brings_the_next_one(desk: Desk) -> None:
    task = await desk.add_monthly("Rent", desk.today)
    written = await desk.tasks.skip(desk.user.id, task.id)
    assert written.changed.next is not None
    assert (written.changed.points, written.changed.task.status) == (0, TaskStatus.CANCELLED)
    once = await desk.add("Once")
    with pytest.raises(NotRecurring):
        await desk.tasks.skip(desk.user.id, once.id)


async def test_a_series_can_be_ended(desk: Desk) -> None:
    task = await desk.add_monthly("Rent", desk.today)
    written = await desk.tasks.end_series(desk.user.id, task.id)
    assert (written.changed.ended, await desk.open()) == (True, [])
    await desk.tasks.undo(desk.user.id)
    assert [one.id for one in await desk.open()] == [task.id]


async def test_a_series_with_a_count_ends_with_the_last_and_says_so(desk: Desk) -> None:
    task = await desk.add_monthly("Course", desk.today, count=2)
    first = await desk.tasks.done(desk.user.id, task.id)
    assert first.changed.next is not None
    last = await desk.tasks.done(desk.user.id, first.changed.next.id)
    assert (last.changed.next, last.changed.ended) == (None, True)


async def test_every_with_a_mark_counts_from_when_it_was_done(desk: Desk) -> None:
    task = await desk.add_monthly("Filter", desk.today, mode=RepeatMode.AFTER_COMPLETION)
    desk.clock.advance(10 * 86_400)
    following = (await desk.tasks.done(desk.user.id, task.id)).changed.next
    assert following is not None
    assert following.due_date is not None
    assert following.due_date.day == desk.today.day
    assert following.due_date > desk.today


async def test_moving_one_of_a_series_leaves_the_others_where_they_were(desk: Desk) -> None:
    task = await desk.add_monthly("Rent", date(2100, 1, 31))
    moved = await desk.tasks.move(desk.user.id, task.id, date(2100, 2, 3))
    assert moved.changed.task.due_date == date(2100, 2, 3)
    following = (await desk.tasks.done(desk.user.id, task.id)).changed.next
    assert following is not None
    assert following.due_date == date(2100, 2, 28)
    with pytest.raises(TaskUnchanged):
        await desk.tasks.move(desk.user.id, following.id, date(2100, 2, 28))


async def test_one_that_was_moved_ahead_leads_to_the_date_after_its_own_at_the_time_of_its_series(
    desk: Desk,
) -> None:
    task = await desk.add_monthly("Rent", date(2100, 1, 31), due_time=time(17))
    await desk.tasks.move(desk.user.id, task.id, date(2100, 1, 20), due_time=time(9))
    await desk.tasks.move(desk.user.id, task.id, date(2100, 1, 3), due_time=None)
    following = (await desk.tasks.skip(desk.user.id, task.id)).changed.next
    assert following is not None
    assert (following.due_date, following.due_time, following.moved_from) == (
        date(2100, 2, 28),
        time(17),
        None,
    )


async def test_a_project_is_as_far_as_the_minutes_of_its_tasks(desk: Desk) -> None:
    await desk.add_project("house")
    large = await desk.add("Paint", size=90, project_ids=("house",))
    small = await desk.add("Tape", size=30, project_ids=("house",))
    assert (await desk.project("house")).cached_progress == 0
    await desk.tasks.done(desk.user.id, small.id)
    assert (await desk.project("house")).cached_progress == 25
    await desk.tasks.cancel(desk.user.id, large.id)
    project = await desk.project("house")
    assert (project.cached_progress, project.minutes_open, project.tasks_done) == (100, 0, 1)
    await desk.tasks.undo(desk.user.id)
    await desk.tasks.remove(desk.user.id, large.id)
    assert (await desk.project("house")).minutes_open == 0


async def test_done_again_in_the_same_second_tells_nobody_twice(desk: Desk) -> None:
    paint, walls = await desk.add("Paint"), await desk.add("Wash walls")
    await desk.tasks.depend(desk.user.id, paint.id, walls.id)
    for _ in range(2):
        await desk.tasks.done(desk.user.id, walls.id)
        await desk.tasks.undo(desk.user.id, walls.id)
    await desk.tasks.done(desk.user.id, walls.id)
    assert (len(await desk.told()), (await desk.wallet()).points) == (1, 15)


async def test_a_past_can_be_told_without_points_or_messages(desk: Desk) -> None:
    await desk.add_project("house")
    long_ago = desk.clock() - 400 * DAY
    written = await desk.tasks.add(
        desk.user.id,
        NewTask(title="Old", size=60, project_ids=("house",)),
        created_at=long_ago,
        completed_at=long_ago + DAY,
    )
    task = written.changed.task
    assert (task.status, task.award, task.created_at) == (TaskStatus.DONE, None, long_ago)
    assert ((await desk.wallet()).points, await desk.told(), (await desk.book()).done) == (0, [], 1)
    project = await desk.project("house")
    assert (project.last_done_at, project.minutes_done) == (long_ago + DAY, 60)


@pytest.mark.parametrize(
    ("home", "at", "day"),
    [
        ("Pacific/Auckland 00:00", datetime(2100, 4, 4, 11, 59, tzinfo=UTC), date(2100, 4, 4)),
        ("Pacific/Auckland 00:00", datetime(2100, 4, 4, 12, 1, tzinfo=UTC), date(2100, 4, 5)),
        ("Pacific/Auckland 00:00", datetime(2100, 9, 26, 10, 59, tzinfo=UTC), date(2100, 9, 26)),
        ("Pacific/Auckland 00:00", datetime(2100, 9, 26, 11, 1, tzinfo=UTC), date(2100, 9, 27)),
        ("Pacific/Honolulu 00:00", datetime(2100, 1, 2, 9, 59, tzinfo=UTC), date(2100, 1, 1)),
        ("Pacific/Honolulu 00:00", datetime(2100, 1, 2, 10, 1, tzinfo=UTC), date(2100, 1, 2)),
        ("Europe/Berlin 00:00", datetime(2100, 3, 28, 21, 59, tzinfo=UTC), date(2100, 3, 28)),
        ("Europe/Berlin 00:00", datetime(2100, 3, 28, 22, 1, tzinfo=UTC), date(2100, 3, 29)),
        ("Europe/Berlin 04:00", datetime(2100, 3, 28, 22, 1, tzinfo=UTC), date(2100, 3, 28)),
        ("Europe/Berlin 04:00", datetime(2100, 10, 31, 2, 59, tzinfo=UTC), date(2100, 10, 30)),
        ("Europe/Berlin 04:00", datetime(2100, 10, 31, 3, 1, tzinfo=UTC), date(2100, 10, 31)),
    ],
)
async def test_around_midnight_the_day_is_the_persons_own(
    sqlite_table: SqliteTable, clock: HandClock, home: str, at: datetime, day: date
) -> None:
    zone, day_start = home.split()
    desk = Desk(sqlite_table, clock)
    await desk.settle()
    await desk.accounts.change_settings(desk.user.id, {"timezone": zone, "day_start": day_start})
    rule = Recurrence(frequency=RepeatUnit.DAY, start=date(2100, 1, 1))
    task = await desk.add("Walk", recurrence_rule=rule)
    clock.advance((at - clock()).total_seconds())
    written = await desk.tasks.done(desk.user.id, task.id)
    assert written.changed.next is not None
    assert written.changed.next.due_date == day + DAY


async def test_a_long_text_is_no_id(desk: Desk) -> None:
    await desk.add("Write")
    with pytest.raises(NoSuchTask):
        await desk.tasks.find(desk.user.id, "x" * 3000)
