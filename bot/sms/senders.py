"""Who is behind a phone number, and what they said last: found by one read after the first time."""

import re
from collections import OrderedDict
from typing import NamedTuple

from bot.glance import UNSEEN, Glance
from bot.services import Services
from bot.slash.people import Ahead, nothing
from bot.sms.conversation import CHANNEL, NOTHING_SAID, Conversation, conversation_in, conversation_key
from tracker.accounts.errors import InvalidIdentity
from tracker.accounts.identity import identity
from tracker.accounts.model import User
from tracker.notify.stopped import Why, stopped_in, stopped_key
from tracker.store.entity import from_item
from tracker.store.keys import IdentityKind, UserKey
from tracker.store.values import Item, Key

_IN_FULL = re.compile(r"\+[1-9][0-9]{6,14}", re.ASCII)
REMEMBERED = 10_000
NOBODY = "nobody"
"""In the place of an id, where a number leads to nobody."""


class Sender(NamedTuple):
    phone: str | None
    """With its country code; None where the message is not from a telephone, but from a service."""
    user: User | None = None
    conversation: Conversation = NOTHING_SAID
    said_stop: bool = False
    glance: Glance = UNSEEN
    """What was read together with all of this, where anything was."""


class _Keys(NamedTuple):
    """What is read of whoever sends."""

    user: Key
    conversation: Key
    stopped: Key


class _Known(NamedTuple):
    keys: _Keys
    item: Item
    """The account as it was stored: comparing is quicker than reading."""
    user: User


class Senders:
    """Remembers which account a number led to. The account is read each time, and has the last word."""

    def __init__(self, most: int = REMEMBERED) -> None:
        self._most = most
        self._known: OrderedDict[str, _Known] = OrderedDict()

    async def find(self, services: Services, said: str, ahead: Ahead = nothing) -> Sender:
        """`ahead` is what to read together with the account."""
        phone = said if said in self._known else _phone(said)
        if phone is None:
            return Sender(None)
        return await self._seen(services, phone, ahead) or await self._met(services, phone)

    async def _seen(self, services: Services, phone: str, ahead: Ahead) -> Sender | None:
        """Who is remembered, as they are now; None where this number has become another's."""
        known = self._known.get(phone)
        if known is None:
            return None
        wanted = frozenset((*known.keys, *ahead(known.user.id)))
        items = await services.table.get_many(wanted)
        if (item := items.get(known.keys.user)) is None:
            return None
        user = known.user if item == known.item else from_item(User, item)
        if user.phone != phone:
            return None
        self._remember(phone, _Known(known.keys, item, user))
        return _sender(phone, user, known.keys, Glance(wanted, items))

    async def _met(self, services: Services, phone: str) -> Sender:
        """By the lock of the number."""
        self._known.pop(phone, None)
        holder = await services.accounts.holder(identity(IdentityKind.PHONE, phone))
        keys = _keys(holder.user_id if holder else NOBODY, phone)
        items = await services.table.get_many(keys)
        item = items.get(keys.user) if holder else None
        user = None if item is None else from_item(User, item)
        if item is not None and user is not None:
            self._remember(phone, _Known(keys, item, user))
        return _sender(phone, user, keys, Glance(frozenset(keys), items))

    def _remember(self, phone: str, known: _Known) -> None:
        self._known[phone] = known
        self._known.move_to_end(phone)
        if len(self._known) > self._most:
            self._known.popitem(last=False)


def _phone(said: str) -> str | None:
    """Twilio writes numbers in full; what it writes otherwise is a name, or of another service."""
    try:
        return identity(IdentityKind.PHONE, said).shown if _IN_FULL.fullmatch(said) else None
    except InvalidIdentity:
        return None


def _keys(user_id: str, phone: str) -> _Keys:
    return _Keys(UserKey(user_id).key, conversation_key(user_id), stopped_key(CHANNEL, phone))


def _sender(phone: str, user: User | None, keys: _Keys, glance: Glance) -> Sender:
    stopped = stopped_in(glance.items.get(keys.stopped))
    said = NOTHING_SAID if user is None else conversation_in(glance.items.get(keys.conversation))
    return Sender(phone, user, said, stopped is not None and stopped.why is Why.ASKED, glance)
