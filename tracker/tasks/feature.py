"""What tasks bring to what runs on the clock."""

from collections.abc import Collection
from datetime import datetime
from functools import partial

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.feature import DueWork, Hold, Rules, Tools
from tracker.store.table import Table
from tracker.tasks import project_removal
from tracker.tasks.messages import DUE, OVERDUE, UNBLOCKED
from tracker.tasks.project_removal import ProjectRemoval
from tracker.tasks.rounds import still_true
from tracker.tasks.rounds.daily import hold
from tracker.tasks.rounds.digest import daily
from tracker.tasks.rounds.planning import KIND, TaskRound, replan


def _holder(tools: Tools) -> Hold[TaskRound]:
    return partial(hold, tools.table, tools.clock)


def _remover(tools: Tools) -> Hold[ProjectRemoval]:
    return partial(project_removal.finish, tools.table)


async def _farewell(table: Table, _: Clock, user_id: str) -> None:
    await project_removal.finish_all(table, user_id)


async def _settings_changed(table: Table, user: User, _: Collection[str], now: datetime) -> None:
    await replan(table, user, now)


TASK_ROUNDS = DueWork("tasks", KIND, TaskRound, seconds=10, holder=_holder)
REMOVALS = DueWork("project-removals", project_removal.KIND, ProjectRemoval, seconds=20, holder=_remover)
TASKS = Rules(
    "tasks",
    kinds=(DUE, OVERDUE, UNBLOCKED),
    checks=still_true.checks,
    wordings=lambda tools: still_true.wordings(tools.table, tools.clock),
    due=(TASK_ROUNDS, REMOVALS),
    farewell=_farewell,
    settings_changed=_settings_changed,
    daily=daily,
)
