"""How far a project is: minutes done of all minutes, moved with each task instead of counted anew."""

from datetime import datetime
from decimal import Decimal
from typing import NamedTuple

from tracker.projects.model import Project
from tracker.readings import Number


class Share(NamedTuple):
    """What a task, or several, are of a project. What was cancelled is none of it."""

    minutes_done: int = 0
    minutes_open: int = 0
    tasks_done: int = 0
    tasks_open: int = 0

    def plus(self, other: "Share") -> "Share":
        return Share(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    def minus(self, other: "Share") -> "Share":
        return Share(*(mine - theirs for mine, theirs in zip(self, other, strict=True)))


NOTHING = Share()


def share_of(minutes: int, *, is_done: bool, is_open: bool) -> Share:
    if is_done:
        return Share(minutes_done=minutes, tasks_done=1)
    return Share(minutes_open=minutes, tasks_open=1) if is_open else NOTHING


def with_share(project: Project, difference: Share, at: datetime) -> Project:
    """The project after its tasks have changed by so much; `at` is when what was done was done."""
    sums = {name: getattr(project, name) + value for name, value in difference._asdict().items()}
    last = {"last_done_at": max(at, project.last_done_at or at)} if difference.tasks_done > 0 else {}
    progress = percent(sums["minutes_done"], sums["minutes_open"])
    update = {**sums, **last, "cached_progress": progress, "revision": project.revision + 1}
    return project.model_copy(update=update)


def percent(done: int, left: int) -> Number | None:
    """With one digit, rounded down: 100 only when all is done. None where there is nothing to do."""
    whole = done + left
    return None if whole <= 0 else Decimal(1000 * done // whole) / 10
