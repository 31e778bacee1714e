"""When a challenge is counted next: one item for each, in the partition of whoever owns it."""

from collections.abc import AsyncIterator
from datetime import datetime

from tracker.challenge.model import Challenge
from tracker.due import Due, due_now
from tracker.notify.model import SHARDS
from tracker.store.conditions import ABSENT
from tracker.store.entity import Instant, StoredWeek, from_items, to_item
from tracker.store.index_keys import DueListKey
from tracker.store.table import Put, Table

KIND = "challenge"


class ChallengePoll(Due, frozen=True):
    """The next time, and what was done already."""

    kind: str = KIND
    told: StoredWeek | None = None
    """The last week whose results were told to everybody."""
    rebuilt_at: Instant | None = None
    """When all statistics were last compared with the records."""


def first_poll(challenge: Challenge, now: datetime) -> Put:
    new = ChallengePoll(user=challenge.owner, id=challenge.id, due_at=now)
    return Put(to_item(new, new.key, new.place), ABSENT)


async def every_poll(table: Table) -> AsyncIterator[ChallengePoll]:
    """Of all challenges that are not over, due or not."""
    for shard in range(SHARDS):
        place = DueListKey.prefix(kind=KIND, shard=shard)
        items = [
            one async for one in table.query_all(place.pk, prefix=place.prefix or None, index=place.index)
        ]
        for one in from_items(ChallengePoll, items):
            yield one


async def due(table: Table, now: datetime, limit: int) -> list[ChallengePoll]:
    return await due_now(table, ChallengePoll, KIND, now, limit)
