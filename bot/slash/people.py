"""Who is behind a Discord account: made at first use, and after that found by one read."""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

import structlog

from tracker.accounts.errors import BeingDeleted
from tracker.accounts.identity import Identity, identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.notify.channels import Channels
from tracker.notify.model import PersonChannel
from tracker.store.entity import from_item, from_items
from tracker.store.keys import ChannelKey, IdentityKind, UserKey
from tracker.store.table import Table

log = structlog.stdlib.get_logger(__name__)

CHANNEL: Final = "discord"
REMEMBERED = 10_000


@dataclass(frozen=True, slots=True)
class Present:
    user: User
    newly: bool = False
    """Whether the account was made just now."""


class People:
    """Remembers which account a Discord id led to. The account is read each time, and has the last word."""

    def __init__(self, table: Table, accounts: Accounts, channels: Channels) -> None:
        self._table, self._accounts, self._channels = table, accounts, channels
        self._accounts_of: OrderedDict[int, str] = OrderedDict()

    async def known(self, discord_id: int) -> User | None:
        """The person, if there is one: for suggestions, which change nothing."""
        account = self._accounts_of.get(discord_id)
        found = await self._read(account) if account else None
        if found is not None and found[0].discord == str(discord_id):
            return found[0]
        return await self._accounts.find(_identity(discord_id))

    async def present(self, discord_id: int) -> Present:
        """Raises BeingDeleted. Whoever is here can be told things again: a channel that was off is on."""
        known = self._accounts_of.get(discord_id)
        found = await self._read(known) if known else None
        if found is None or found[0].discord != str(discord_id):
            return await self._meet(discord_id)
        user, channel = found
        await self._switch_on(user, channel)
        return Present(_not_leaving(user))

    async def _meet(self, discord_id: int) -> Present:
        """By the lock of the identity."""
        wanted = _identity(discord_id)
        user = await self._accounts.find(wanted)
        if user is None:
            user = await self._accounts.get_or_register(wanted)
            await self._channels.add(user.id, CHANNEL, direct(discord_id))
            self._remember(discord_id, user)
            log.info("person registered", channel=CHANNEL)
            return Present(user, newly=True)
        self._remember(discord_id, user)
        await self._switch_on(_not_leaving(user), await self._channel_of(user))
        return Present(user)

    async def _read(self, user_id: str) -> tuple[User, PersonChannel | None] | None:
        at, channel_at = UserKey(user_id).key, ChannelKey(user_id, CHANNEL).key
        items = await self._table.get_many((at, channel_at))
        if at not in items:
            return None
        channel = from_items(PersonChannel, [items[channel_at]] if channel_at in items else [])
        return from_item(User, items[at]), next(channel, None)

    async def _channel_of(self, user: User) -> PersonChannel | None:
        found = await self._read(user.id)
        return found[1] if found else None

    async def _switch_on(self, user: User, channel: PersonChannel | None) -> None:
        """One that the person took away stays away."""
        if channel is not None and not channel.is_active:
            await self._channels.add(user.id, CHANNEL, channel.identifier)
            log.info("channel on again", channel=CHANNEL)

    def _remember(self, discord_id: int, user: User) -> None:
        self._accounts_of[discord_id] = user.id
        self._accounts_of.move_to_end(discord_id)
        if len(self._accounts_of) > REMEMBERED:
            self._accounts_of.popitem(last=False)


def _identity(discord_id: int) -> Identity:
    return identity(IdentityKind.DISCORD, str(discord_id))


def direct(discord_id: int) -> str:
    """The address of somebody's direct messages."""
    return f"dm:{discord_id}"


def _not_leaving(user: User) -> User:
    if user.deleting_since is not None:
        raise BeingDeleted("Everything about you is being deleted; /delete-my-data finishes that.")
    return user
