"""What the numbers of somebody in the village say."""

from datetime import timedelta

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.days import local_day
from tracker.insights.service import Insights
from tracker.metrics.lifecycle import NewMetric
from tracker.metrics.log_words import LogWords
from tracker.metrics.service import Metrics
from tracker.store.table import Table

DAYS = 25


async def begin_insights(table: Table, clock: Clock, user: User) -> None:
    metrics = Metrics(table, clock, lambda: "stairs")
    stairs = await metrics.add(user, NewMetric(name="Stairs", custom_unit="floors"))
    now, today = clock(), local_day(clock(), user.zone, user.day_start)
    for ago in range(DAYS, 0, -1):
        day = timedelta(days=ago)
        await metrics.log(user, stairs, LogWords(100 - ago, None, None, now - day, today - day))
    insights = Insights(table, clock)
    await insights.choose(user.id, tells=True)
    await insights.look(user)
