"""When a challenge is counted next: one item for each, in the partition of whoever owns it."""

from collections.abc import AsyncIterator
from datetime import date, datetime

from tracker.challenge.model import Challenge
from tracker.due import Due, due_now
from tracker.notify.model import SHARDS
from tracker.store.conditions import ABSENT
from tracker.store.entity import Instant, StoredValue, StoredWeek, from_items, to_item
from tracker.store.index_keys import DueListKey
from tracker.store.keys import DueKey
from tracker.store.table import Put, Table

KIND = "challenge"


class ChangeNote(StoredValue, frozen=True):
    """What was changed of a challenge, for everybody in it but whoever did it."""

    at: Instant
    by: str
    text: str


class ChallengePoll(Due, frozen=True):
    """The next time, and what was done already."""

    kind: str = KIND
    told: StoredWeek | None = None
    """The last week whose results were told to everybody."""
    rebuilt_at: Instant | None = None
    """When all statistics were last compared with the records."""
    counted_at: Instant | None = None
    """When everybody was last counted, and nobody had to be left out."""
    ending_told: date | None = None
    """The last day of which everybody was told that it is near."""
    notes: tuple[ChangeNote, ...] = ()
    """Changes that are still to be told."""
    is_claimed: bool = False
    """Whether all names and characters in it are kept for one person each, as they are from joining on."""


def first_poll(challenge: Challenge, now: datetime) -> Put:
    new = ChallengePoll(user=challenge.owner, id=challenge.id, due_at=now, is_claimed=True)
    return Put(to_item(new, new.key, new.place), ABSENT)


async def poll_of(table: Table, challenge: Challenge) -> ChallengePoll | None:
    """None for one that is over."""
    item = await table.get(DueKey(challenge.owner, KIND, challenge.id).key)
    return next(from_items(ChallengePoll, [item] if item else []), None)


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
