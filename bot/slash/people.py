"""Who is behind a Discord account: made at first use, and after that found by one read."""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

import structlog

from bot.glance import UNSEEN, Glance
from tracker.accounts.errors import BeingDeleted
from tracker.accounts.identity import Identity, identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.notify.channels import Channels
from tracker.notify.model import PersonChannel
from tracker.store.entity import from_item
from tracker.store.keys import ChannelKey, IdentityKind, UserKey
from tracker.store.table import Table
from tracker.store.values import Item, Key

log = structlog.stdlib.get_logger(__name__)

CHANNEL: Final = "discord"
REMEMBERED = 10_000


Ahead: TypeAlias = Callable[[str], Iterable[Key]]
"""What to read together with an account, of which it gets the id: one read is quicker than two."""


def nothing(_account: str) -> Iterable[Key]:
    return ()


@dataclass(frozen=True, slots=True)
class Present:
    user: User
    newly: bool = False
    """Whether the account was made just now."""
    glance: Glance = UNSEEN
    """What was read together with the account, where anything was."""


class People:
    """Remembers which account a Discord id led to. The account is read each time, and has the last word."""

    def __init__(self, table: Table, accounts: Accounts, channels: Channels) -> None:
        self._table, self._accounts, self._channels = table, accounts, channels
        self._known: OrderedDict[int, tuple[Item, User]] = OrderedDict()
        """The account as it was stored, and as it was understood: comparing is quicker than reading."""

    async def known(self, discord_id: int) -> User | None:
        """The person, if there is one: for suggestions, which change nothing."""
        found = await self._seen(discord_id)
        return found.user if found else await self._accounts.find(_identity(discord_id))

    async def present(self, discord_id: int, ahead: Ahead = nothing) -> Present:
        """Raises BeingDeleted. Whoever is here can be told things again: a channel that was off is on."""
        found = await self._seen(discord_id, ahead)
        if found is None:
            return await self._meet(discord_id)
        channel = found.glance.items.get(ChannelKey(found.user.id, CHANNEL).key)
        await self._switch_on(_not_leaving(found.user), channel)
        return found

    async def _seen(self, discord_id: int, ahead: Ahead = nothing) -> Present | None:
        """Who is remembered, as they are now; None where this id has become another's."""
        if discord_id not in self._known:
            return None
        before, user = self._known[discord_id]
        who = UserKey(user.id).key
        wanted = frozenset((who, ChannelKey(user.id, CHANNEL).key, *ahead(user.id)))
        items = await self._table.get_many(wanted)
        if who not in items:
            return None
        if items[who] != before:
            user = from_item(User, items[who])
            self._remember(discord_id, items[who], user)
        return Present(user, glance=Glance(wanted, items)) if user.discord == str(discord_id) else None

    async def _meet(self, discord_id: int) -> Present:
        """By the lock of the identity."""
        wanted = _identity(discord_id)
        user, newly = await self._accounts.find(wanted), False
        if user is None:
            user, newly = await self._accounts.get_or_register(wanted), True
            await self._channels.add(user.id, CHANNEL, direct(discord_id))
            log.info("person registered", channel=CHANNEL)
        who, where = UserKey(user.id).key, ChannelKey(user.id, CHANNEL).key
        items = await self._table.get_many((who, where))
        if who in items:
            self._remember(discord_id, items[who], from_item(User, items[who]))
        await self._switch_on(_not_leaving(user), items.get(where))
        return Present(user, newly)

    async def _switch_on(self, user: User, channel: Item | None) -> None:
        """One that the person took away stays away."""
        if channel is not None and channel.get("isActive") is False:
            await self._channels.add(user.id, CHANNEL, from_item(PersonChannel, channel).identifier)
            log.info("channel on again", channel=CHANNEL)

    def _remember(self, discord_id: int, item: Item, user: User) -> None:
        self._known[discord_id] = item, user
        self._known.move_to_end(discord_id)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)


def _identity(discord_id: int) -> Identity:
    return identity(IdentityKind.DISCORD, str(discord_id))


def direct(discord_id: int) -> str:
    """The address of somebody's direct messages."""
    return f"dm:{discord_id}"


def _not_leaving(user: User) -> User:
    if user.deleting_since is not None:
        raise BeingDeleted("Everything about you is being deleted; /delete-my-data finishes that.")
    return user
