"""What challenges bring to what runs on the clock. They are counted by `scheduler/challenges.py`."""

from tracker.challenge import passing, withdrawing
from tracker.challenge.change_messages import CHANGED, ENDING, NEW, OWNER, REMOVED
from tracker.challenge.digest import daily
from tracker.challenge.messages import END, NUDGE, STANDINGS, WEEK, WELCOME
from tracker.challenge.rewording import wordings
from tracker.clock import Clock
from tracker.feature import Rules
from tracker.store.table import Table


async def _farewell(table: Table, clock: Clock, user_id: str) -> None:
    await withdrawing.forget(table, user_id)
    await passing.pass_on_all(table, user_id, clock().replace(microsecond=0))


CHALLENGES = Rules(
    "challenges",
    kinds=(WELCOME, NUDGE, WEEK, STANDINGS, END, NEW, ENDING, CHANGED, REMOVED, OWNER),
    wordings=lambda tools: wordings(tools.table, tools.clock),
    farewell=_farewell,
    parting_notes=passing.parting_notes,
    daily=daily,
)
