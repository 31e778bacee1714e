"""Which servers a person wants to find again: those that they set up, and those whose page they kept."""

from tracker.accounts.errors import NoSuchUser
from tracker.clock import Clock
from tracker.servers.model import Guild, ListedServer
from tracker.store.entity import PRESENT, from_items, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.keys import ListedServerKey, UserKey
from tracker.store.table import Check, Put, Table


async def listed_by(table: Table, user_id: str) -> list[ListedServer]:
    """Whether the person still is there, Discord says once they go there."""
    mine = ListedServerKey.prefix(user=user_id)
    items = [item async for item in table.query_all(mine.pk, prefix=mine.prefix)]
    return sorted(from_items(ListedServer, items), key=lambda one: (one.since, one.guild))


async def keep_listed(table: Table, clock: Clock, user_id: str, guild: Guild, name: str) -> None:
    """Under the name that it has today. Nothing is written where it stands there. Raises NoSuchUser."""
    new = ListedServer(user=user_id, guild=f"{guild.id}", name=name, since=clock())
    item = await table.get(new.key.key)
    if any(before.name == name for before in from_items(ListedServer, [item] if item else [])):
        return
    try:
        await table.transact([Check(UserKey(user_id).key, PRESENT), Put(to_item(new, new.key))])
    except ConditionFailed as failed:
        raise NoSuchUser("That person no longer exists.") from failed


async def unlist(table: Table, user_id: str, guild: int) -> None:
    await table.delete(ListedServerKey(user_id, f"{guild}").key)
