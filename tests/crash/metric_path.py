"""The path that is cut with metrics: a number that is logged, its reading, and what is told of it."""

from datetime import datetime, timedelta
from pathlib import Path

from scheduler.rounds import run_due
from tests.crash.path import opened
from tests.crash.steps import Plug
from tracker.accounts.identity import identity
from tracker.accounts.service import Accounts
from tracker.ids import ulids
from tracker.metrics.feature import METRIC_READINGS
from tracker.metrics.log_words import LogWords
from tracker.metrics.service import Metrics
from tracker.store.keys import IdentityKind

PAGES = "pages"
"""The id of the metric."""
FAR = 60
"""What is logged: beyond its limit."""


async def live(database: Path, hiscores: str, at: datetime, plug: Plug) -> None:
    """Somebody logs the day's number, if it is not there, and time passes."""
    plug.on = False
    async with opened(database, hiscores, at) as (clock, it):
        user = await Accounts(it.table, clock, ulids(clock)).find(identity(IdentityKind.LOCAL, "me"))
        assert user is not None
        metrics = Metrics(it.table, clock, ulids(clock), record=it.tools.record)
        plug.on = True
        pages = await metrics.get(user.id, PAGES)
        if pages.cached_latest is None or pages.cached_latest.day < at.date():
            await metrics.log(user, pages, LogWords(FAR, None, None, at, at.date()))
        clock.advance(timedelta(minutes=2).total_seconds())
        await run_due(METRIC_READINGS, it.tools)
        await it.dispatcher.run()
        plug.on = False
