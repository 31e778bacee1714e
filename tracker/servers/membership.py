"""Who is announced where. A person's own partition says it; the index suggests it to the server."""

from collections.abc import Collection, Mapping

from tracker.notify.model import StillTrue
from tracker.servers.model import NEWS, PEOPLE, Membership, News
from tracker.store.entity import from_items
from tracker.store.index_keys import ServerMemberKey
from tracker.store.keys import MembershipKey, OutboxKey
from tracker.store.table import Table
from tracker.store.values import Item, key_of

MEMBER_CHECK = "member"
MOST_MEMBERS = 500
"""Of a server in its digest: those who joined first."""


async def memberships_of(table: Table, user_id: str) -> list[Membership]:
    """In the order in which the person joined."""
    mine = MembershipKey.prefix(user=user_id)
    items = [item async for item in table.query_all(mine.pk, prefix=mine.prefix)]
    return sorted(from_items(Membership, items), key=lambda one: (one.since, one.server))


async def members_of(table: Table, server: str, *agreed: News) -> list[Membership]:
    """Those who agreed to one of these there, in the order in which they joined."""
    place = ServerMemberKey.prefix(server=server)
    items = [item async for item in table.query_all(place.pk, prefix=place.prefix or None, index=place.index)]
    joined = sorted(from_items(Membership, items), key=lambda one: (one.since, one.user))
    return [one for one in joined if not set(agreed).isdisjoint(one.agreed)][:MOST_MEMBERS]


async def forget(table: Table, user_id: str, server: str, news: Collection[News] = tuple(News)) -> None:
    """All messages to a server that tell such news of the person, sent or not."""
    outbox = OutboxKey.prefix(user=server)
    async for item in table.query_all(outbox.pk, prefix=outbox.prefix):
        if user_id in _named(item, PEOPLE) and not set(_named(item, NEWS) or news).isdisjoint(news):
            await table.delete(key_of(item))


async def forget_everywhere(table: Table, user_id: str) -> None:
    """Before a person is deleted: what servers keep of them goes, too."""
    for one in await memberships_of(table, user_id):
        await forget(table, user_id, one.server)


def _named(message: Item, fact: str) -> list[str]:
    facts = message.get("facts")
    named = facts.get(fact) if isinstance(facts, Mapping) else None
    return named.split(",") if isinstance(named, str) else []


def checks(table: Table) -> Mapping[str, StillTrue]:
    """What is asked again before a server is told something, by the names that messages carry."""

    async def is_member(server: str, reference: str) -> bool:
        user_id, _, news = reference.partition("#")
        item = await table.get(MembershipKey(user_id, server).key)
        return any(
            (news or News.REACHED) in one.agreed for one in from_items(Membership, [item] if item else [])
        )

    return {MEMBER_CHECK: is_member}
