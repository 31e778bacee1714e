"""The path that is cut with tasks: one of a series is done, a look at what is due, messages."""

from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from scheduler.rounds import run_due
from tests.crash.path import opened
from tests.crash.steps import Plug
from tracker.accounts.identity import identity
from tracker.accounts.service import Accounts
from tracker.ids import ulids
from tracker.store.keys import IdentityKind
from tracker.tasks.errors import WrongTaskStatus
from tracker.tasks.feature import TASK_ROUNDS
from tracker.tasks.service import Tasks

RENT = "rent"
"""The id of the task that is done."""


async def live(database: Path, hiscores: str, at: datetime, plug: Plug) -> None:
    """What happens to a person's tasks, once. Opening and closing is the same for all, and not cut again."""
    plug.on = False
    async with opened(database, hiscores, at) as (clock, it):
        user = await Accounts(it.table, clock, ulids(clock)).find(identity(IdentityKind.LOCAL, "me"))
        assert user is not None
        tasks = Tasks(it.table, clock, ulids(clock))
        plug.on = True
        with suppress(WrongTaskStatus):  # it was done in the life before
            await tasks.done(user.id, RENT)
        await run_due(TASK_ROUNDS, it.tools)
        clock.advance(timedelta(minutes=2).total_seconds())
        await it.dispatcher.run()
        plug.on = False
