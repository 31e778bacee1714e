"""Everything that belongs to a person, found by what `keys.py` declares, and never by a scan."""

from collections.abc import AsyncIterator, Iterator

from tracker.accounts.model import User
from tracker.store.held import Authored, Under
from tracker.store.index_keys import TimelineKey
from tracker.store.key import KeyOf, identify
from tracker.store.keys import UserKey
from tracker.store.table import Table
from tracker.store.values import Item, Key, key_of


async def belongings(table: Table, user: User) -> AsyncIterator[Item]:
    """Each item once: the person's partition, what that owns, what they wrote elsewhere, and their locks."""
    seen: set[Key] = set()
    async for item in _with_repeats(table, user):
        if (key := key_of(item)) not in seen:
            seen.add(key)
            yield item


async def _with_repeats(table: Table, user: User) -> AsyncIterator[Item]:
    async for item in table.query_all(UserKey(user.id).key.pk):
        yield item
        async for satellite in satellites(table, key_of(item)):
            yield satellite
    async for item in authored(table, user.id):
        yield item
    for item in (await table.get_many(locks(user))).values():
        yield item


async def satellites(table: Table, owner: Key) -> AsyncIterator[Item]:
    """What lies in the partitions that this item names."""
    for partition in partitions_of(owner):
        async for item in table.query_all(partition):
            yield item


def partitions_of(owner: Key) -> list[str]:
    """The partitions that this item of a person names: a habit names the one of its log."""
    found = (cls.partition(**named) for cls, named in _named_by(owner))
    return list(dict.fromkeys(found))


def _named_by(owner: Key) -> Iterator[tuple[type[KeyOf], dict[str, object]]]:
    for cls in KeyOf.declared.values():
        owners = [one for held in cls.held if isinstance(held, Under) for one in held.owners]
        for parsed in filter(None, (one.parse(owner) for one in owners)):
            yield cls, {name: getattr(parsed, name) for name in cls.pk_template.fields}


async def authored(table: Table, user_id: str) -> AsyncIterator[Item]:
    """What the person wrote into shared places. The timeline gives the keys; the table has the last word."""
    cursor: str | None = None
    partition = TimelineKey.partition(user=user_id)
    while True:
        page = await table.query(partition, index=TimelineKey.index, cursor=cursor)
        keys = [key for item in page.items if _is_authored(key := key_of(item))]
        for item in (await table.get_many(keys)).values():
            yield item
        if (cursor := page.cursor) is None:
            return


def _is_authored(key: Key) -> bool:
    found = identify(key)
    return found is not None and any(isinstance(held, Authored) for held in found.held)


def locks(user: User) -> list[Key]:
    return [identity.lock.key for identity in user.identities]
