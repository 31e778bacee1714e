"""What goals of parts bring to what runs on the clock."""

from collections.abc import Collection
from datetime import datetime

from tracker.accounts.model import User
from tracker.feature import DueWork, Hold, Rules, Tools
from tracker.goal_parts.digest import daily
from tracker.goal_parts.messages import PARTS_MILESTONE
from tracker.goal_parts.recounting import GoalDue, Recounting
from tracker.goals.composite.marking import due_now
from tracker.goals.composite.model import DUE_KIND
from tracker.goals.composite.naming import composites_of
from tracker.store.errors import ConditionFailed
from tracker.store.table import Table


def _recounter(tools: Tools) -> Hold[GoalDue]:
    recounting = Recounting(tools.table, tools.clock)

    async def hold(due: GoalDue) -> None:
        await recounting.recount(due.user, due.id)

    return hold


async def _settings_changed(table: Table, user: User, _: Collection[str], now: datetime) -> None:
    """Days are others in another zone: all goals that are open are recounted."""
    for one in await composites_of(table, user.id):
        if one.status.is_open and one.due_at is not None:
            try:
                await table.update(due_now(user.id, one.id, now))
            except ConditionFailed:  # it was removed meanwhile
                continue


RECOUNTS = DueWork("goal-recounts", DUE_KIND, GoalDue, seconds=10, holder=_recounter)
GOAL_PARTS = Rules(
    "goal-parts",
    kinds=(PARTS_MILESTONE,),
    due=(RECOUNTS,),
    settings_changed=_settings_changed,
    daily=daily,
)
