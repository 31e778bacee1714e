"""When a challenge is counted next: one item for each, in the partition of whoever owns it."""

from datetime import datetime

from tracker.challenge.model import Challenge, StoredWeek
from tracker.due import Due, due_now
from tracker.store.conditions import ABSENT
from tracker.store.entity import to_item
from tracker.store.table import Put, Table

KIND = "challenge"


class ChallengePoll(Due, frozen=True):
    """The next time, and what was told already."""

    kind: str = KIND
    nudged: StoredWeek | None = None
    """The last week of which it was said that it is about to be lost."""
    told: StoredWeek | None = None
    """The last week whose results were told."""


def first_poll(challenge: Challenge, now: datetime) -> Put:
    new = ChallengePoll(user=challenge.owner, id=challenge.id, due_at=now)
    return Put(to_item(new, new.key, new.place), ABSENT)


async def due(table: Table, now: datetime, limit: int) -> list[ChallengePoll]:
    return await due_now(table, ChallengePoll, KIND, now, limit)
