"""Work that comes due for a person at a time: an item in their partition, listed by its time in an index."""

from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Literal, TypeVar

from tracker.notify.model import SHARDS, shard_of
from tracker.store.conditions import Condition, eq, lacks
from tracker.store.entity import Entity, Instant, change, from_items, stored
from tracker.store.errors import ConditionFailed
from tracker.store.index_keys import DueListKey
from tracker.store.keys import DueKey
from tracker.store.query import Query
from tracker.store.table import Table, Update
from tracker.store.values import Item


class Due(Entity, frozen=True):
    """Work of one kind for one person, whose next time is `due_at`."""

    type: Literal["due"] = "due"
    user: str
    kind: str
    id: str
    due_at: Instant

    @property
    def key(self) -> DueKey:
        return DueKey(self.user, self.kind, self.id)

    @property
    def place(self) -> DueListKey:
        return place_at(self.kind, self.user, self.due_at)

    @property
    def unmoved(self) -> Condition:
        """Holds as long as nobody has moved it since it was read."""
        return eq("dueAt", stored(self.due_at))


Work = TypeVar("Work", bound=Due)
Listed = TypeVar("Listed", bound=Entity)


def place_at(kind: str, user_id: str, at: datetime) -> DueListKey:
    return DueListKey(kind, shard_of(user_id), at, user_id)


async def due_now(table: Table, model: type[Listed], kind: str, now: datetime, limit: int) -> list[Listed]:
    """What the index says is due, about as many from each shard; it may lag."""
    _, pages = await table.read((), [_due(kind, shard, now, limit) for shard in range(SHARDS)])
    return [one for page in pages for one in from_items(model, page.items)]


async def due_pages(
    table: Table, model: type[Work], kind: str, now: datetime, size: int
) -> AsyncIterator[list[Work]]:
    """All of it, `size` at a time, soonest first. What stays due is met once: a page follows the last."""
    asked = [_due(kind, shard, now, size) for shard in range(SHARDS)]
    while asked:
        _, pages = await table.read((), asked)
        yield [one for page in pages for one in from_items(model, page.items)]
        asked = [
            replace(query, cursor=page.cursor)
            for query, page in zip(asked, pages, strict=True)
            if page.cursor is not None
        ]


def _due(kind: str, shard: int, now: datetime, size: int) -> Query:
    """The shards are asked together, in one round trip."""
    until = DueListKey.until(kind=kind, shard=shard, at=now)
    return Query(until.pk, lo=until.lo, hi=until.hi, index=until.index, limit=max(size // SHARDS, 1))


async def forget(table: Table, work: Due) -> None:
    """Of a person who is gone, or who has nothing left to do; unless somebody has just changed it."""
    with suppress(ConditionFailed):
        await table.delete(work.key.key, when=work.unmoved)


def moved(work: Due, at: datetime, **memory: object) -> Update:
    """To its next time, with what is to be remembered, if nobody has moved it since it was read."""
    return change(
        type(work),
        work.key,
        {"due_at": at, **memory},
        enter=[place_at(work.kind, work.user, at)],
        when=work.unmoved,
    )


CLOCK_SETTINGS = ("timezone", "dayStart", "digestTime")
"""What most work depends on of the person. If one of them changes while it is done, it is done anew."""


def same_clock(person: Item, names: Sequence[str] = CLOCK_SETTINGS) -> Condition:
    """Holds as long as the person's user item says of these what it said when it was read."""
    first, *others = (eq(name, person[name]) if name in person else lacks(name) for name in names)
    for other in others:
        first &= other
    return first
