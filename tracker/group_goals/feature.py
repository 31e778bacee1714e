"""What group goals bring to what runs on the clock."""

from tracker.clock import Clock
from tracker.feature import DueWork, Hold, Rules, Tools
from tracker.goals.sharing import SHARE_KIND
from tracker.group_goals import leaving
from tracker.group_goals.messages import KINDS
from tracker.group_goals.model import GOAL_KIND
from tracker.group_goals.settling import GroupGoalDue, GroupShareDue, Settling
from tracker.group_goals.sharing import Sharing
from tracker.store.table import Table


def _settler(tools: Tools) -> Hold[GroupGoalDue]:
    settling = Settling(tools.table, tools.clock)

    async def hold(due: GroupGoalDue) -> None:
        await settling.settle(due.id)

    return hold


def _recounter(tools: Tools) -> Hold[GroupShareDue]:
    sharing = Sharing(tools.table, tools.clock)

    async def hold(due: GroupShareDue) -> None:
        await sharing.recount(due.user, due.id)

    return hold


async def _farewell(table: Table, clock: Clock, user_id: str) -> None:
    await leaving.farewell(table, user_id, clock().replace(microsecond=0))


SHARES = DueWork("group-shares", SHARE_KIND, GroupShareDue, seconds=10, holder=_recounter)
GOALS = DueWork("group-goals", GOAL_KIND, GroupGoalDue, seconds=10, holder=_settler)
GROUP_GOALS = Rules(
    "group-goals",
    kinds=KINDS,
    due=(SHARES, GOALS),
    farewell=_farewell,
    parting_notes=leaving.parting_notes,
)
