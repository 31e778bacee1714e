"""From an identity to the person who holds it, and to whatever is read together with their account."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeVar

from tracker.accounts.belongings import Holder
from tracker.accounts.identity import Identity
from tracker.accounts.model import User
from tracker.store.entity import UnreadableItem, from_item
from tracker.store.keys import UserKey
from tracker.store.steps import Lookup, ReadSteps
from tracker.store.values import Item, Key

T = TypeVar("T")


class Known(NamedTuple):
    user: User
    items: Mapping[Key, Item]
    """What was read together with the account, as far as it was there."""


def nothing_else(_user_id: str) -> Iterable[Key]:
    return ()


def holder_of(identity: Identity) -> ReadSteps[Holder | None]:
    """By its lock: an index may lag, a lock does not. The account itself need not be readable."""
    lock = (yield Lookup([identity.lock.key])).items.get(identity.lock.key)
    if lock is None:
        return None
    user_id = lock.get("userId")
    if not isinstance(user_id, str) or not user_id:
        raise UnreadableItem(identity.lock.key, "lock", ["userId does not name a person"])
    return Holder(user_id, identity.lock.key)


def known_by(
    identity: Identity, along: Callable[[str], Iterable[Key]] = nothing_else
) -> ReadSteps[Known | None]:
    """`along` gets the id of the account, and says what to read together with it."""
    holder = yield from holder_of(identity)
    if holder is None:
        return None
    who = UserKey(holder.user_id).key
    items = (yield Lookup([who, *along(holder.user_id)])).items
    return Known(from_item(User, items[who]), items) if who in items else None


def known_and(
    identity: Identity, along: Callable[[str], Iterable[Key]], then: Callable[[str], ReadSteps[T]]
) -> ReadSteps[tuple[Known, T | None] | None]:
    """With what else is to be read of the person, who must not be about to leave: gets the id as well."""
    known = yield from known_by(identity, along)
    if known is None or known.user.deleting_since is not None:
        return known and (known, None)
    return known, (yield from then(known.user.id))
