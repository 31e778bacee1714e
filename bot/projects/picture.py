"""The chart of a project: minutes done, all minutes, and where the own pace leads."""

from collections.abc import Callable
from datetime import date, datetime
from functools import partial
from typing import NamedTuple

from bot.charts.drawing import LONGEST_ALT
from bot.names import NAME, TITLE, plain_line
from bot.services import Services
from scheduler.channels.picture import Picture
from tracker.accounts.model import User
from tracker.days import local_day
from tracker.projects.model import Project, ProjectStatus
from tracker.tasks.project_look import ProjectLook, burn_up, look_at, time_line


class ProjectMotif(NamedTuple):
    """Everything that is to be seen on a picture: each change of a task moves the project's revision."""

    project: Project
    today: date
    timezone: str
    dark: bool


async def draw_project(
    services: Services, *, person: User, project_id: str, dark: bool = True
) -> Picture | None:
    project, now = await services.projects.get(person.id, project_id), services.clock().replace(microsecond=0)
    today = local_day(now, person.zone, person.day_start)

    async def with_tasks() -> Callable[[], Picture]:
        look = await services.table.read_in_steps(look_at(person, project, now))
        return partial(drawn, look, person, now, dark=dark)

    return await services.drawings.drawn(ProjectMotif(project, today, person.timezone, dark), with_tasks)


def drawn(look: ProjectLook, person: User, now: datetime, *, dark: bool = True) -> Picture:
    """For a thread: it takes more than a tenth of a second of work."""
    from bot.charts.goal.chart import GoalChart  # noqa: PLC0415 - matplotlib takes most of a second
    from bot.charts.project_chart import TaskBar, draw_project, in_words  # noqa: PLC0415

    project, today = look.project, local_day(now, person.zone, person.day_start)
    live = project.status is ProjectStatus.ACTIVE
    bars = [
        TaskBar(plain_line(one.title, NAME), *one.span, done=one.done, late=one.late)
        for one in time_line(look, person, now)
    ]
    days_left = None if project.end_date is None else (project.end_date - today).days + 1
    chart = GoalChart(
        title=plain_line(project.name, TITLE),
        subtitle=f"{project.tasks_done} tasks done, {project.tasks_open} open",
        unit="min",
        points=tuple(burn_up(project, look.tasks, now)),
        start=0,
        target=max(look.total, 1),
        begun=project.start_date,
        today=today,
        now=now,
        zone=person.zone,
        due=project.end_date,
        required_per_day=project.minutes_open / days_left if live and days_left and days_left > 0 else None,
        band=look.eta if live else None,
        reached=project.completed_date,
        founded=project.created_at,
        reaches=max((one.end for one in bars), default=None),
    )
    return Picture(draw_project(chart, bars, dark=dark), plain_line(in_words(chart, bars), LONGEST_ALT))
