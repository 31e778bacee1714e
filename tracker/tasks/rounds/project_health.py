"""The health of projects, looked at once a day: time passes, also where nobody does anything."""

from collections.abc import Mapping
from datetime import datetime

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.feature import Rules
from tracker.notify.kinds import Kind
from tracker.notify.model import Notification, Rewording
from tracker.projects.health import Diagnosis
from tracker.projects.messages import HEALTH, health_message
from tracker.projects.model import Project, ProjectStatus
from tracker.projects.service import diagnosed, difference
from tracker.sections import DailyNews, Occasion
from tracker.store.entity import from_items
from tracker.store.keys import ProjectKey, UserKey
from tracker.store.query import Query
from tracker.store.steps import ReadSteps, every_item
from tracker.store.table import Table
from tracker.tasks.project_look import diagnoses


async def daily(table: Table, occasion: Occasion) -> DailyNews:
    """Whoever has no project that is under way costs one query."""
    if occasion.user.guild is not None:
        return DailyNews()
    found = await table.read_in_steps(_under_way(occasion.user, occasion.now))
    changed = [(one, new) for one, new in found if new.health is not one.cached_health]
    at = occasion.strike.at
    return DailyNews(
        messages=[health_message(occasion.user, one, new, at, occasion.now) for one, new in changed],
        writes=[difference(one, diagnosed(one, new)) for one, new in changed],
    )


def _under_way(user: User, now: datetime) -> ReadSteps[list[tuple[Project, Diagnosis]]]:
    mine = ProjectKey.prefix(user=user.id)
    items = yield from every_item(Query(mine.pk, prefix=mine.prefix))
    projects = [one for one in from_items(Project, items) if one.status is ProjectStatus.ACTIVE]
    found = yield from diagnoses(user, projects, now)
    return [(one, found[one.id]) for one in projects]


def wordings(table: Table, clock: Clock) -> Mapping[Kind, Rewording]:
    async def said(message: Notification) -> Notification | None:
        """The project goes on, and is as well or unwell as that."""
        who, what = UserKey(message.person).key, ProjectKey(message.person, message.entity).key
        found = await table.get_many([who, what])
        user = next(from_items(User, [found[who]] if who in found else []), None)
        project = next(from_items(Project, [found[what]] if what in found else []), None)
        if user is None or project is None or project.status is not ProjectStatus.ACTIVE:
            return None
        now = clock().replace(microsecond=0)
        diagnosis = (await table.read_in_steps(diagnoses(user, [project], now)))[project.id]
        if diagnosis.health.value != message.facts["state"]:
            return None
        return health_message(user, project, diagnosis, message.not_before, now)

    return {HEALTH: said}


PROJECTS = Rules(
    "projects",
    kinds=(HEALTH,),
    wordings=lambda tools: wordings(tools.table, tools.clock),
    daily=daily,
)
