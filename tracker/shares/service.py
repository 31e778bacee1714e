"""Links by which strangers see one thing, read-only: made, listed, ended and opened.

The table keeps hashes of the secrets: whoever reads it, or an export, cannot open a link. A secret has 128
bits, so that nobody guesses one. What is opened is what the thing is at that moment: nothing is copied.
"""

import builtins
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta

from tracker.accounts.errors import BeingDeleted, NoSuchUser
from tracker.accounts.tokens import hash_of
from tracker.clock import Clock
from tracker.limits import Limit, Limits
from tracker.shares.errors import (
    AmbiguousShareLink,
    NoSuchShareLink,
    SharedThingGone,
    SharedTooOften,
    TooManyShareLinks,
)
from tracker.shares.model import (
    HeldShareLink,
    NewShareLink,
    Shareable,
    SharedThing,
    ShareLink,
    ShareLinkHolder,
)
from tracker.store.conditions import EXISTS
from tracker.store.entity import PRESENT, from_items, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.keys import ShareLinkHolderKey, ShareLinkKey, UserKey
from tracker.store.table import Check, Put, Table
from tracker.store.values import Key, key_of

MOST = 50
"""Links that an account can have at once. Of two that are made at the same moment, both may be made."""
MADE = Limit("share-link", 30, timedelta(hours=1))
SHORT = 8
"""So many letters of a link's hash are its id: enough to tell it apart, and nothing to open it by."""

_BYTES = 16


def new_secret() -> str:
    return secrets.token_urlsafe(_BYTES)


class ShareLinks:
    def __init__(self, table: Table, clock: Clock, new: Callable[[], str] = new_secret) -> None:
        self._table, self._clock, self._new = table, clock, new

    async def make(self, thing: SharedThing, item: Key) -> NewShareLink:
        """`item` is that of the thing: no link leads to what is gone.

        Raises TooManyShareLinks, SharedTooOften, SharedThingGone, NoSuchUser, BeingDeleted.
        """
        if len(await self.list(thing.user_id)) >= MOST:
            raise TooManyShareLinks(f"There are {MOST} links already, and that is the most. End one first.")
        if await Limits(self._table, self._clock).take(MADE, thing.user_id) is not None:
            raise SharedTooOften("You made many links. Use one of them, or wait an hour.")
        now, secret = self._clock().replace(microsecond=0), self._new()
        hashed = hash_of(secret)
        await self._write(thing, item, hashed, now)
        return NewShareLink(hashed[:SHORT], secret, now)

    async def list(self, user_id: str) -> builtins.list[HeldShareLink]:
        """All of an account, the newest first."""
        mine = ShareLinkKey.prefix(user=user_id)
        items = [item async for item in self._table.query_all(mine.pk, prefix=mine.prefix)]
        found = [
            HeldShareLink(
                key.hash[:SHORT],
                key.hash,
                SharedThing(user_id, Shareable(key.kind), key.thing, link.named),
                link.created_at,
            )
            for item in items
            if (key := ShareLinkKey.parse(key_of(item))) is not None and key.kind in {*Shareable}
            for link in from_items(ShareLink, [item])
        ]
        return sorted(found, key=lambda one: (one.created_at, one.hash), reverse=True)

    async def end(self, *links: HeldShareLink) -> None:
        """From now on they lead nowhere."""
        keys = (
            key
            for one in links
            for key in (
                ShareLinkHolderKey(one.hash).key,
                ShareLinkKey(one.thing.user_id, one.thing.kind.value, one.thing.id, one.hash).key,
            )
        )
        await self._table.write_many(deletes=keys)

    async def opened(self, secret: str) -> SharedThing | None:
        """What a link shows; None for one that was ended, as for one that never was.

        It is one read, whatever the text is: how long it takes says nothing of why there is nothing.
        """
        item = await self._table.get(ShareLinkHolderKey(hash_of(secret)).key)
        found = next(from_items(ShareLinkHolder, [item] if item else []), None)
        return found and SharedThing(found.user_id, found.kind, found.thing, found.named)

    async def _write(self, thing: SharedThing, item: Key, hashed: str, now: datetime) -> None:
        link = ShareLink(named=thing.named, created_at=now)
        holder = ShareLinkHolder(user_id=thing.user_id, kind=thing.kind, thing=thing.id, named=thing.named)
        try:
            await self._table.transact(
                [
                    Check(UserKey(thing.user_id).key, PRESENT),
                    Check(item, EXISTS),
                    Put(to_item(link, ShareLinkKey(thing.user_id, thing.kind.value, thing.id, hashed))),
                    Put(to_item(holder, ShareLinkHolderKey(hashed))),
                ]
            )
        except ConditionFailed as failed:
            if (whose := failed.at(0)) is None:
                raise SharedThingGone("It was removed just now, so there is nothing to share.") from failed
            if whose.current is None:
                raise NoSuchUser("There is no such account.") from failed
            raise BeingDeleted("This account is being deleted; nothing of it can be shared.") from failed


def find_link(links: builtins.list[HeldShareLink], said: str) -> HeldShareLink:
    """By its id or how that begins. Raises NoSuchShareLink, AmbiguousShareLink."""
    wanted = said.strip().casefold()
    found = [one for one in links if wanted and one.hash.startswith(wanted)]
    if not found:
        raise NoSuchShareLink(
            "There is no such link, or not any more. List your links to see which there are."
        )
    if len(found) > 1:
        raise AmbiguousShareLink("Several links begin like that.", [one.id for one in found])
    return found[0]
