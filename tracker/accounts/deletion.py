"""Deletion of everything about a person, in an order in which nothing is ever out of reach.

What an item names goes before the item; the user item and its locks, by which the person is found, go
last and together. Stopped anywhere, it is finished by running it again.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import TypeAlias

from tracker.accounts.belongings import Holder, locks, satellites
from tracker.store.conditions import EXISTS, eq
from tracker.store.errors import ConditionFailed
from tracker.store.keys import UserKey
from tracker.store.segments import timestamp
from tracker.store.table import Delete, Table, Update
from tracker.store.values import Item, Key, key_of

Farewell: TypeAlias = Callable[[str], Awaitable[None]]
"""Takes along what a person left with others: counts, and subjects that nobody else watches.

It gets the person's id, finds a user item with `deletingSince`, and is called again after a crash.
"""

_BATCH = 100


async def delete_person(
    table: Table, holder: Holder, now: datetime, *, first: Sequence[Farewell] = ()
) -> int:
    """Remove everything; how many items went, without those that `first` took.

    A person who is gone already is no error.
    """
    with suppress(ConditionFailed):  # there is no user item, but there may be a lock that leads nowhere
        # From here on no identity can be claimed, so that the locks of the last step are all there are.
        await table.update(Update(holder.user, default={"deletingSince": timestamp(now)}))
    for farewell in first:
        await farewell(holder.user_id)
    removed = await _remove_all_belongings(table, holder)
    removed += await _remove_user(table, holder)
    # What others wrote for the person while the last look was on its way.
    removed += await _remove_all_belongings(table, holder)
    await table.purge()
    return removed


async def _remove_all_belongings(table: Table, holder: Holder) -> int:
    """Look until there is nothing, since others may write meanwhile."""
    total = 0
    while removed := await _remove_belongings(table, holder):
        total += removed
    return total


async def _remove_belongings(table: Table, holder: Holder) -> int:
    removed = 0
    cursor: str | None = None
    while True:
        page = await table.query(holder.user.pk, limit=_BATCH, cursor=cursor)
        removed += await _remove_with_satellites(table, [key_of(item) for item in page.items])
        if (cursor := page.cursor) is None:
            return removed


async def _remove_with_satellites(table: Table, found: list[Key]) -> int:
    owners = [key for key in found if UserKey.parse(key) is None]
    removed = await _remove(table, satellites(table, owners))
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


async def _remove_user(table: Table, holder: Holder) -> int:
    """The last step. Where another deletion of the same person was quicker, nothing is left to do."""
    while last := await _last_deletes(table, holder):
        try:
            await table.transact(last)
        except ConditionFailed:
            continue  # what was there has changed meanwhile: look again
        return len(last)
    return 0


async def _last_deletes(table: Table, holder: Holder) -> list[Delete]:
    held = [Delete(key_of(lock), eq("userId", holder.user_id)) for lock in await locks(table, holder)]
    if await table.get(holder.user) is not None:
        held.append(Delete(holder.user, EXISTS))
    return held
