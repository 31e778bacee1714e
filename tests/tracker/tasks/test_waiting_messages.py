"""Messages about tasks and projects that have to wait are worded when they go."""

from datetime import date, time, timedelta

import pytest

from scheduler.rounds import run_due
from tests.due_work import tools_at
from tests.fakes.clock import HandClock
from tests.tracker.tasks.desks import DAY, Desk
from tracker.digest.feature import ROUNDS
from tracker.feature import wordings_of
from tracker.notify.model import Notification, OutboxItem
from tracker.projects.service import Projects
from tracker.store.sqlite import SqliteTable
from tracker.tasks.feature import TASK_ROUNDS

HOUR = 3600
SECOND = date(2100, 1, 2)


@pytest.fixture
async def desk(sqlite_table: SqliteTable, clock: HandClock) -> Desk:
    desk = Desk(sqlite_table, clock)
    await desk.settle()
    return desk


async def live(desk: Desk, hours: int) -> None:
    for _ in range(hours):
        desk.clock.advance(HOUR)
        for work in (TASK_ROUNDS, ROUNDS):
            await run_due(work, tools_at(desk.table, desk.clock))


async def told(desk: Desk, kind: str) -> OutboxItem:
    return next(one for one in reversed(await desk.told()) if one.kind.name == kind)


async def reads_now(desk: Desk, message: OutboxItem) -> Notification | None:
    return await wordings_of(tools_at(desk.table, desk.clock))[message.kind.name](message)


async def test_a_reminder_says_how_late_the_task_is_by_then(desk: Desk) -> None:
    await desk.add("Call", due_date=SECOND, due_time=time(22))
    await live(desk, 46)
    message = await told(desk, "task-due")
    assert (message.title, message.text[:16]) == ("Call is due", "Today at 22:00. ")
    desk.clock.advance(9 * HOUR)

    said = await reads_now(desk, message)

    assert said is not None
    assert (said.title, said.text[:29]) == ("Call: 1 day overdue", "Drop it, move it, or keep it?")
    assert said.outbox_id == message.outbox_id


@pytest.mark.parametrize(("hours", "kind"), [(33, "task-due"), (60, "task-overdue")])
async def test_it_has_the_name_that_the_task_has_by_then(desk: Desk, hours: int, kind: str) -> None:
    call = await desk.add("Call", due_date=SECOND)
    await live(desk, hours)
    message = await told(desk, kind)
    await desk.tasks.edit(desk.user.id, call.id, {"title": "Call Bob"})

    said = await reads_now(desk, message)

    assert said is not None
    assert said.title == message.title.replace("Call", "Call Bob")
    assert said.facts["name"] == "Call Bob"


async def test_one_that_was_put_off_reads_as_of_when_it_comes(desk: Desk) -> None:
    call = await desk.add("Call", due_date=SECOND)
    await live(desk, 33)
    await desk.tasks.snooze(desk.user.id, call.id, desk.clock() + timedelta(hours=26))
    await live(desk, 26)
    message = max(await desk.told(), key=lambda one: one.not_before)
    await desk.tasks.edit(desk.user.id, call.id, {"title": "Call Bob"})

    said = await reads_now(desk, message)

    assert said is not None
    assert (said.title, said.text[:14]) == ("Call Bob: as you wished", "1 day overdue.")


async def test_what_blocks_no_more_is_told_by_its_name(desk: Desk) -> None:
    paint, walls = await desk.add("Paint"), await desk.add("Wash walls")
    await desk.tasks.depend(desk.user.id, paint.id, walls.id)
    await desk.tasks.done(desk.user.id, walls.id)
    message = await told(desk, "task-unblocked")
    await desk.tasks.edit(desk.user.id, paint.id, {"title": "Paint blue"})

    said = await reads_now(desk, message)

    assert said is not None
    assert said.title == "Paint blue: nothing blocks it now"


async def test_a_project_that_is_well_again_is_not_called_ill(desk: Desk) -> None:
    projects = Projects(desk.table, desk.clock, lambda: "house")
    house = await projects.add(desk.user.id, "House", desk.today, {})
    wash = await desk.add("Wash walls", due_date=SECOND, project_ids=(house.id,))
    for number in range(3):
        await desk.add(f"Later {number}", project_ids=(house.id,))
    await live(desk, 24 * 3)
    message = await told(desk, "project-health")
    assert message.text == "1 of 4 open tasks are overdue."
    await projects.edit(desk.user.id, house.id, {"name": "Hut"})

    said = await reads_now(desk, message)
    assert said is not None
    assert (said.title, said.outbox_id) == ("Hut is yellow now", message.outbox_id)
    await desk.tasks.move(desk.user.id, wash.id, desk.today + 3 * DAY)

    assert await reads_now(desk, message) is None
