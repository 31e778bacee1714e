"""The path that is cut with the logbook: a page with mood and energy, and the evening question."""

from datetime import datetime
from pathlib import Path

from scheduler.rounds import run_due
from tests.crash.path import opened
from tests.crash.steps import Plug
from tracker.accounts.identity import identity
from tracker.accounts.service import Accounts
from tracker.ids import ulids
from tracker.logbook.feature import EVENINGS, UNFOLLOWED
from tracker.logbook.model import Mood
from tracker.logbook.pages import NewEntry
from tracker.logbook.service import Logbook
from tracker.metrics.service import Metrics
from tracker.store.keys import IdentityKind

WRITTEN = ("one", "two")


async def live(database: Path, hiscores: str, at: datetime, plug: Plug) -> None:
    """Somebody writes what is not written yet, taps an answer, and time passes."""
    plug.on = False
    async with opened(database, hiscores, at) as (clock, it):
        user = await Accounts(it.table, clock, ulids(clock)).find(identity(IdentityKind.LOCAL, "me"))
        assert user is not None
        metrics = Metrics(it.table, clock, ulids(clock))
        logbook = Logbook(it.table, clock, ulids(clock), metrics)
        day = at.date()
        plug.on = True
        page = await logbook.page(user.id, day)
        there = [one.text for one in page.entries] if page else []
        for text, mood in zip(WRITTEN, (Mood.HIGH, Mood.LOW), strict=True):
            if text not in there:
                await logbook.add(user, day, NewEntry(text=text, mood=mood))
        await logbook.answer(user, day, energy=3)
        clock.advance(120)
        await run_due(UNFOLLOWED, it.tools)
        await run_due(EVENINGS, it.tools)
        plug.on = False
