"""A project is removed: it is gone at once, its tasks stay, and a crash leaves nothing of it for good."""

import asyncio

import pytest

from scheduler.rounds import run_due
from tests.due_work import tools_at
from tests.fakes.clock import HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.tracker.tasks.desks import DAY, Desk
from tracker.accounts.belongings import Holder
from tracker.accounts.deletion import delete_person
from tracker.due import due_now
from tracker.logbook.links import LinkKind, Links, named
from tracker.projects.errors import NoSuchProject
from tracker.projects.service import Projects
from tracker.store.errors import Throttled
from tracker.store.keys import ProjectKey, ProjectTaskKey
from tracker.store.table import Table
from tracker.tasks.feature import REMOVALS, TASKS
from tracker.tasks.model import TaskStatus
from tracker.tasks.project_removal import KIND, ProjectRemoval, finish

pytestmark = pytest.mark.both_engines

MANY = 95
"""More than two transactions have room for."""


async def links_of(table: Table, project: str) -> int:
    every = ProjectTaskKey.prefix(project=project)
    return len([one async for one in table.query_all(every.pk, prefix=every.prefix)])


async def left_over(desk: Desk) -> list[ProjectRemoval]:
    return await due_now(desk.table, ProjectRemoval, KIND, desk.clock() + DAY, 100)


async def test_its_tasks_stay_and_are_in_the_others_that_they_were_in(desk: Desk) -> None:
    await desk.add_project("house")
    garden = await desk.add_project("garden")
    both = await desk.add("Paint the shed", size=60, project_ids=("house", "garden"))
    done = await desk.add("Wash walls", project_ids=("house",))
    await desk.tasks.done(desk.user.id, done.id)

    await desk.tasks.remove_project(desk.user.id, "house")

    assert await desk.table.get(ProjectKey(desk.user.id, "house").key) is None
    kept, over = await desk.task(both.id), await desk.task(done.id)
    assert kept is not None
    assert over is not None
    assert (kept.project_ids, over.project_ids) == (("garden",), ())
    assert (over.status, over.award is not None) == (TaskStatus.DONE, True)
    assert (await desk.project(garden.id)).minutes_open == 60
    assert (await links_of(desk.table, "house"), await links_of(desk.table, "garden")) == (0, 1)
    assert await left_over(desk) == []


async def test_what_can_be_undone_of_a_task_still_can_and_brings_no_project_back(desk: Desk) -> None:
    await desk.add_project("house")
    task = await desk.add("Paint", project_ids=("house",))
    await desk.tasks.edit(desk.user.id, task.id, {"project_ids": (), "title": "Paint it"})
    await desk.tasks.remove_project(desk.user.id, "house")

    await desk.tasks.undo(desk.user.id)

    again = await desk.task(task.id)
    assert again is not None
    assert (again.title, again.project_ids) == ("Paint", ())
    assert await links_of(desk.table, "house") == 0


async def test_one_of_another_person_is_refused_and_stays(desk: Desk) -> None:
    await desk.add_project("house")
    task = await desk.add("Paint", project_ids=("house",))
    with pytest.raises(NoSuchProject):
        await desk.tasks.remove_project("somebody-else", "house")
    await desk.project("house")
    kept = await desk.task(task.id)
    assert kept is not None
    assert kept.project_ids == ("house",)


async def test_stopped_at_any_call_the_clock_finishes_it(desk: Desk, table: Table) -> None:
    await desk.add_project("house")
    tasks = [await desk.add(f"Step {n}", project_ids=("house",)) for n in range(MANY)]
    faulty = FaultyTable(table)
    cut = Desk(faulty, desk.clock)
    faulty.fail(at=1, when="after")
    with pytest.raises(Throttled):
        await cut.tasks.remove_project(desk.user.id, "house")
    [left] = await left_over(desk)
    stopped = 0
    for at in range(1, 20):
        faulty.fail(at=at, when="after")
        try:
            await finish(faulty, left)
        except Throttled:
            stopped += 1
            continue
        break
    assert stopped >= 3
    assert await links_of(table, "house") == 0
    for one in tasks:
        freed = await desk.task(one.id)
        assert freed is not None
        assert freed.project_ids == ()
    assert await left_over(desk) == []


