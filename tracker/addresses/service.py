"""Addresses of people: asked for, proven by a code that only their owner reads, and given up again.

Nothing that is answered to whoever asks depends on whether the address belongs to somebody else. A code is
taken from either side: where the person asked, or from the address itself.
"""

import secrets
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime

from tracker.accounts.errors import LastIdentity, NoSuchUser, NotHeld
from tracker.accounts.identity import Identity, kept_identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.addresses.asking import NOTICES, OF_ALL, TRIES, WRONG, WRONG_FROM, folded, unsent
from tracker.addresses.errors import (
    AlreadyYours,
    Locked,
    NothingToConfirm,
    SaidStop,
    TooOften,
    WrongCode,
)
from tracker.addresses.model import (
    CODE_LIFE,
    INVITATION,
    CodeRequest,
    Letter,
    NewCode,
    PendingAddress,
    address_hash,
    code_in,
    pending_address,
    six_digits,
)
from tracker.clock import Clock
from tracker.limits import Limit, Limits
from tracker.logs import get_logger
from tracker.notify.channel_names import place_among
from tracker.notify.channels import Channels
from tracker.notify.model import PersonChannel
from tracker.notify.stopped import Stopped, StoppedAddresses, Why
from tracker.signing import Signer
from tracker.store.entity import PRESENT, from_items, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.index_keys import PendingAddressKey
from tracker.store.keys import AddressKey, IdentityKind, UserKey
from tracker.store.table import Check, Put, Table
from tracker.store.values import Item

log = get_logger(__name__)

SMS, EMAIL = "sms", "email"
IDENTITIES = {SMS: IdentityKind.PHONE, EMAIL: IdentityKind.EMAIL}
"""The channels whose addresses also lead to a person: one number, one account."""


