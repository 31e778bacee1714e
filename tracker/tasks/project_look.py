"""A project with its tasks: how it is, what is the next step, and when it will probably be done."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from tracker.accounts.model import User
from tracker.days import left_of_day, local_day
from tracker.frozen import frozen
from tracker.goals.pace.forecast import Eta, forecast
from tracker.goals.pace.gains import Point
from tracker.projects.health import Diagnosis, OpenTasks, health_of
from tracker.projects.model import Project, ProjectStatus
from tracker.store.steps import ReadSteps
from tracker.tasks.listing import every_open, of_project
from tracker.tasks.model import Priority, Task, TaskStatus, instant_on
from tracker.tasks.urgency import most_urgent
from tracker.tasks.worth import minutes_of

MOST_ON_LINE = 8


@frozen
class ProjectLook:
    project: Project
    diagnosis: Diagnosis
    tasks: Sequence[Task]
    """All of them, also those that are over."""
    next_step: Task | None
    """The most urgent one that nothing blocks."""
    eta: Eta | None
    """By the person's own pace; None while there are too few days."""
    per_day: float | None
    """Minutes."""

    @property
    def total(self) -> int:
        """Minutes of all that is done or open."""
        return self.project.minutes_done + self.project.minutes_open


def look_at(user: User, project: Project, now: datetime) -> ReadSteps[ProjectLook]:
    tasks = yield from of_project(user.id, project.id)
    return looked(user, project, tasks, now)


def looked(user: User, project: Project, tasks: Sequence[Task], now: datetime) -> ProjectLook:
    today = local_day(now, user.zone, user.day_start)
    live = [one for one in tasks if one.status.is_open]
    ready = [one for one in live if one.status.is_listed and not one.is_blocked and not one.waits_on(today)]
    rates = minutes_by_day(user, project, tasks, today)
    left = left_of_day(now, user.zone, user.day_start)
    found = forecast(rates, project.minutes_open, left) if project.minutes_open > 0 else None
    return ProjectLook(
        project=project,
        diagnosis=health_of(project, open_tasks(live, today), now, today),
        tasks=tasks,
        next_step=next((task for task, _ in most_urgent(ready, now, today)), None),
        eta=found.eta(today) if found else None,
        per_day=found.per_day if found else None,
    )


def diagnoses(user: User, projects: Sequence[Project], now: datetime) -> ReadSteps[dict[str, Diagnosis]]:
    """How each project is, by its id: one look at what is open, for all of them."""
    today = local_day(now, user.zone, user.day_start)
    found: dict[str, list[Task]] = {one.id: [] for one in projects}
    if any(one.status is ProjectStatus.ACTIVE for one in projects):
        for task in (yield from every_open(user.id)):
            for project in task.project_ids:
                if project in found:
                    found[project].append(task)
    return {one.id: health_of(one, open_tasks(found[one.id], today), now, today) for one in projects}


def open_tasks(live: Iterable[Task], today: date) -> OpenTasks:
    total = overdue = urgent = 0
    for one in live:
        total += 1
        if one.due_date is not None and one.due_date < today:
            overdue += 1
            days = (today - one.due_date).days if one.priority is Priority.P1 else 0
            urgent = max(urgent, days)
    return OpenTasks(total, overdue, urgent)


def minutes_by_day(user: User, project: Project, tasks: Iterable[Task], today: date) -> list[float]:
    """What each whole day since its start has brought, today left out."""
    first = min(project.start_date, local_day(project.created_at, user.zone, user.day_start))
    days = max((today - first).days, 0)
    found = [0.0] * days
    for one in tasks:
        if one.status is TaskStatus.DONE and one.completed_date is not None:
            place = (local_day(one.completed_date, user.zone, user.day_start) - first).days
            if 0 <= place < days:
                found[place] += minutes_of(one)
    return found


def burn_up(project: Project, tasks: Iterable[Task], now: datetime) -> list[Point]:
    """Minutes done over time, from nothing at its beginning."""
    done = sorted(
        (one.completed_date, minutes_of(one))
        for one in tasks
        if one.status is TaskStatus.DONE and one.completed_date is not None
    )
    first = min([project.created_at, *(at for at, _ in done)])
    points, total = [Point(first - timedelta(seconds=1), 0)], 0
    for at, minutes in done:
        total += minutes
        points.append(Point(at, total))
    return [*points, Point(now, total)] if points[-1].at < now else points


class Stretch(NamedTuple):
    """A task on a time line: from when it could be begun to when it was done, or is due."""

    title: str
    span: tuple[datetime, datetime]
    done: bool
    late: bool


def time_line(look: ProjectLook, user: User, now: datetime) -> list[Stretch]:
    """What is open and has a date, soonest due first, and before it what was done last."""
    today = local_day(now, user.zone, user.day_start)
    done = sorted(
        (one for one in look.tasks if one.status is TaskStatus.DONE and one.completed_date is not None),
        key=lambda one: one.completed_date or now,
    )
    coming = sorted(
        (one for one in look.tasks if one.status.is_open and one.due_date is not None),
        key=lambda one: one.due_date or today,
    )
    past = done[-max(MOST_ON_LINE // 2, MOST_ON_LINE - len(coming)) :]
    return [_stretch(one, user, today) for one in (*past, *coming)][:MOST_ON_LINE]


def _stretch(task: Task, user: User, today: date) -> Stretch:
    begin = task.created_at
    if task.scheduled_date is not None:
        begin = instant_on(task.scheduled_date, time(0), user)
    end = task.completed_date or instant_on(task.due_date or today, task.due_time or time(23, 59), user)
    late = task.status.is_open and task.is_overdue(today)
    return Stretch(task.title, (min(begin, end), end), task.status is TaskStatus.DONE, late)
