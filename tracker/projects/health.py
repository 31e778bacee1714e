"""How a project is: green, yellow or red, with the reason in words."""

from datetime import date, datetime, timedelta
from typing import NamedTuple

from tracker.projects.model import Health, Project, ProjectStatus
from tracker.words import count_of, day_text, people, percent_text

PATIENT_SHARE = 0.1
"""So much of its time may pass before pace counts."""
RED_PACE, YELLOW_PACE, EASED = 0.75, 0.9, 0.05
"""Of the progress that the time asks for. Back to a better colour it takes a little more."""
URGENT_DAYS, IDLE_DAYS, OVERDUE_SHARE = 7, 14, 0.2


class OpenTasks(NamedTuple):
    """What of a project's open tasks its health depends on."""

    total: int = 0
    overdue: int = 0
    urgent_overdue_days: int = 0
    """Of the P1 task that is overdue for longest."""


class Diagnosis(NamedTuple):
    health: Health
    reason: str


def health_of(project: Project, tasks: OpenTasks, now: datetime, today: date) -> Diagnosis:
    """The first reason that holds, the worst first."""
    if project.status is not ProjectStatus.ACTIVE:
        return Diagnosis(Health.GREEN, "")
    pace = _pace(project, today)
    red = project.cached_health is Health.RED
    yellow = project.cached_health is not Health.GREEN
    if project.end_date is not None and today > project.end_date and tasks.total:
        left = count_of(tasks.total, "task")
        return Diagnosis(
            Health.RED, f"It was to end on {day_text(project.end_date, today)}, and {left} are open."
        )
    if tasks.urgent_overdue_days > URGENT_DAYS:
        return Diagnosis(Health.RED, f"A P1 task is {tasks.urgent_overdue_days} days overdue.")
    if pace is not None and pace < _eased(RED_PACE, red):
        return Diagnosis(Health.RED, f"{_behind(project, today)} It is far behind.")
    if pace is not None and pace < _eased(YELLOW_PACE, yellow):
        return Diagnosis(Health.YELLOW, f"{_behind(project, today)} It is behind.")
    if tasks.total and tasks.overdue >= OVERDUE_SHARE * tasks.total:
        return Diagnosis(
            Health.YELLOW, f"{people(tasks.overdue)} of {count_of(tasks.total, 'open task')} are overdue."
        )
    idle = now - max(project.last_done_at or project.created_at, project.created_at)
    if tasks.total and idle >= timedelta(days=IDLE_DAYS):
        return Diagnosis(Health.YELLOW, f"Nothing was done for {idle.days} days.")
    return Diagnosis(Health.GREEN, "It is on its way." if tasks.total else "Nothing is open.")


def elapsed_share(project: Project, today: date) -> float | None:
    """How much of its time has passed; None where it has no end."""
    if project.end_date is None:
        return None
    whole = (project.end_date - project.start_date).days + 1
    return min(max(((today - project.start_date).days + 1) / max(whole, 1), 0.0), 1.0)


def _pace(project: Project, today: date) -> float | None:
    """Progress against the share of its time that has passed; None where that says nothing yet."""
    share = elapsed_share(project, today)
    if share is None or share < PATIENT_SHARE or project.cached_progress is None:
        return None
    return round(float(project.cached_progress) / 100 / share, 6)


def _eased(pace: float, was_worse: bool) -> float:  # noqa: FBT001 - of the colour before
    return round(pace + EASED * was_worse, 6)


def _behind(project: Project, today: date) -> str:
    share = elapsed_share(project, today) or 0
    done = percent_text(float(project.cached_progress or 0))
    return f"{done} is done, and {100 * share:.0f} % of its time has passed."
