"""What is planned by a person's clock, after their settings have changed: digests, habits, quiet hours."""

from collections.abc import Collection
from datetime import datetime

from tracker.accounts.model import User
from tracker.goals.rounds import daily as rounds
from tracker.habits.rounds import planning
from tracker.notify import wishes
from tracker.store.table import Table


async def follow_settings(table: Table, user: User, changed: Collection[str], now: datetime) -> None:
    """`user` has the new settings; `changed` are their names."""
    await rounds.replan(table, user, now)
    await planning.replan(table, user, now)
    await wishes.follow(table, user.id, changed, now)
