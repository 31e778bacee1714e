"""Two people who own one item of every type that a person can hold, and the items that nobody holds."""

from collections.abc import Iterator

from tests.tracker.store.keyed import KEYS, sample
from tracker.accounts.identity import parse_identity as known_as
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.store.key import KeyOf
from tracker.store.keys import AuthorshipKey, LockKey, UserKey
from tracker.store.ownership import Authored, Nobody
from tracker.store.segments import TEXT
from tracker.store.table import Table
from tracker.store.values import Item, key_of

PERSONAL = [cls for cls in KEYS if not isinstance(cls.held[0], Nobody)]
NOBODYS = [cls for cls in KEYS if isinstance(cls.held[0], Nobody)]
MADE_WITH_OTHERS = (UserKey, LockKey, AuthorshipKey)


def item_of(key: KeyOf) -> Item:
    """The least that such an item holds."""
    return {"PK": key.key.pk, "SK": key.key.sk, "type": key.item_type}


def of_person(cls: type[KeyOf], user: str) -> Item:
    """An item of the person: every name in its key is one of theirs."""
    names = {name: f"{user}'s {name}" for name, kind in cls.kinds.items() if kind is TEXT}
    return item_of(sample(cls, **{**names, "user": user}))


def possessions(user: str) -> Iterator[Item]:
    for cls in PERSONAL:
        if cls not in MADE_WITH_OTHERS:
            yield of_person(cls, user)
        if any(isinstance(held, Authored) for held in cls.held):
            yield item_of(AuthorshipKey(user, *key_of(of_person(cls, user))))


async def settle(accounts: Accounts, table: Table, name: str) -> User:
    """A person with an item of every type."""
    user = await accounts.register(known_as(f"local:{name}"))
    for identity in (f"email:{name}@example.org", f"nick:{name}"):
        user = await accounts.claim(user.id, known_as(identity))
    await table.write_many(puts=possessions(user.id))
    return user


async def settle_nobodys(table: Table) -> None:
    await table.write_many(puts=[item_of(sample(cls)) for cls in NOBODYS])
