"""What people in the village do together: one goal by a character, one by a number, one by a habit."""

from datetime import timedelta
from itertools import count

from tracker.accounts.model import User
from tracker.challenge.model import WhoMayJoin
from tracker.clock import Clock
from tracker.days import local_day
from tracker.group_goals.service import GroupGoals
from tracker.group_goals.words import parse_aim
from tracker.store.table import Table

AIMS = (
    ("100 xp", {"character": "Zezima"}),
    ("5 kg", {"metric": "Weight"}),
    ("everyone 1 day", {"habit": "gym"}),
)


async def begin_groups(table: Table, clock: Clock, server: User, user: User) -> None:
    """They begin today, so that what is told next counts."""
    numbers = count(1)
    groups = GroupGoals(table, clock, lambda: f"01JG{next(numbers):022d}")
    today = local_day(clock(), user.zone, user.day_start)
    for aim, by in AIMS:
        goal = await groups.add(
            server, user, f"Together: {aim}", parse_aim(aim), starts=today, ends=today + timedelta(days=30),
            who=WhoMayJoin.ANYBODY, zone="UTC",
        )  # fmt: skip
        part = await groups.part(user.id, goal, **by)
        await groups.join(user, goal, part, await groups.name_in(user, goal, "Ada"), here=None)
