"""Deletion of everything about a person, in an order in which nothing is ever out of reach.

What an item names goes before the item; the user item and its locks, by which the person is found, go
last and together. Stopped anywhere, it is finished by running it again.
"""

from collections.abc import AsyncIterator
from datetime import datetime

from tracker.accounts.belongings import authored, locks, satellites
from tracker.accounts.model import User
from tracker.store.conditions import ABSENT, EXISTS, eq
from tracker.store.entity import from_item
from tracker.store.errors import ConditionFailed
from tracker.store.keys import UserKey
from tracker.store.segments import timestamp
from tracker.store.table import Delete, Table, Update
from tracker.store.values import Item, Key, key_of

_BATCH = 100


async def delete_person(table: Table, user: User, now: datetime) -> int:
    """Remove everything; how many items went. A person who is gone already is no error."""
    try:
        # From here on no identity can be claimed, so that the locks of the last step are all there are.
        await table.update(Update(user.key.key, default={"deletingSince": timestamp(now)}))
    except ConditionFailed:
        return 0
    removed = await _remove_all_belongings(table, user.id)
    removed += await _remove_user(table, user.id)
    # What others wrote for the person while the last look was on its way.
    return removed + await _remove_all_belongings(table, user.id)


async def _remove_all_belongings(table: Table, user_id: str) -> int:
    """Look until there is nothing, since others may write meanwhile."""
    total = 0
    while removed := await _remove_belongings(table, user_id):
        total += removed
    return total


async def _remove_belongings(table: Table, user_id: str) -> int:
    removed = await _remove(table, authored(table, user_id))
    cursor: str | None = None
    while True:
        page = await table.query(UserKey(user_id).key.pk, limit=_BATCH, cursor=cursor)
        removed += await _remove_with_satellites(table, [key_of(item) for item in page.items])
        if (cursor := page.cursor) is None:
            return removed


async def _remove_with_satellites(table: Table, found: list[Key]) -> int:
    owners = [key for key in found if UserKey.parse(key) is None]
    removed = 0
    for owner in owners:
        removed += await _remove(table, satellites(table, owner))
    await table.write_many(deletes=owners)
    return removed + len(owners)


async def _remove(table: Table, items: AsyncIterator[Item]) -> int:
    removed = 0
    batch: set[Key] = set()
    async for item in items:
        batch.add(key_of(item))
        if len(batch) == _BATCH:
            await table.write_many(deletes=batch)
            removed += len(batch)
            batch.clear()
    await table.write_many(deletes=batch)
    return removed + len(batch)


async def _remove_user(table: Table, user_id: str) -> int:
    item = await table.get(UserKey(user_id).key)
    if item is None:
        return 0
    user = from_item(User, item)
    held = [Delete(lock, ABSENT | eq("userId", user_id)) for lock in locks(user)]
    try:
        await table.transact([Delete(user.key.key, EXISTS), *held])
    except ConditionFailed:
        if await table.get(user.key.key) is not None:
            raise
        return 0  # another deletion of the same person was quicker
    return len(held) + 1
