"""How a project is: the colour, and why."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from tracker.projects.health import OpenTasks, health_of
from tracker.projects.model import Health, Project, ProjectStatus
from tracker.projects.progress import Share, percent, with_share

NOW = datetime(2027, 3, 11, 12, tzinfo=UTC)
TODAY = NOW.date()
DAY = timedelta(days=1)


def project(progress: str | None = "50", **fields: object) -> Project:
    """Half of its time has passed: it began ten days ago, and ends in nine."""
    known: dict[str, object] = {
        "id": "p",
        "user_id": "ada",
        "name": "House",
        "start_date": TODAY - 9 * DAY,
        "end_date": TODAY + 10 * DAY,
        "created_at": NOW - 9 * DAY,
        "last_done_at": NOW - DAY,
        "cached_progress": None if progress is None else Decimal(progress),
    }
    return Project.model_validate({**known, **fields})


@pytest.mark.parametrize(
    ("found", "tasks", "health", "why"),
    [
        (project("50"), OpenTasks(5), Health.GREEN, "on its way"),
        (project("45"), OpenTasks(5), Health.GREEN, "on its way"),
        (project("44"), OpenTasks(5), Health.YELLOW, "44 % is done, and 50 % of its time has passed"),
        (project("37"), OpenTasks(5), Health.RED, "far behind"),
        (project("90", end_date=TODAY - DAY), OpenTasks(1), Health.RED, "was to end"),
        (project("100", end_date=TODAY - DAY), OpenTasks(0), Health.GREEN, "Nothing is open"),
        (project("60"), OpenTasks(5, 1, 8), Health.RED, "8 days overdue"),
        (project("60"), OpenTasks(5, 1, 7), Health.YELLOW, "1 of 5 open tasks"),
        (project("60"), OpenTasks(6, 1), Health.GREEN, "on its way"),
        (project("60", last_done_at=None, created_at=NOW - 14 * DAY), OpenTasks(6), Health.YELLOW, "14 days"),
        (project("0", start_date=TODAY, end_date=TODAY + 20 * DAY), OpenTasks(6), Health.GREEN, "way"),
        (project(None), OpenTasks(0), Health.GREEN, "Nothing is open"),
        (project("0", end_date=None), OpenTasks(3), Health.GREEN, "on its way"),
        (project("1", status=ProjectStatus.ON_HOLD), OpenTasks(5), Health.GREEN, ""),
    ],
)
def test_a_project_is_green_yellow_or_red_with_a_reason(
    found: Project, tasks: OpenTasks, health: Health, why: str
) -> None:
    diagnosis = health_of(found, tasks, NOW, TODAY)
    assert diagnosis.health is health
    assert why in diagnosis.reason


def test_back_to_a_better_colour_it_takes_a_little_more() -> None:
    yellow = project("46", cached_health=Health.YELLOW)
    assert health_of(yellow, OpenTasks(5), NOW, TODAY).health is Health.YELLOW
    better = project("47.5", cached_health=Health.YELLOW)
    assert health_of(better, OpenTasks(5), NOW, TODAY).health is Health.GREEN


@pytest.mark.parametrize(
    ("done", "left", "shown"), [(0, 0, None), (0, 9, 0), (1, 2, 33.3), (999, 1, 99.9), (9, 0, 100)]
)
def test_progress_is_by_minutes_and_100_only_at_the_end(done: int, left: int, shown: float | None) -> None:
    found = percent(done, left)
    assert (found is None) == (shown is None)
    assert found is None or float(found) == shown


def test_the_last_time_something_was_done_is_remembered() -> None:
    after = with_share(project("0"), Share(minutes_done=30, tasks_done=1, minutes_open=-30), NOW)
    assert (after.last_done_at, after.minutes_done, after.revision) == (NOW, 30, 2)
    assert with_share(after, Share(minutes_open=10), NOW + DAY).last_done_at == NOW
