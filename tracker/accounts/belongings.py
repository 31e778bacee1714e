"""Everything that belongs to a person, found by what `keys.py` declares, and never by a scan or an index.

Nothing here reads a model: what no longer fits one still belongs to the person.
"""

from collections.abc import AsyncIterator, Iterator, Sequence

from tracker.accounts.identity import KINDS, kept_identity
from tracker.frozen import frozen
from tracker.store.key import KeyOf, identify
from tracker.store.keys import AuthorshipKey, UserKey
from tracker.store.ownership import Authored, Under
from tracker.store.table import Table
from tracker.store.values import MAX_PK_BYTES, Item, Key, key_of, utf8_length


@frozen
class Holder:
    """Whom an identity leads to: all that export and deletion need to know of a person."""

    user_id: str
    lock: Key | None = None
    """The lock by which they were found; a damaged user item may not name it."""

    @property
    def user(self) -> Key:
        return UserKey(self.user_id).key


async def belongings(table: Table, holder: Holder) -> AsyncIterator[Item]:
    """Each item once: the person's partition, what that names, and their locks."""
    seen: set[Key] = set()
    async for item in _with_repeats(table, holder):
        if (key := key_of(item)) not in seen:
            seen.add(key)
            yield item


async def _with_repeats(table: Table, holder: Holder) -> AsyncIterator[Item]:
    cursor: str | None = None
    while True:
        page = await table.query(holder.user.pk, cursor=cursor)
        for item in page.items:
            yield item
        async for satellite in satellites(table, [key_of(item) for item in page.items]):
            yield satellite
        if (cursor := page.cursor) is None:
            break
    for item in await locks(table, holder):
        yield item


async def satellites(table: Table, owners: Sequence[Key]) -> AsyncIterator[Item]:
    """What these items of a person name: things written elsewhere, and whole partitions."""
    for item in (await table.get_many(filter(None, map(authored_key, owners)))).values():
        yield item
    for partition in (partition for owner in owners for partition in partitions_of(owner)):
        async for item in table.query_all(partition):
            yield item


def authored_key(owner: Key) -> Key | None:
    """What an authorship names, unless that is something that cannot have an author."""
    if (authorship := AuthorshipKey.parse(owner)) is None:
        return None
    named = Key(authorship.place, authorship.entry)
    known = identify(named)
    # A newer version may have types that this one does not know.
    has_author = known is None or any(isinstance(held, Authored) for held in known.held)
    return named if has_author else None


def partitions_of(owner: Key) -> list[str]:
    """The partitions that this item of a person names: a habit names the one of its log."""
    found = (cls.partition(**named) for cls, named in _named_by(owner))
    return list(dict.fromkeys(found))


def _named_by(owner: Key) -> Iterator[tuple[type[KeyOf], dict[str, object]]]:
    for cls in KeyOf.declared.values():
        owners = [one for held in cls.held if isinstance(held, Under) for one in held.owners]
        for parsed in filter(None, (one.parse(owner) for one in owners)):
            yield cls, {name: getattr(parsed, name) for name in cls.pk_template.fields}


async def locks(table: Table, holder: Holder) -> list[Item]:
    """The locks that lead to the person, and no lock that leads to another."""
    named = list(_lock_keys(await table.get(holder.user) or {}))
    if holder.lock is not None:
        named.append(holder.lock)
    found = await table.get_many(named)
    return [lock for lock in found.values() if lock.get("userId") == holder.user_id]


def _lock_keys(user: Item) -> Iterator[Key]:
    """From the attributes as they are: one that is damaged must not hide the others."""
    for kind, form in KINDS.items():
        shown = user.get(form.attribute)
        if isinstance(shown, str) and form.unique(shown):
            key = kept_identity(kind, shown).lock.key
            if utf8_length(key.pk) <= MAX_PK_BYTES:
                yield key
