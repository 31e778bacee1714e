"""Who is behind a phone number, and what they said last: found in one visit to the table."""

import re
from collections.abc import Collection, Mapping
from dataclasses import field

from bot.services import Services
from bot.sms.conversation import CHANNEL, NOTHING_SAID, Conversation, conversation_in, conversation_key
from tracker.accounts.errors import InvalidIdentity
from tracker.accounts.identity import identity, kept_identity
from tracker.accounts.lookup import holder_of
from tracker.accounts.model import User
from tracker.frozen import frozen
from tracker.notify.stopped import StoppedKeys, Why, stopped_in, stopped_keys
from tracker.store.entity import from_item
from tracker.store.keys import IdentityKind, UserKey
from tracker.store.steps import Lookup, ReadSteps
from tracker.store.values import Item, Key

_IN_FULL = re.compile(r"\+[1-9][0-9]{6,14}", re.ASCII)


@frozen
class Sender:
    phone: str | None
    """With its country code; None where the message is not from a telephone, but from a service."""
    user: User | None = None
    conversation: Conversation = NOTHING_SAID
    said_stop: bool = False
    items: Mapping[Key, Item] = field(default_factory=dict[Key, Item], repr=False)
    """What was read together with all of this."""


async def find_sender(services: Services, said: str, also: Collection[Key] = ()) -> Sender:
    """`also` is what to read together with the account."""
    if (phone := _phone(said)) is None:
        return Sender(None)
    stop = await stopped_keys(services.table, CHANNEL, phone)
    return await services.table.read_in_steps(_sender(phone, stop, also))


def _sender(phone: str, stop: StoppedKeys, also: Collection[Key]) -> ReadSteps[Sender]:
    holder = yield from holder_of(kept_identity(IdentityKind.PHONE, phone))
    if holder is None:
        items = (yield Lookup([*stop.keys, *also])).items
        return Sender(phone, said_stop=_said_stop(items, stop), items=items)
    who, talk = UserKey(holder.user_id).key, conversation_key(holder.user_id)
    items = (yield Lookup([who, talk, *stop.keys, *also])).items
    user = from_item(User, items[who]) if who in items else None
    said = NOTHING_SAID if user is None else conversation_in(items.get(talk))
    return Sender(phone, user, said, _said_stop(items, stop), items)


def _phone(said: str) -> str | None:
    """Twilio writes numbers in full; what it writes otherwise is a name, or of another service."""
    try:
        return identity(IdentityKind.PHONE, said).shown if _IN_FULL.fullmatch(said) else None
    except InvalidIdentity:
        return None


def _said_stop(items: Mapping[Key, Item], stop: StoppedKeys) -> bool:
    stopped = stopped_in(items, stop)
    return stopped is not None and stopped.why is Why.ASKED
