"""What was changed last is taken back, step by step, and with everything that it gave."""

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.tasks.desks import DAY, Desk
from tracker.store.sqlite import SqliteTable
from tracker.tasks.errors import NoSuchTask, NothingUndoable
from tracker.tasks.model import Priority, Task, TaskStatus
from tracker.tasks.writing import WrittenTask


@pytest.fixture
async def desk(sqlite_table: SqliteTable, clock: HandClock) -> Desk:
    """What is stored is compared on all engines where tasks change; here it is which change is meant."""
    desk = Desk(sqlite_table, clock)
    await desk.settle()
    return desk


async def test_undoing_takes_back_exactly_what_was_given(desk: Desk) -> None:
    one = await desk.add("One", size=120, priority=Priority.P1)
    two = await desk.add("Two", size=120, priority=Priority.P1)
    await desk.tasks.done(desk.user.id, one.id)
    given = (await desk.wallet()).points
    await desk.tasks.done(desk.user.id, two.id)
    await desk.tasks.undo(desk.user.id)
    after = await desk.task(two.id)
    assert after is not None
    assert (after.status, after.award, after.points_awarded, after.completed_date) == (
        TaskStatus.NOT_STARTED,
        None,
        0,
        None,
    )
    wallet, book = await desk.wallet(), await desk.book()
    assert (wallet.points, wallet.day_points, book.open, book.done) == (given, given, 1, 1)
    assert sum(line.points for line in await desk.ledger()) == given


async def test_done_undone_and_done_again_gives_once(desk: Desk) -> None:
    task = await desk.add("Write", size=30)
    for _ in range(3):
        await desk.tasks.done(desk.user.id, task.id)
        desk.clock.advance(60)
        await desk.tasks.undo(desk.user.id, task.id)
        desk.clock.advance(60)
    await desk.tasks.done(desk.user.id, task.id)
    assert (await desk.wallet()).points == 30


async def test_undoing_removes_the_next_one_only_if_nobody_has_touched_it(desk: Desk) -> None:
    task = await desk.add_monthly("Rent", desk.today)
    following = (await desk.tasks.done(desk.user.id, task.id)).changed.next
    assert following is not None
    await desk.tasks.undo(desk.user.id, task.id)
    assert [one.id for one in await desk.open()] == [task.id]

    await desk.tasks.done(desk.user.id, task.id)
    await desk.tasks.edit(desk.user.id, following.id, {"title": "Rent, new account"})
    written = await desk.tasks.undo(desk.user.id, task.id)
    assert written.changed.kept_next
    assert {one.title for one in await desk.open()} == {"Rent", "Rent, new account"}
    assert (await desk.book()).open == 2

    done = await desk.tasks.done(desk.user.id, task.id)
    assert done.changed.next is None
    assert [one.title for one in await desk.open()] == ["Rent, new account"]


async def test_undo_goes_back_step_by_step(desk: Desk) -> None:
    task = await desk.add("Write", due_date=desk.today)
    await desk.tasks.switch(desk.user.id, task.id, TaskStatus.IN_PROGRESS)
    await desk.tasks.move(desk.user.id, task.id, desk.today + 2 * DAY)
    await desk.tasks.undo(desk.user.id)
    back = await desk.task(task.id)
    assert back is not None
    assert (back.due_date, back.status) == (desk.today, TaskStatus.IN_PROGRESS)
    await desk.tasks.undo(desk.user.id)
    again = await desk.task(task.id)
    assert again is not None
    assert again.status is TaskStatus.NOT_STARTED
    await desk.tasks.undo(desk.user.id)
    assert await desk.task(task.id) is None
    with pytest.raises(NothingUndoable):
        await desk.tasks.undo(desk.user.id)


async def test_a_task_that_was_changed_by_others_is_not_undone(desk: Desk) -> None:
    task, other = await desk.add("Write"), await desk.add("Read")
    await desk.tasks.switch(desk.user.id, task.id, TaskStatus.IN_PROGRESS)
    await desk.tasks.depend(desk.user.id, other.id, task.id)
    with pytest.raises(NothingUndoable, match="Write has changed since"):
        await desk.tasks.undo(desk.user.id, task.id)


