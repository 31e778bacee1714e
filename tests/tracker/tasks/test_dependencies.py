"""What tasks wait for, compared with a slow recount: random graphs, and several writers at once."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fakes.clock import HandClock
from tests.tracker.tasks.desks import Desk
from tracker.store.query import Query, QueryPage
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table
from tracker.store.values import Item, Key
from tracker.tasks.errors import BadDependency, DependencyCycle, NothingUndoable, TaskRefused
from tracker.tasks.model import MOST_LINKS, TaskStatus

MOST = 6
PLACE = st.integers(0, MOST - 1)
ACTS = st.lists(
    st.tuples(st.sampled_from(["link", "link", "unlink", "done", "cancel", "undo", "remove"]), PLACE, PLACE),
    max_size=25,
)


class Recount:
    """All links as pairs, and nothing else: everything is looked for anew each time."""

    def __init__(self) -> None:
        self.links: set[tuple[int, int]] = set()
        self.gone: set[int] = set()
        self.closed: set[int] = set()

    def leads_to(self, start: int, wanted: int) -> bool:
        seen, left = set[int](), [start]
        while left:
            here = left.pop()
            if here == wanted:
                return True
            if here not in seen:
                seen.add(here)
                left += [on for task, on in self.links if task == here]
        return False

    def open_blockers(self, task: int) -> int:
        return sum(on not in self.closed for one, on in self.links if one == task)

    def blocks(self, task: int) -> int:
        return sum(on == task for _, on in self.links)


async def link(desk: Desk, ids: Sequence[str], recount: Recount, one: int, other: int) -> None:
    if recount.leads_to(other, one):
        with pytest.raises(DependencyCycle):
            await desk.tasks.depend(desk.user.id, ids[one], ids[other])
    elif (one, other) in recount.links:
        with pytest.raises(BadDependency):
            await desk.tasks.depend(desk.user.id, ids[one], ids[other])
    else:
        await desk.tasks.depend(desk.user.id, ids[one], ids[other])
        recount.links.add((one, other))


async def change(desk: Desk, ids: Sequence[str], recount: Recount, name: str, one: int) -> None:
    user, tasks = desk.user.id, desk.tasks
    if name == "remove":
        await tasks.remove(user, ids[one])
        recount.gone.add(one)
        recount.links = {pair for pair in recount.links if one not in pair}
    elif name in {"done", "cancel"} and one not in recount.closed:
        await (tasks.done if name == "done" else tasks.cancel)(user, ids[one])
        recount.closed.add(one)
    elif name == "undo" and one in recount.closed:
        with suppress(NothingUndoable):  # it is too long ago, or somebody linked it since
            await tasks.undo(user, ids[one])
            recount.closed.discard(one)


async def act(desk: Desk, ids: Sequence[str], recount: Recount, said: tuple[str, int, int]) -> None:
    name, one, other = said
    if one in recount.gone or (name in {"link", "unlink"} and other in recount.gone):
        return
    if name == "link":
        await link(desk, ids, recount, one, other)
    elif name != "unlink":
        await change(desk, ids, recount, name, one)
    elif (one, other) in recount.links:
        await desk.tasks.stop_depending(desk.user.id, ids[one], ids[other])
        recount.links.discard((one, other))


async def compare(desk: Desk, ids: Sequence[str], recount: Recount) -> None:
    for place, task_id in enumerate(ids):
        task = await desk.task(task_id)
        assert (task is None) == (place in recount.gone)
        if task is not None:
            found = (task.open_blockers, task.blocks, not task.status.is_open)
            assert found == (recount.open_blockers(place), recount.blocks(place), place in recount.closed)


async def opened(folder: str) -> tuple[SqliteTable, Desk, list[str]]:
    clock = HandClock()
    table = await SqliteTable.open(Path(folder) / "questlog.db", clock)
    desk = Desk(table, clock)
    await desk.settle()
    return table, desk, [(await desk.add(f"Task {number}")).id for number in range(MOST)]


@settings(max_examples=20, deadline=None)
@given(ACTS)
def test_blockers_are_those_of_a_slow_recount(acts: list[tuple[str, int, int]]) -> None:
    async def live(folder: str) -> None:
        table, desk, ids = await opened(folder)
        try:
            recount = Recount()
            for said in acts:
                desk.clock.advance(1)
                await act(desk, ids, recount, said)
                await compare(desk, ids, recount)
        finally:
            await table.close()

    with TemporaryDirectory() as folder:
        asyncio.run(live(folder))


@settings(max_examples=10, deadline=None)
@given(st.lists(st.tuples(PLACE, PLACE), min_size=2, max_size=8), st.lists(PLACE, max_size=3))
def test_writers_that_link_and_close_at_once_never_make_a_circle(
    links: list[tuple[int, int]], closed: list[int]
) -> None:
    async def live(folder: str) -> None:
        table, desk, ids = await opened(folder)
        try:
            works = [desk.tasks.depend(desk.user.id, ids[one], ids[other]) for one, other in links]
            ends = [desk.tasks.done(desk.user.id, ids[one]) for one in closed]
            found = await asyncio.gather(*works, *ends, return_exceptions=True)
            assert all(isinstance(one, TaskRefused) for one in found if isinstance(one, BaseException))
            recount = Recount()
            for pair, one in zip(links, found, strict=False):
                if not isinstance(one, BaseException):
                    assert not recount.leads_to(pair[1], pair[0])
                    recount.links.add(pair)
            recount.closed = set(closed)
            await compare(desk, ids, recount)
            told = Counter(one.entity for one in await desk.told())
            assert not told or max(told.values()) == 1
        finally:
            await table.close()

    with TemporaryDirectory() as folder:
        asyncio.run(live(folder))


async def test_what_is_blocked_by_hand_is_no_matter_of_links(desk: Desk) -> None:
    task = await desk.add("Paint")
    await desk.tasks.switch(desk.user.id, task.id, TaskStatus.BLOCKED)
    blocked = await desk.task(task.id)
    assert blocked is not None
    assert (blocked.is_blocked, blocked.open_blockers) == (True, 0)
    done = await desk.tasks.done(desk.user.id, task.id)
    assert done.changed.task.status is TaskStatus.DONE


async def test_what_waits_is_told_when_the_last_blocker_goes(desk: Desk) -> None:
    paint, walls, tape = [await desk.add(title) for title in ("Paint", "Wash walls", "Tape")]
    await desk.tasks.depend(desk.user.id, paint.id, walls.id)
    await desk.tasks.depend(desk.user.id, paint.id, tape.id)
    first = await desk.tasks.done(desk.user.id, walls.id)
    waiting = await desk.task(paint.id)
    assert waiting is not None
    assert (waiting.open_blockers, waiting.is_blocked, first.unblocked, await desk.told()) == (
        1,
        True,
        [],
        [],
    )
    await desk.tasks.cancel(desk.user.id, tape.id)
    [message] = await desk.told()
    assert (message.kind.name, message.entity) == ("task-unblocked", paint.id)

    await desk.tasks.undo(desk.user.id, tape.id)
    again = await desk.task(paint.id)
    assert again is not None
    assert again.open_blockers == 1


async def test_two_blockers_that_go_at_once_tell_once(desk: Desk) -> None:
    paint, *blockers = [await desk.add(title) for title in ("Paint", "Wash walls", "Tape", "Buy")]
    for one in blockers:
        await desk.tasks.depend(desk.user.id, paint.id, one.id)
    await asyncio.gather(*(desk.tasks.done(desk.user.id, one.id) for one in blockers))
    free = await desk.task(paint.id)
    assert free is not None
    assert (free.open_blockers, len(await desk.told())) == (0, 1)


async def test_removing_a_blocker_frees_what_waits_and_leaves_no_link(desk: Desk) -> None:
    paint, walls = await desk.add("Paint"), await desk.add("Wash walls")
    await desk.tasks.depend(desk.user.id, paint.id, walls.id)
    await desk.tasks.remove(desk.user.id, walls.id)
    free = await desk.task(paint.id)
    assert free is not None
    assert (free.open_blockers, len(await desk.told())) == (0, 1)
    again = await desk.add("Wash walls")
    await desk.tasks.depend(desk.user.id, again.id, paint.id)


async def test_a_circle_is_refused_with_its_path(desk: Desk) -> None:
    one, two, three = [await desk.add(title) for title in ("One", "Two", "Three")]
    await desk.tasks.depend(desk.user.id, one.id, two.id)
    await desk.tasks.depend(desk.user.id, two.id, three.id)
    with pytest.raises(DependencyCycle, match="circle"):
        await desk.tasks.depend(desk.user.id, three.id, one.id)
    with pytest.raises(DependencyCycle):
        await desk.tasks.depend(desk.user.id, one.id, one.id)
    with pytest.raises(BadDependency):
        await desk.tasks.depend(desk.user.id, one.id, two.id)
    await desk.tasks.stop_depending(desk.user.id, two.id, three.id)
    await desk.tasks.depend(desk.user.id, three.id, one.id)


async def test_the_path_of_a_circle_names_all_on_it(desk: Desk) -> None:
    one, two, three, four = [await desk.add(title) for title in ("One", "Two", "Three", "Four")]
    for task, on in ((one, two), (two, three), (three, four)):
        await desk.tasks.depend(desk.user.id, task.id, on.id)
    with pytest.raises(DependencyCycle, match="One → Two → Three → Four"):
        await desk.tasks.depend(desk.user.id, four.id, one.id)


async def test_two_writers_cannot_close_a_circle_together(desk: Desk) -> None:
    one, two = await desk.add("One"), await desk.add("Two")
    found = await asyncio.gather(
        desk.tasks.depend(desk.user.id, one.id, two.id),
        desk.tasks.depend(desk.user.id, two.id, one.id),
        return_exceptions=True,
    )
    assert sum(isinstance(result, DependencyCycle) for result in found) == 1


async def test_a_task_with_as_many_links_as_there_can_be_is_done_and_removed(desk: Desk) -> None:
    hub = await desk.add("Hub")
    befores = [await desk.add(f"Before {number}") for number in range(MOST_LINKS)]
    afters = [await desk.add(f"After {number}") for number in range(MOST_LINKS)]
    for one in befores:
        await desk.tasks.depend(desk.user.id, hub.id, one.id)
    for one in afters:
        await desk.tasks.depend(desk.user.id, one.id, hub.id)
    with pytest.raises(BadDependency):
        await desk.tasks.depend(desk.user.id, hub.id, (await desk.add("One more")).id)
    await desk.tasks.done(desk.user.id, hub.id)
    await desk.tasks.remove(desk.user.id, hub.id)
    left = [task for one in (*befores, *afters) if (task := await desk.task(one.id)) is not None]
    assert {(one.open_blockers, one.blocks) for one in left} == {(0, 0)}
    again = await desk.add("Hub")
    for one in befores[:2]:
        await desk.tasks.depend(desk.user.id, again.id, one.id)


class BusyTable(SqliteTable):
    """It reads as an engine may: pages first, then somebody else writes, and then the items."""

    meanwhile: Callable[[], Awaitable[object]] | None = None

    read_in_steps = Table.read_in_steps

    async def _read(
        self, keys: Sequence[Key], queries: Sequence[Query]
    ) -> tuple[dict[Key, Item], list[QueryPage]]:
        _, pages = await super()._read((), queries)
        if (write := self.meanwhile) is not None:
            self.meanwhile = None
            await write()
        items, _ = await super()._read(keys, ())
        return items, pages


async def test_a_task_that_is_linked_while_it_is_looked_at_is_known_to_be_waited_for(tmp_path: Path) -> None:
    clock = HandClock()
    table = await BusyTable.open(tmp_path / "questlog.db", clock)
    assert isinstance(table, BusyTable)
    try:
        desk = Desk(table, clock)
        await desk.settle()
        waiting, blocker = [(await desk.add(title)).id for title in ("Paint", "Buy paint")]
        table.meanwhile = lambda: desk.tasks.depend(desk.user.id, waiting, blocker)
        await desk.tasks.done(desk.user.id, blocker)
        painted = await desk.task(waiting)
        assert painted is not None
        assert painted.open_blockers == 0
    finally:
        await table.close()
