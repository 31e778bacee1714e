"""Which task is meant: an open one before one that is over, and of a series the one that counts."""

from itertools import count

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.tasks.desks import Desk
from tracker.store.sqlite import SqliteTable
from tracker.tasks.errors import AmbiguousTask
from tracker.tasks.model import Task, TaskStatus
from tracker.tasks.service import Tasks

OVER = (TaskStatus.DONE, TaskStatus.CANCELLED)


@pytest.fixture
async def desk(sqlite_table: SqliteTable, clock: HandClock) -> Desk:
    """Ids are as long as they are in life, so that their ends are something else."""
    desk, numbers = Desk(sqlite_table, clock), count()
    desk.tasks = Tasks(sqlite_table, clock, lambda: f"01m7qe72xmbw{next(numbers):06}")
    await desk.settle()
    return desk


async def series(desk: Desk, done: int) -> Task:
    """The open one of a series of which some were done before."""
    task = await desk.add_monthly("Rent", desk.today)
    for _ in range(done):
        desk.clock.advance(60)
        following = (await desk.tasks.done(desk.user.id, task.id)).changed.next
        assert following is not None
        task = following
    return task


@pytest.mark.parametrize("words", ["rent", "Rent", "re"])
async def test_of_a_series_the_open_one_is_meant(desk: Desk, words: str) -> None:
    task = await series(desk, 3)
    assert (await desk.tasks.find(desk.user.id, words, status=OVER)).id == task.id
    assert (await desk.tasks.find(desk.user.id, task.handle, status=OVER)).id == task.id


async def test_of_a_series_that_is_over_the_last_one_is_meant(desk: Desk) -> None:
    task = await series(desk, 2)
    await desk.tasks.end_series(desk.user.id, task.id)
    assert (await desk.tasks.find(desk.user.id, "rent", status=OVER)).id == task.id


async def test_an_open_task_is_meant_before_one_that_is_over(desk: Desk) -> None:
    over = await desk.add("Bank")
    await desk.tasks.done(desk.user.id, over.id)
    call = await desk.add("Call the bank")
    assert (await desk.tasks.find(desk.user.id, "bank", status=OVER)).id == call.id
    assert (await desk.tasks.find(desk.user.id, "bank", status=OVER, whole_name=True)).id == over.id


async def test_two_that_are_called_alike_are_told_apart_by_their_ids(desk: Desk) -> None:
    one, two = await desk.add("Call the bank"), await desk.add("call the bank")
    with pytest.raises(AmbiguousTask) as refused:
        await desk.tasks.find(desk.user.id, "bank")
    labels = [f"Call the bank ({one.handle})", f"call the bank ({two.handle})"]
    assert str(refused.value) == f"'bank' may be {', '.join(labels)}. Say its id."
    assert [(one.label, one.value) for one in refused.value.suggestions] == [
        (labels[0], one.id),
        (labels[1], two.id),
    ]
    assert (await desk.tasks.find(desk.user.id, two.handle)).id == two.id
