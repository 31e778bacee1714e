"""The path that is cut with habits: a number that feeds one, a word of the person, a look, messages."""

from datetime import datetime, timedelta
from pathlib import Path

from scheduler.rounds import run_due
from tests.crash.path import habits_of, opened
from tests.crash.steps import Plug
from tracker.accounts.identity import identity
from tracker.accounts.service import Accounts
from tracker.front_ends import FrontEnd
from tracker.habits.changing import DayReport
from tracker.habits.feature import HABIT_ROUNDS
from tracker.ids import ulids
from tracker.store.keys import IdentityKind
from tracker.store.segments import Subject

ZEZIMA = Subject("osrs", "main:zezima")


async def live(database: Path, hiscores: str, at: datetime, plug: Plug) -> None:
    """What happens to a person's habits, once. Opening and closing is the same for all, and not cut again."""
    plug.on = False
    async with opened(database, hiscores, at) as (clock, it):
        user = await Accounts(it.table, clock, ulids(clock)).find(identity(IdentityKind.LOCAL, "me"))
        assert user is not None
        habits = habits_of(it)
        swim = await habits.find(user.id, "swim")
        reading = await it.sources.fetch(ZEZIMA)
        plug.on = True
        await it.tools.record(ZEZIMA, reading, since=None)
        await habits.complete(user.id, swim.id, DayReport(habits.today(user), FrontEnd.TERMINAL))
        await run_due(HABIT_ROUNDS, it.tools)
        clock.advance(timedelta(minutes=2).total_seconds())
        await it.dispatcher.run()
        plug.on = False