class Addresses:
    def __init__(
        self,
        table: Table,
        clock: Clock,
        accounts: Accounts,
        channels: Channels,
        *,
        new_code: NewCode = six_digits,
    ) -> None:
        self._table, self._clock, self._new_code = table, clock, new_code
        self._accounts, self._channels = accounts, channels
        self._limits, self._stopped = Limits(table, clock), StoppedAddresses(table, clock)

    async def ask(self, user: User, channel: str, address: str, source: str) -> CodeRequest:
        """What is to be sent to the address now. `source` names where the person asks from."""
        now = self._now()
        channel = await self._place_of_new(user, channel, address)
        if until := await self._limits.full_until(WRONG, user.id):
            raise Locked(until, now)
        await self._count(user, channel, address, source)
        letter = await self._letter(user.id, channel, address)
        # Where no code goes, none is right: what is kept is nothing that anybody could type.
        code = self._new_code() if letter is Letter.CODE else secrets.token_urlsafe()
        asked = CodeRequest(channel, letter, now + CODE_LIFE, address, code)
        pending = pending_address(user.id, asked, await Signer.of(self._table))
        await note_pending(self._table, pending)
        log.info("address asked for", user=user.id, channel=channel)
        return asked

    async def confirm(self, user_id: str, text: str) -> PersonChannel:
        """By what the person typed where they asked."""
        mine = AddressKey.prefix(user=user_id)
        pending = _read([item async for item in self._table.query_all(mine.pk, prefix=mine.prefix)])
        addresses = [one for one in pending if one.channel_type != INVITATION]
        return await self._tried(WRONG, user_id, addresses, text)

    async def confirm_from(self, channel: str, address: str, text: str) -> PersonChannel:
        """By what came from the address itself."""
        place = PendingAddressKey.prefix(channel=channel, hash=address_hash(address))
        listed = [item async for item in self._table.query_all(place.pk, index=place.index)]
        # The index may lag, and only says where to look.
        found = await self._table.get_many(one.key.key for one in _read(listed))
        pending = [one for one in _read(found.values()) if one.identifier == address]
        return await self._tried(WRONG_FROM, f"{channel}:{address}", pending, text)

    async def forget(self, user_id: str, channel: str) -> PersonChannel:
        """The channel goes, and with it the way from its address to the person, unless it is their last."""
        gone = await self._channels.remove(user_id, channel)
        if (held := _identity(gone.channel_type, gone.identifier)) is not None:
            with suppress(NotHeld, LastIdentity):
                await self._accounts.release(user_id, held)
        return gone

    async def switch_on(self, user_id: str, channel: str) -> PersonChannel:
        """Raises SaidStop where the address did meanwhile: a number comes back by START alone."""
        found = await self._channels.find(user_id, channel)
        if await self.is_shut(found.channel_type, found.identifier):
            raise SaidStop
        return await self._channels.switch_on(user_id, channel)

    async def is_shut(self, channel: str, address: str) -> bool:
        """Whether it said stop, and no code ends that.

        By e-mail the owner comes back by a code; by SMS only START, from that phone, ends a stop.
        """
        stopped = await self._stopped.find(channel, _as_sent(channel, address))
        return stopped is not None and (channel == SMS or stopped.why is Why.COMPLAINED)

    async def may_be_written_to(self, channel: str, address: str) -> bool:
        """Because somebody types it, who may not be its owner: not once that one said stop."""
        return await self._stopped.find(channel, _as_sent(channel, address)) is None

    async def _place_of_new(self, user: User, channel: str, address: str) -> str:
        """What it will be called. Raises AlreadyYours, ChannelExists, TooManyChannels."""
        known = await self._channels.list(user.id)
        place = place_among(known, channel, address)
        if any((one.channel_type, one.identifier) == (place, address) and one.usable for one in known):
            raise AlreadyYours("You are told things there already.")
        return place

    async def _count(self, user: User, channel: str, address: str, source: str) -> None:
        wanted = [(TRIES, user.id), *unsent(user.id, channel, _as_sent(channel, address), source)]
        if (full := await self._limits.take_all(wanted)) is None:
            return
        if full.limit is OF_ALL:
            log.warning("no more codes for now", channel=channel, most=OF_ALL.most, until=full.until)
        raise TooOften(full.until, self._now())

    async def not_sent(self, user: User, asked: CodeRequest, source: str) -> None:
        """What was asked for did not go, so it counts as a try, and for nothing else."""
        address = _as_sent(asked.channel, asked.address)
        for limit, whose in unsent(user.id, asked.channel, address, source):
            await self._limits.give_back(limit, whose)

    async def _letter(self, user_id: str, channel: str, address: str) -> Letter:
        held = _identity(channel, address)
        holder = None if held is None else await self._accounts.holder(held)
        is_own = holder is not None and holder.user_id == user_id
        stopped = await self._stopped.find(channel, _as_sent(channel, address))
        # Who left is not written to because somebody types their address; they themselves may come back.
        if await self.is_shut(channel, address) or (_has_left(stopped) and not is_own):
            return Letter.NOTHING
        if holder is None or is_own:
            return Letter.CODE
        heard = await self._limits.take(NOTICES, f"{channel}:{folded(address)}") is not None
        return Letter.NOTHING if heard else Letter.NOTICE

    async def _tried(
        self, limit: Limit, whose: str, pending: list[PendingAddress], text: str
    ) -> PersonChannel:
        """Counted before it is compared."""
        if not pending:
            raise NothingToConfirm
        now = self._now()
        if until := await self._limits.take(limit, whose):
            raise Locked(until, now)
        code, signer = code_in(text), await Signer.of(self._table)
        for one in pending:
            if one.is_answered_by(code, signer, now):
                linked = await self._link(one)
                await self._limits.give_back(limit, whose)  # this one; those that were wrong stay counted
                return linked
        raise WrongCode

    async def _link(self, pending: PendingAddress) -> PersonChannel:
        """Each step may be done again: who was cut off in between types the code once more."""
        channel, address = pending.channel_type, pending.identifier
        if await self.is_shut(channel, address):
            raise SaidStop
        if (proven := _identity(channel, address)) is not None:
            await self._accounts.change(pending.person, proven)
        if channel != SMS:
            await self._stopped.allow(channel, _as_sent(channel, address))
        made = await self._channels.add(pending.person, channel, address)
        await self._table.delete(pending.key.key)
        log.info("address linked", user=pending.person, channel=channel)
        return made

    def _now(self) -> datetime:
        return self._clock().replace(microsecond=0)


async def note_pending(table: Table, pending: PendingAddress) -> None:
    noted = Put(to_item(pending, pending.key, pending.place))
    try:
        await table.transact([Check(UserKey(pending.person).key, PRESENT), noted])
    except ConditionFailed as failed:
        raise NoSuchUser("That person no longer exists.") from failed


def _identity(channel: str, address: str) -> Identity | None:
    kind = IDENTITIES.get(channel)
    return None if kind is None else kept_identity(kind, address)


def _has_left(stopped: Stopped | None) -> bool:
    return stopped is not None and stopped.why is Why.ASKED


def _as_sent(channel: str, address: str) -> str:
    """As messages to it are addressed, and stopped: the name of its domain in plain letters."""
    if channel != EMAIL or address.isascii():
        return address
    import email_validator  # noqa: PLC0415 - it is slow to load, and most addresses are plain

    try:
        return email_validator.validate_email(address, check_deliverability=False).ascii_email or address
    except email_validator.EmailNotValidError:
        return address


def _read(items: Iterable[Item]) -> list[PendingAddress]:
    return list(from_items(PendingAddress, items))
