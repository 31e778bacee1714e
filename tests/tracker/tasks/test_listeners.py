"""Who hears of a change of a task writes in the same transaction: all of it is there, or nothing."""

from collections.abc import Sequence
from datetime import date

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.tasks.desks import Desk
from tracker.store.conditions import ABSENT, Condition, eq
from tracker.store.errors import Throttled
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Operation, Table, Update
from tracker.store.values import Key
from tracker.tasks.changing import Changed
from tracker.tasks.model import TaskStatus
from tracker.tasks.scene import TaskScene
from tracker.tasks.service import Tasks

HALL = Key("HALL#of-fame", "COUNT")


class Hall:
    """Counts what is done: reads its item, and writes it under the condition that it is as it was read."""

    def __init__(self, table: Table) -> None:
        self.table, self.asked = table, 0
        self.meanwhile: list[Update] = []
        """What others write between its look and its write."""

    async def __call__(self, scene: TaskScene, changed: Changed) -> Sequence[Operation]:
        assert scene.user.id == changed.task.user_id
        self.asked += 1
        moved = sum(_done(after) - _done(before) for before, after in changed.changes)
        if not moved:
            return ()
        found = await self.table.get(HALL)
        unchanged: Condition = ABSENT if found is None else eq("done", found["done"])
        if self.meanwhile:
            await self.table.update(self.meanwhile.pop())
        return [Update(HALL, add={"done": moved}, when=unchanged)]


def _done(task: object) -> bool:
    return getattr(task, "status", None) is TaskStatus.DONE


@pytest.fixture
async def desk(sqlite_table: SqliteTable, clock: HandClock) -> Desk:
    desk = Desk(sqlite_table, clock)
    await desk.settle()
    return desk


@pytest.fixture
def hall(desk: Desk) -> Hall:
    """Which the person's tasks are heard by."""
    hall = Hall(desk.table)
    desk.tasks = Tasks(desk.table, desk.clock, desk.new_id, listeners=[hall])
    return hall


async def counted(desk: Desk) -> object:
    item = await desk.table.get(HALL)
    return None if item is None else item["done"]


async def test_what_a_listener_writes_is_there_with_the_change(desk: Desk, hall: Hall) -> None:
    rent = await desk.add_monthly("Rent", desk.today)
    assert (hall.asked, await counted(desk)) == (1, None)
    await desk.tasks.done(desk.user.id, rent.id)
    assert await counted(desk) == 1
    await desk.tasks.undo(desk.user.id)
    assert await counted(desk) == 0


async def test_where_somebody_is_faster_the_listener_is_asked_again_and_all_is_written_once(
    desk: Desk, hall: Hall
) -> None:
    rent = await desk.add_monthly("Rent", desk.today)
    hall.meanwhile = [Update(HALL, add={"done": 5}, when=None)]
    written = await desk.tasks.done(desk.user.id, rent.id)
    assert (hall.asked, await counted(desk)) == (3, 6)
    assert written.changed.next is not None
    assert [one.id for one in await desk.open()] == [written.changed.next.id]
    assert ((await desk.wallet()).points, (await desk.book()).done) == (15, 1)


async def test_while_a_listener_cannot_write_nothing_is_written(desk: Desk, hall: Hall) -> None:
    rent = await desk.add_monthly("Rent", date(2100, 1, 31))
    hall.meanwhile = [Update(HALL, add={"done": 1}, when=None) for _ in range(99)]
    with pytest.raises(Throttled):
        await desk.tasks.done(desk.user.id, rent.id)
    assert [(one.id, one.status) for one in await desk.open()] == [(rent.id, TaskStatus.NOT_STARTED)]
    assert ((await desk.wallet()).points, await desk.ledger(), (await desk.book()).done) == (0, [], 0)
