"""Invitations: a code by which somebody takes over an account that was made for them at the terminal.

It is kept as an address that waits for its proof: the first half of the code says which, the second is the
proof.
"""

from dataclasses import field
from datetime import datetime, timedelta

from tracker.accounts.errors import AccountError, HasAnother
from tracker.accounts.identity import KINDS, Identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.addresses.asking import WRONG_FROM
from tracker.addresses.errors import Locked, TooOften
from tracker.addresses.model import (
    DIGITS,
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
from tracker.addresses.service import note_pending
from tracker.clock import Clock
from tracker.frozen import frozen
from tracker.limits import Limit, Limits
from tracker.logs import get_logger
from tracker.notify.channels import Channels
from tracker.refusals import Reason
from tracker.signing import Signer
from tracker.store.conditions import eq
from tracker.store.entity import from_items
from tracker.store.errors import ConditionFailed
from tracker.store.index_keys import PendingAddressKey
from tracker.store.table import Delete, Table

log = get_logger(__name__)

LIFE = timedelta(hours=24)
MADE = Limit("invitations", 20, timedelta(hours=24))
"""Of one person. The newest one counts alone."""


class BadInvitation(AccountError):
    code = "bad_invitation"
    reason = Reason.UNREADABLE

    def __init__(self) -> None:
        super().__init__(
            "That is no invitation, or it was used, or is older than a day. Look again, or ask for a new one."
        )


class HasAccount(AccountError):
    """Two accounts are not made one."""

    code = "has_account"


@frozen
class AccountInvitation:
    expires_at: datetime
    code: str = field(repr=False)


@frozen
class Newcomer:
    """Who types an invitation: what they are known by, and where they are told things from then on."""

    identity: Identity
    channel: str
    address: str = field(repr=False)


def is_invitation(text: str) -> bool:
    """By its length alone: a code that proves an address is half as long."""
    return len(code_in(text)) == 2 * DIGITS


class Invitations:
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
        self._accounts, self._channels, self._limits = accounts, channels, Limits(table, clock)

    async def make(self, user: User) -> AccountInvitation:
        """The one before works no longer."""
        now = self._now()
        if until := await self._limits.take(MADE, user.id):
            raise TooOften(until, now)
        place, secret = self._new_code(), self._new_code()
        asked = CodeRequest(INVITATION, Letter.CODE, now + LIFE, place, secret)
        await note_pending(self._table, pending_address(user.id, asked, await Signer.of(self._table)))
        log.info("invitation made", user=user.id)
        return AccountInvitation(asked.expires_at, place + secret)

    async def accept(self, who: Newcomer, text: str) -> User:
        """The account is theirs, too. Each try is counted before it is compared; a code works once."""
        if await self._accounts.holder(who.identity) is not None:
            raise HasAccount(
                "You have an account here already, so this invitation was not used. To take the other one, "
                "delete yours first."
            )
        whose = f"{who.channel}:{who.address}"
        if until := await self._limits.take(WRONG_FROM, whose):
            raise Locked(until, self._now())
        found = await self._answered_by(code_in(text))
        if found is None:
            raise BadInvitation
        held = (await self._accounts.get(found.person)).identity(who.identity.kind)
        if held is not None:
            raise HasAnother(f"This account has a {KINDS[held.kind].noun} already.")
        await self._use_up(found)
        user = await self._accounts.claim(found.person, who.identity)
        await self._channels.add(user.id, who.channel, who.address)
        await self._limits.give_back(WRONG_FROM, whose)
        log.info("invitation accepted", user=user.id, channel=who.channel)
        return user

    async def _answered_by(self, digits: str) -> PendingAddress | None:
        at, secret = digits[:DIGITS], digits[DIGITS:]
        place = PendingAddressKey.prefix(channel=INVITATION, hash=address_hash(at))
        listed = [item async for item in self._table.query_all(place.pk, index=place.index)]
        # The index may lag, and only says where to look.
        keys = [one.key.key for one in from_items(PendingAddress, listed)]
        found = from_items(PendingAddress, (await self._table.get_many(keys)).values())
        signer, now = await Signer.of(self._table), self._now()
        mine = (one for one in found if one.channel_type == INVITATION and one.identifier == at)
        return next((one for one in mine if one.is_answered_by(secret, signer, now)), None)

    async def _use_up(self, one: PendingAddress) -> None:
        """Of two who type it at once, one is in."""
        try:
            await self._table.transact([Delete(one.key.key, eq("codeMark", one.code_mark))])
        except ConditionFailed as failed:
            raise BadInvitation from failed

    def _now(self) -> datetime:
        return self._clock().replace(microsecond=0)