async def test_the_clock_has_it_as_work_that_is_due(desk: Desk, clock: HandClock) -> None:
    await desk.add_project("house")
    task = await desk.add("Paint", project_ids=("house",))
    faulty, tools = FaultyTable(desk.table), tools_at(desk.table, clock)
    faulty.fail(at=2)
    with pytest.raises(Throttled):
        await Desk(faulty, clock).tasks.remove_project(desk.user.id, "house")
    assert await run_due(REMOVALS, tools) == 0
    clock.advance(60)
    assert await run_due(REMOVALS, tools) == 1
    freed = await desk.task(task.id)
    assert freed is not None
    assert freed.project_ids == ()
    assert await left_over(desk) == []


async def test_while_it_is_going_no_task_comes_to_it(desk: Desk) -> None:
    """Left as it is after a crash: gone, and nothing else done."""
    await desk.add_project("house")
    task = await desk.add_monthly("Rent", desk.today, project_ids=("house",))
    faulty = FaultyTable(desk.table)
    faulty.fail(at=2)
    with pytest.raises(Throttled):
        await Desk(faulty, desk.clock).tasks.remove_project(desk.user.id, "house")

    new = await desk.add("Paint", project_ids=("house",))
    following = (await desk.tasks.done(desk.user.id, task.id)).changed.next
    assert following is not None
    assert (new.project_ids, following.project_ids) == ((), ())
    [left] = await left_over(desk)
    await finish(desk.table, left)
    assert await links_of(desk.table, "house") == 0


async def test_a_task_that_comes_at_the_same_time_is_in_it_or_free_never_between(desk: Desk) -> None:
    for number in range(5):
        project = await desk.add_project(f"house{number}")
        over = await desk.add("Old")
        await desk.tasks.cancel(desk.user.id, over.id)  # it adds nothing to the sums
        await asyncio.gather(
            desk.tasks.edit(desk.user.id, over.id, {"project_ids": (project.id,)}, [project.id]),
            desk.tasks.remove_project(desk.user.id, project.id),
            return_exceptions=True,
        )
        for left in await left_over(desk):
            await finish(desk.table, left)
        task = await desk.task(over.id)
        assert task is not None
        assert (task.project_ids, await links_of(desk.table, project.id)) == ((), 0)


async def test_a_page_of_the_logbook_names_it_no_more(desk: Desk) -> None:
    await desk.add_project("house")
    links = Links(project_ids=("house",))
    assert [one.kind for one in await named(desk.table, desk.user.id, links)] == [LinkKind.PROJECT]
    await desk.tasks.remove_project(desk.user.id, "house")
    assert await named(desk.table, desk.user.id, links) == []


async def test_whoever_is_deleted_meanwhile_leaves_nothing_of_it(desk: Desk, clock: HandClock) -> None:
    await desk.add_project("house")
    await desk.add("Paint", project_ids=("house",))
    faulty = FaultyTable(desk.table)
    faulty.fail(at=2)
    with pytest.raises(Throttled):
        await Desk(faulty, clock).tasks.remove_project(desk.user.id, "house")
    farewell = TASKS.farewell
    assert farewell is not None

    async def first(user_id: str) -> None:
        await farewell(desk.table, clock, user_id)

    await delete_person(desk.table, Holder(desk.user.id), clock(), first=[first])
    assert [one["type"] async for one in desk.table.scan()] == []


async def test_by_name_it_takes_the_whole_of_it(desk: Desk) -> None:
    projects = Projects(desk.table, desk.clock, desk.new_id)
    await desk.add_project("house")
    assert (await projects.find(desk.user.id, "hou")).id == "house"
    with pytest.raises(NoSuchProject):
        await projects.find(desk.user.id, "hou", whole_name=True)
