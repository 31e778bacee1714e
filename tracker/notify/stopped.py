"""Addresses at which nobody is told anything: they said stop, or messages to them come back.

What is kept is a mark of the address, beside the account and longer than that: whoever said stop is not
written to again because somebody types their number into another account. A hash would not do: there are few
enough numbers to try them all. The mark is made with a key that stands in no export.
"""

from collections.abc import Mapping
from contextlib import suppress
from enum import StrEnum
from typing import Literal, NamedTuple

from tracker.clock import Clock
from tracker.signing import Signer, hashed
from tracker.store.conditions import ABSENT, Condition, eq
from tracker.store.entity import Entity, Instant, from_items, rewrite, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.keys import StoppedKey
from tracker.store.table import Delete, Put, Table
from tracker.store.values import Item, Key


class Why(StrEnum):
    """As it is stored."""

    ASKED = "you asked for it"
    BOUNCED = "messages to it came back"
    COMPLAINED = "it was reported as unwanted"


_BOUNCED, _COMPLAINED = eq("why", Why.BOUNCED.value), eq("why", Why.COMPLAINED.value)
_NOT_GRAVER: Mapping[Why, Condition | None] = {
    Why.ASKED: ~(_BOUNCED | _COMPLAINED),
    Why.BOUNCED: ~_COMPLAINED,
    Why.COMPLAINED: None,
}
"""Of the reason that is there, if any, by the new one."""


class Stopped(Entity, frozen=True):
    type: Literal["stopped"] = "stopped"
    why: Why
    since: Instant


class StoppedKeys(NamedTuple):
    """Where an address is found that was stopped: by its mark, or by the plain hash of earlier versions."""

    marked: StoppedKey
    hashed: StoppedKey

    @property
    def keys(self) -> tuple[Key, Key]:
        """For whoever reads them together with something else."""
        return self.marked.key, self.hashed.key


class StoppedAddresses:
    def __init__(self, table: Table, clock: Clock) -> None:
        self._table, self._clock = table, clock

    async def find(self, channel: str, address: str) -> Stopped | None:
        keys = await stopped_keys(self._table, channel, address)
        items = await self._table.get_many(keys.keys)
        found = stopped_in(items, keys)
        if found is not None and keys.marked.key not in items:
            await self._mark(found, keys)
        return found

    async def stop(self, channel: str, address: str, why: Why) -> None:
        """For the gravest reason that there was: what somebody asked for they may take back, and no more."""
        await self.find(channel, address)  # upon which an earlier reason is where it is looked for
        keys = await stopped_keys(self._table, channel, address)
        stopped = Stopped(why=why, since=self._clock())
        with suppress(ConditionFailed):
            await self._table.update(rewrite(stopped, keys.marked, when=_NOT_GRAVER[why]))

    async def allow(self, channel: str, address: str) -> None:
        keys = await stopped_keys(self._table, channel, address)
        await self._table.transact([Delete(key) for key in keys.keys])

    async def _mark(self, found: Stopped, keys: StoppedKeys) -> None:
        """From its plain hash to its mark. Nobody can do that before the address is known again."""
        moved = [Put(to_item(found, keys.marked), ABSENT), Delete(keys.hashed.key)]
        with suppress(ConditionFailed):
            await self._table.transact(moved)


async def stopped_keys(table: Table, channel: str, address: str) -> StoppedKeys:
    plain = hashed(address.casefold())
    mark = (await Signer.of(table)).mark("stopped", channel, plain)
    return StoppedKeys(StoppedKey(channel, mark), StoppedKey(channel, plain))


def stopped_in(items: Mapping[Key, Item], keys: StoppedKeys) -> Stopped | None:
    return next(from_items(Stopped, [items[key] for key in keys.keys if key in items]), None)
