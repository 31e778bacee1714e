"""An address that is not to be written to any more: remembered, and its channel switched off."""

from collections.abc import Mapping

from scheduler.channels.email.channel import EMAIL
from scheduler.channels.email.message import plain_address
from tracker.accounts.errors import InvalidIdentity
from tracker.accounts.identity import identity
from tracker.accounts.service import Accounts
from tracker.clock import Clock
from tracker.ids import ulids
from tracker.logs import get_logger
from tracker.notify.channel_off import UNWANTED, switch_off
from tracker.notify.channels import Channels
from tracker.notify.model import PersonChannel
from tracker.notify.stopped import StoppedAddresses, Why
from tracker.store.keys import IdentityKind
from tracker.store.table import Table

log = get_logger(__name__)

REASONS: Mapping[Why, str] = {
    Why.ASKED: "you unsubscribed",
    Why.BOUNCED: "messages to this address came back",
    Why.COMPLAINED: UNWANTED,
}
"""Why the channel is off, as its person reads it."""


class Stopping:
    def __init__(self, table: Table, clock: Clock) -> None:
        self._table, self._clock = table, clock
        self._stopped, self._channels = StoppedAddresses(table, clock), Channels(table, clock)

    async def stop(self, address: str, why: Why, person: str | None = None) -> None:
        """The person is told on another channel. Without one named, it is whoever holds the address."""
        await self._stopped.stop(EMAIL, address, why)
        log.info("address stopped", channel=EMAIL, why=why.name.lower())
        who = person or await self._holder(address)
        own = None if who is None else await self._channel(who, address)
        if who is not None and own is not None and own.is_active:
            await switch_off(self._table, who, own, REASONS[why], self._clock())

    async def allow(self, address: str, person: str) -> bool:
        """Take back what was asked for; False: it is stopped for another reason, and stays so."""
        found = await self._stopped.find(EMAIL, address)
        if found is not None and found.why is not Why.ASKED:
            return False
        await self._stopped.allow(EMAIL, address)
        own = await self._channel(person, address) if person else None
        if own is not None and not own.is_active and own.off_reason == REASONS[Why.ASKED]:
            await self._channels.add(person, EMAIL, own.identifier)
        return True

    async def is_stopped(self, address: str) -> bool:
        return await self._stopped.find(EMAIL, address) is not None

    async def _holder(self, address: str) -> str | None:
        try:
            wanted = identity(IdentityKind.EMAIL, address)
        except InvalidIdentity:
            return None
        found = await Accounts(self._table, self._clock, ulids(self._clock)).holder(wanted)
        return None if found is None else found.user_id

    async def _channel(self, person: str, address: str) -> PersonChannel | None:
        """The person's own, while it leads to this address."""
        known = await self._channels.list(person)
        own = next((one for one in known if one.channel_type == EMAIL), None)
        return own if own is not None and _plain(own.identifier) == _plain(address) else None


def _plain(address: str) -> str:
    try:
        return plain_address(address).casefold()
    except ValueError:
        return address.casefold()
