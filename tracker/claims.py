"""Events from outside, each handled once: whoever claims one first handles it."""

import secrets
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Literal

from tracker.clock import Clock
from tracker.store.conditions import ABSENT, eq
from tracker.store.entity import Entity, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.keys import SeenKey
from tracker.store.table import Delete, Put, Table
from tracker.store.values import Item, Key

KEPT = timedelta(days=400)
"""What Twilio signs does not say when it did: whoever has kept a posting could bring it again at any time."""


class SeenEvent(Entity, frozen=True):
    type: Literal["seen"] = "seen"
    claim: str
    ttl: int


class Claim:
    """One attempt to be the one who handles an event."""

    def __init__(
        self, table: Table, clock: Clock, *keys: SeenKey, new_id: Callable[[], str] = secrets.token_hex
    ) -> None:
        """`keys` are all that it is known by: what has one of them was there before."""
        self._table, self._clock, self._keys, self._id = table, clock, keys, new_id()

    @property
    def keys(self) -> tuple[Key, ...]:
        return tuple(one.key for one in self._keys)

    def is_anothers(self, items: Mapping[Key, Item]) -> bool:
        """Whether what was read says that somebody else has claimed it."""
        found = [items[key] for key in self.keys if key in items]
        return any(item.get("claim") != self._id for item in found)

    async def take(self) -> bool:
        """False where it was handled before, or is by another."""
        ends = int((self._clock() + KEPT).timestamp())
        seen = SeenEvent(claim=self._id, ttl=ends)
        try:
            await self._table.transact([Put(to_item(seen, key), ABSENT) for key in self._keys])
        except ConditionFailed:
            return False
        return True

    async def give_back(self) -> None:
        """It was not handled. Also for where nobody knows whether it was written: no other's is touched."""
        try:
            await self._table.transact([Delete(key.key, eq("claim", self._id)) for key in self._keys])
        except ConditionFailed:
            return
