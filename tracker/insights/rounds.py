"""The weekly look: planned by the round that brings the weekly digest, and done as work of its own."""

from contextlib import suppress

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.due import Due, forget
from tracker.insights.service import Insights
from tracker.sections import DailyNews, Occasion
from tracker.store.conditions import holds
from tracker.store.entity import PRESENT, from_item, rewrite
from tracker.store.errors import ConditionFailed
from tracker.store.keys import MetricKey, UserKey
from tracker.store.table import Delete, Table

KIND, ID = "insights", "weekly"


class InsightRound(Due, frozen=True):
    kind: str = KIND
    id: str = ID


async def daily(table: Table, occasion: Occasion) -> DailyNews:
    """Once a week; it says nothing itself. Who keeps no number has nothing to look at: but mood and energy,
    and what another number feeds, are numbers, too, though their person never logs one."""
    if not occasion.weekly or occasion.user.guild is not None:
        return DailyNews()
    kept = MetricKey.prefix(user=occasion.user.id)
    if not (await table.query(kept.pk, prefix=kept.prefix, limit=1)).items:
        return DailyNews()
    work = InsightRound(user=occasion.user.id, due_at=occasion.now)
    return DailyNews(writes=[rewrite(work, work.key, work.place)])


async def hold(table: Table, clock: Clock, work: InsightRound) -> None:
    """One look. That it was done is written with what it found: of two who do it at once one tells."""
    item = await table.get(UserKey(work.user).key)
    if item is None or not holds(PRESENT, item):
        await forget(table, work)
        return
    with suppress(ConditionFailed):  # somebody else was faster
        await Insights(table, clock).look(
            from_item(User, item), Delete(work.key.key, work.unmoved), tells=True
        )
