"""Things of which there may be only so many in a while: counted by one conditional write, for everybody."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from tracker.clock import Clock
from tracker.frozen import frozen
from tracker.signing import hashed
from tracker.store.conditions import ABSENT, le
from tracker.store.entity import Entity, from_items
from tracker.store.errors import ConditionFailed
from tracker.store.keys import LimitKey
from tracker.store.table import Table, Update
from tracker.store.values import Item


@frozen
class Limit:
    """`most` within a while that begins with the first of them; none at all is for no limit."""

    what: str
    most: int
    within: timedelta
    since_last: bool = False
    """Whether the while begins anew with each of them: who goes on trying stays out."""

    def key(self, whose: str) -> LimitKey:
        return LimitKey(self.what, hashed(whose))


class LimitCount(Entity, frozen=True):
    type: Literal["limit"] = "limit"
    count: int
    ttl: int


class Full(NamedTuple):
    """What there is no room in, and until when."""

    limit: Limit
    whose: str
    until: datetime


class Limits:
    def __init__(self, table: Table, clock: Clock) -> None:
        self._table, self._clock = table, clock

    def now(self) -> datetime:
        """By the clock that decides when there is room."""
        return self._clock()

    async def take(self, limit: Limit, whose: str, amount: int = 1) -> datetime | None:
        """None where there is room, and it is taken. Else when there is room again, and nothing is taken."""
        full = await self.take_all([(limit, whose)], amount)
        return None if full is None else full.until

    async def take_all(self, wanted: Sequence[tuple[Limit, str]], amount: int = 1) -> "Full | None":
        """Of each of them, in one transaction. None where there was room for all; else nothing is taken."""
        limited = [(limit, whose) for limit, whose in wanted if limit.most]
        now = self._clock()
        try:
            await self._table.transact([counted(limit, whose, now, amount) for limit, whose in limited])
        except ConditionFailed as failed:
            first = failed.failures[0]
            limit, whose = limited[first.position]
            return Full(limit, whose, room_from(limit, first.current, now))
        return None

    async def full_until(self, limit: Limit, whose: str) -> datetime | None:
        """When there is room again; None where there is. Nothing is taken."""
        item = await self._table.get(limit.key(whose).key)
        found = next(from_items(LimitCount, [item] if item else []), None)
        if found is None or not limit.most or found.count < limit.most:
            return None
        return datetime.fromtimestamp(found.ttl, self._clock().tzinfo)

    async def give_back(self, limit: Limit, whose: str, amount: int = 1) -> None:
        """What was taken for something that did not happen."""
        try:
            await self._table.update(Update(limit.key(whose).key, add={"count": -amount}))
        except ConditionFailed:
            return  # its while is over


def room_from(limit: Limit, count: Item | None, now: datetime) -> datetime:
    """When there is room again, from the count as it was where there was none."""
    found = next(from_items(LimitCount, [count] if count else []), None)
    return now + limit.within if found is None else datetime.fromtimestamp(found.ttl, now.tzinfo)


def counted(limit: Limit, whose: str, now: datetime, amount: int = 1) -> Update:
    """What takes room in a transaction of the caller's, which fails where there is none."""
    ends = int((now + limit.within).timestamp())
    given = {"ttl": ends} if limit.since_last else {}
    room = le("count", limit.most - amount)
    return Update(
        limit.key(whose).key,
        set={"type": "limit", **given},
        default={} if limit.since_last else {"ttl": ends},
        add={"count": amount},
        when=room if amount > limit.most else ABSENT | room,
    )
