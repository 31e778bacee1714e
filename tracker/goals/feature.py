"""What goals bring to what runs on the clock."""

from tracker.clock import Clock
from tracker.feature import Rules
from tracker.goals import still_true
from tracker.goals.characters.service import Characters
from tracker.goals.recording.messages import CHANGE, MILESTONE, REACHED, ROLLBACK
from tracker.goals.recording.outage_messages import FOUND_AGAIN, NOT_FOUND, SOURCE_BACK, SOURCE_DOWN
from tracker.goals.rounds.daily import daily
from tracker.goals.rounds.messages import DEADLINE, STATE
from tracker.store.table import Table


async def _farewell(table: Table, clock: Clock, user_id: str) -> None:
    """Subjects that nobody else watches go with the person's characters; habits go with the account."""
    await Characters(table, clock, ()).remove_all(user_id)


GOALS = Rules(
    "goals",
    kinds=(
        *(REACHED, MILESTONE, CHANGE, ROLLBACK, STATE, DEADLINE),
        *(NOT_FOUND, FOUND_AGAIN, SOURCE_DOWN, SOURCE_BACK),
    ),
    checks=lambda table, _: still_true.checks(table),
    wordings=lambda tools: still_true.wordings(tools.table, tools.clock),
    farewell=_farewell,
    daily=daily,
)
