"""The daily word about a project: it is told when the colour changes, by the person's own daily round."""

from datetime import date, timedelta

import pytest

from scheduler.rounds import run_due
from tests.due_work import tools_at
from tests.fakes.clock import HandClock
from tests.tracker.tasks.desks import DAY, Desk
from tracker.digest.feature import ROUNDS
from tracker.projects.model import Health, Project, ProjectStatus
from tracker.projects.service import Projects
from tracker.store.sqlite import SqliteTable
from tracker.tasks.model import Priority

A_DAY = 86_400


@pytest.fixture
async def desk(sqlite_table: SqliteTable, clock: HandClock) -> Desk:
    """It is nine in the morning: the person's hour is over, and their round is held."""
    clock.advance(9 * 3600)
    desk = Desk(sqlite_table, clock)
    await desk.settle()
    return desk


@pytest.fixture
async def projects(desk: Desk) -> Projects:
    return Projects(desk.table, desk.clock, desk.new_id)


async def house(desk: Desk, projects: Projects, days: int) -> Project:
    """It is to be done in so many days, of which today is the first: ten tasks of an hour."""
    end = desk.today + timedelta(days=days - 1)
    project = await projects.add(desk.user.id, "House", desk.today, {"end_date": end})
    for number in range(10):
        await desk.add(f"Step {number}", size=60, project_ids=(project.id,))
    return project


async def live(desk: Desk, days: int) -> None:
    for _ in range(days):
        desk.clock.advance(A_DAY)
        await run_due(ROUNDS, tools_at(desk.table, desk.clock))


async def do(desk: Desk, many: int) -> None:
    for task in (await desk.open())[:many]:
        await desk.tasks.done(desk.user.id, task.id)


async def heard(desk: Desk) -> list[tuple[date, str]]:
    told = [one for one in await desk.told() if one.kind.name == "project-health"]
    return sorted((one.not_before.date(), one.title) for one in told)


async def test_each_change_of_colour_is_told_once_with_its_reason(desk: Desk, projects: Projects) -> None:
    project = await house(desk, projects, 100)
    begun = desk.today
    await do(desk, 1)
    await live(desk, 10)  # a tenth is done, and a little more than a tenth of its time has passed
    assert await heard(desk) == []

    await live(desk, 3)  # day 14: 10 % against 14 %
    assert await heard(desk) == [
        (begun + 11 * DAY, "House is yellow now"),
        (begun + 13 * DAY, "House is red now"),
    ]
    stored = await projects.get(desk.user.id, project.id)
    assert (stored.cached_health, stored.health_reason) == (
        Health.RED,
        "10 % is done, and 14 % of its time has passed. It is far behind.",
    )
    message = next(one for one in await desk.told() if one.title == "House is red now")
    assert message.text == stored.health_reason
    assert message.facts["state"] == "red"

    await do(desk, 4)
    await live(desk, 2)
    assert (await heard(desk))[2:] == [(begun + 14 * DAY, "House is green now")]


async def test_who_does_nothing_for_two_weeks_hears_of_it(desk: Desk, projects: Projects) -> None:
    project = await projects.add(desk.user.id, "Garden", desk.today, {})
    begun = desk.today
    await desk.add("Dig", project_ids=(project.id,))
    await live(desk, 20)
    assert await heard(desk) == [(begun + 14 * DAY, "Garden is yellow now")]


async def test_an_urgent_task_that_is_overdue_for_long_makes_it_red(desk: Desk, projects: Projects) -> None:
    project = await projects.add(desk.user.id, "Garden", desk.today, {})
    due = desk.today + DAY
    await desk.add("Dig", project_ids=(project.id,), due_date=due, priority=Priority.P1)
    await live(desk, 12)
    assert await heard(desk) == [
        (due + DAY, "Garden is yellow now"),
        (due + 8 * DAY, "Garden is red now"),
    ]


async def test_a_project_that_rests_or_is_over_is_not_spoken_of(desk: Desk, projects: Projects) -> None:
    project = await house(desk, projects, 10)
    await projects.edit(desk.user.id, project.id, {"status": ProjectStatus.ON_HOLD})
    await live(desk, 15)
    assert await heard(desk) == []
