"""What servers bring to what runs on the clock: what they are told of their members."""

from tracker.clock import Clock
from tracker.feature import Rules
from tracker.servers import membership
from tracker.servers.announcements import ANNOUNCED_GOAL, ANNOUNCED_MILESTONE
from tracker.servers.digest import daily
from tracker.store.table import Table


async def _farewell(table: Table, _: Clock, user_id: str) -> None:
    await membership.forget_everywhere(table, user_id)


SERVERS = Rules(
    "servers",
    kinds=(ANNOUNCED_GOAL, ANNOUNCED_MILESTONE),
    checks=lambda table, _: membership.checks(table),
    farewell=_farewell,
    daily=daily,
)