async def test_undoing_a_change_of_project_moves_the_minutes_back(desk: Desk) -> None:
    await desk.add_project("house")
    await desk.add_project("garden")
    task = await desk.add("Dig", size=60, project_ids=("house",))
    await desk.tasks.edit(desk.user.id, task.id, {"project_ids": ("garden",)}, ["garden"])
    assert [(await desk.project(name)).minutes_open for name in ("house", "garden")] == [0, 60]
    await desk.tasks.undo(desk.user.id)
    assert [(await desk.project(name)).minutes_open for name in ("house", "garden")] == [60, 0]


async def test_what_was_added_by_mistake_is_gone_after_undo(desk: Desk) -> None:
    task = await desk.add("Oops")
    await desk.tasks.undo(desk.user.id)
    assert (await desk.task(task.id), (await desk.book()).open) == (None, 0)
    with pytest.raises(NothingUndoable):
        await desk.tasks.undo(desk.user.id)


async def test_a_link_is_undone_like_any_other_change(desk: Desk) -> None:
    paint, walls = await desk.add("Paint"), await desk.add("Wash walls")
    await desk.tasks.switch(desk.user.id, walls.id, TaskStatus.IN_PROGRESS)
    await desk.tasks.depend(desk.user.id, paint.id, walls.id)
    written = await desk.tasks.undo(desk.user.id)
    assert (written.changed.task.id, written.changed.task.open_blockers) == (paint.id, 0)
    assert [(one.title, one.open_blockers, one.blocks) for one in await desk.open()] == [
        ("Paint", 0, 0),
        ("Wash walls", 0, 0),
    ]
    assert (await desk.tasks.undo(desk.user.id)).changed.task.status is TaskStatus.NOT_STARTED
    await desk.tasks.undo(desk.user.id)
    await desk.tasks.undo(desk.user.id)
    assert (await desk.open(), (await desk.book()).open) == ([], 0)


async def test_a_link_that_was_taken_away_comes_back(desk: Desk) -> None:
    paint, walls = await desk.add("Paint"), await desk.add("Wash walls")
    await desk.tasks.depend(desk.user.id, paint.id, walls.id)
    await desk.tasks.stop_depending(desk.user.id, paint.id, walls.id)
    await desk.tasks.undo(desk.user.id, paint.id)
    after = await desk.task(paint.id)
    assert after is not None
    assert after.open_blockers == 1


async def test_who_undoes_one_of_a_series_by_name_means_the_one_that_they_did(desk: Desk) -> None:
    rent = await desk.add_monthly("Rent", desk.today)
    other = await desk.add("Rent a car")
    await desk.tasks.done(desk.user.id, rent.id)
    await desk.tasks.switch(desk.user.id, other.id, TaskStatus.IN_PROGRESS)
    assert await desk.tasks.find_undoable(desk.user.id, "rent") == rent.id
    [following] = [one for one in await desk.open() if one.title == "Rent"]
    for named in (rent.id, following.id, rent.handle):
        assert await desk.tasks.find_undoable(desk.user.id, named) == rent.id
    await desk.tasks.undo(desk.user.id, following.id)
    assert {one.id for one in await desk.open()} == {rent.id, other.id}


async def test_what_is_too_long_ago_is_said_to_be(desk: Desk) -> None:
    old = await desk.add("Old")
    for number in range(5):
        await desk.add(f"New {number}")
    with pytest.raises(NothingUndoable, match="your last 5 changes, and none of them is about Old"):
        await desk.tasks.find_undoable(desk.user.id, old.id)
    with pytest.raises(NoSuchTask):
        await desk.tasks.find_undoable(desk.user.id, "laundry")


async def test_one_that_is_open_again_beside_its_next_can_be_done_when_that_is_done_too(desk: Desk) -> None:
    """Both of them were open: the first brings the one after all that are over, and only if nobody has."""
    rent = await desk.add_monthly("Rent", desk.today)
    second = _next(await desk.tasks.done(desk.user.id, rent.id))
    await desk.tasks.edit(desk.user.id, second.id, {"notes": "touched"})
    await desk.tasks.undo(desk.user.id, rent.id)
    third = _next(await desk.tasks.done(desk.user.id, second.id))
    assert (await desk.tasks.done(desk.user.id, rent.id)).changed.next is None
    assert [one.id for one in await desk.open()] == [third.id]


def _next(written: WrittenTask) -> Task:
    assert written.changed.next is not None
    return written.changed.next
