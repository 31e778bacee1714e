"""Links to one thing, for whoever keeps it: what is removed takes them along, and a board says of them."""

from tracker.shares.model import Shareable
from tracker.store.keys import ShareLinkHolderKey, ShareLinkKey
from tracker.store.table import Table
from tracker.store.values import key_of


async def end_links_to(table: Table, user_id: str, kind: Shareable, thing: str) -> None:
    """Before the thing goes. Stopped anywhere, a second run finishes it: what names a link goes last."""
    mine = ShareLinkKey.prefix(user=user_id, kind=kind.value, thing=thing)
    while items := (await table.query(mine.pk, prefix=mine.prefix)).items:
        keys = [key_of(item) for item in items]
        hashes = (key.hash for key in map(ShareLinkKey.parse, keys) if key is not None)
        await table.write_many(deletes=[ShareLinkHolderKey(one).key for one in hashes])
        await table.write_many(deletes=keys)


async def is_shared(table: Table, user_id: str, kind: Shareable, thing: str) -> bool:
    """Whether strangers can see it."""
    mine = ShareLinkKey.prefix(user=user_id, kind=kind.value, thing=thing)
    return bool((await table.query(mine.pk, prefix=mine.prefix, limit=1)).items)
