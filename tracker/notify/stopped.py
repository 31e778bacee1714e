"""Addresses at which nobody is told anything: they said stop, or messages to them come back.

What is kept is a hash of the address, beside the account and longer than that: whoever said stop is not
written to again because somebody types their number into another account.
"""

from collections.abc import Mapping
from contextlib import suppress
from enum import StrEnum
from typing import Literal

from tracker.clock import Clock
from tracker.signing import hashed
from tracker.store.conditions import Condition, eq
from tracker.store.entity import Entity, Instant, from_items, rewrite
from tracker.store.errors import ConditionFailed
from tracker.store.keys import StoppedKey
from tracker.store.table import Table
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


class StoppedAddresses:
    def __init__(self, table: Table, clock: Clock) -> None:
        self._table, self._clock = table, clock

    async def find(self, channel: str, address: str) -> Stopped | None:
        return stopped_in(await self._table.get(stopped_key(channel, address)))

    async def stop(self, channel: str, address: str, why: Why) -> None:
        """For the gravest reason that there was: what somebody asked for they may take back, and no more."""
        stopped = Stopped(why=why, since=self._clock())
        with suppress(ConditionFailed):
            await self._table.update(rewrite(stopped, _key(channel, address), when=_NOT_GRAVER[why]))

    async def allow(self, channel: str, address: str) -> None:
        await self._table.delete(stopped_key(channel, address))


def stopped_key(channel: str, address: str) -> Key:
    """For whoever reads it together with something else."""
    return _key(channel, address).key


def stopped_in(item: Item | None) -> Stopped | None:
    return next(from_items(Stopped, [item] if item else []), None)


def _key(channel: str, address: str) -> StoppedKey:
    return StoppedKey(channel, hashed(address.casefold()))
