"""The picture of a project: what is on its time line, and that it is said in words, too."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.charts.goal.scene import scene_of
from bot.charts.goal.values import GoalChart
from bot.projects.picture import drawn
from tracker.accounts.model import User
from tracker.projects.model import Project
from tracker.tasks.model import Task, TaskStatus
from tracker.tasks.project_look import MOST_ON_LINE, burn_up, looked, time_line

NOW = datetime(2027, 3, 11, 12, tzinfo=UTC)
BEGUN = NOW - timedelta(days=10)
ADA = User(id="ada", created_at=BEGUN)


def task(number: int, *, done: int | None = None, due: int | None = None) -> Task:
    """Done so many days ago, or due in so many days."""
    return Task(
        id=f"t{number}",
        user_id="ada",
        title=f"Task {number}",
        size=60,
        status=TaskStatus.NOT_STARTED if done is None else TaskStatus.DONE,
        completed_date=None if done is None else NOW - timedelta(days=done),
        due_date=None if due is None else date(2027, 3, 11) + timedelta(days=due),
        created_at=BEGUN,
        project_ids=("p",),
    )


def house(done: int, left: int) -> Project:
    return Project(
        id="p",
        user_id="ada",
        name="House",
        start_date=BEGUN.date(),
        end_date=date(2027, 4, 1),
        created_at=BEGUN,
        minutes_done=60 * done,
        minutes_open=60 * left,
        tasks_done=done,
        tasks_open=left,
    )


def test_the_expected_end_comes_from_the_own_pace() -> None:
    tasks = [*(task(number, done=number) for number in range(1, 9)), task(20, due=3), task(21)]
    look = looked(ADA, house(8, 2), tasks, NOW)
    assert look.per_day == 48
    assert look.eta is not None
    assert look.eta.middle == date(2027, 3, 14)
    assert look.next_step is not None
    assert look.next_step.id == "t20"


def test_minutes_done_grow_from_nothing_to_all_of_them() -> None:
    found = burn_up(house(2, 0), [task(1, done=5), task(2, done=1)], NOW)
    assert [(one.value, (NOW - one.at).days) for one in found] == [(0, 10), (60, 5), (120, 1), (120, 0)]


def test_the_time_line_has_what_was_done_last_and_what_is_due_next() -> None:
    tasks = [task(number, done=number) for number in range(1, 9)]
    tasks += [*(task(20 + day, due=day) for day in range(-1, 6)), task(99)]
    found = time_line(looked(ADA, house(8, 8), tasks, NOW), ADA, NOW)
    assert len(found) == MOST_ON_LINE
    assert [one.title for one in found] == [f"Task {number}" for number in (4, 3, 2, 1, 19, 20, 21, 22)]
    assert [one.late for one in found] == [False] * 4 + [True] + [False] * 3
    assert all(begin <= end for begin, end in (one.span for one in found))


def test_it_is_drawn_and_said_in_words() -> None:
    tasks = [task(1, done=5), task(2, done=1), task(3, due=-2), task(4, due=5)]
    picture = drawn(looked(ADA, house(2, 2), tasks, NOW), ADA, NOW, dark=False)
    assert picture.png.startswith(b"\x89PNG")
    assert "4 tasks on a time line" in picture.words
    assert "Overdue: Task 3." in picture.words
    empty = drawn(looked(ADA, house(0, 0), [], NOW), ADA, NOW)
    assert empty.png.startswith(b"\x89PNG")


@pytest.mark.parametrize(("days", "shown"), [(3, 6), (30, 30), (400, 45)])
def test_the_time_line_goes_as_far_as_the_last_task_but_not_for_ever(days: int, shown: int) -> None:
    chart = GoalChart(
        title="House",
        subtitle="",
        unit="min",
        points=(),
        start=0,
        target=60,
        begun=NOW.date(),
        today=NOW.date(),
        now=NOW,
        zone=ZoneInfo("UTC"),
        reaches=NOW + timedelta(days=days),
    )
    scene = scene_of(chart)
    end = scene.time(NOW + timedelta(days=shown))
    assert end <= scene.width < scene.time(NOW + timedelta(days=shown + 2))
