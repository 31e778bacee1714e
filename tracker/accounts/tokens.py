"""The token by which programs act for a person: one at a time, shown once, and kept only as a hash.

A token is too long to be guessed, and its hash does not lead back to it: whoever reads the table, or an
export, cannot act for anybody.
"""

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import field
from typing import Literal

from tracker.accounts.errors import BeingDeleted, NoSuchUser
from tracker.clock import Clock
from tracker.frozen import frozen
from tracker.store.conditions import Condition, eq, holds, lacks
from tracker.store.entity import PRESENT, Entity, Instant, from_items, to_item
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.keys import TokenHolderKey, TokenKey, UserKey
from tracker.store.table import Delete, Operation, Put, Table, Update
from tracker.store.values import key_of

ATTEMPTS = 10
MARK = "qlt_"
"""What every token begins with, so that people and programs that look for leaked secrets know one."""
LONGEST = 200

_BYTES = 32
_CHANGES = "tokenChanges"
"""Counted on the user item, so that of two new tokens at once only one is left."""


class Token(Entity, frozen=True):
    """That the person has one. Its key has the hash."""

    type: Literal["token"] = "token"
    created_at: Instant


class TokenHolder(Entity, frozen=True):
    """Whose the token with this hash is."""

    type: Literal["tokenHolder"] = "tokenHolder"
    user_id: str


@frozen
class Renewed:
    token: str = field(repr=False)
    """It will never be shown again."""
    replaced: bool
    """Whether there was another one, which works no longer."""


def new_token() -> str:
    return MARK + secrets.token_urlsafe(_BYTES)


class Tokens:
    def __init__(self, table: Table, clock: Clock, new: Callable[[], str] = new_token) -> None:
        self._table, self._clock, self._new = table, clock, new

    async def renew(self, user_id: str) -> Renewed:
        token = self._new()
        own, holder = TokenKey(user_id, hash_of(token)), TokenHolderKey(hash_of(token))
        made = [
            Put(to_item(Token(created_at=self._clock()), own)),
            Put(to_item(TokenHolder(user_id=user_id), holder)),
        ]
        return Renewed(token, await self._replace(user_id, made))

    async def revoke(self, user_id: str) -> bool:
        """Whether there was one."""
        return await self._replace(user_id, [])

    async def holder(self, token: str) -> str | None:
        """The id of the person for whom it acts: one read, which sees every answered write."""
        if not token.startswith(MARK) or len(token) > LONGEST:
            return None
        item = await self._table.get(TokenHolderKey(hash_of(token)).key)
        found = next(from_items(TokenHolder, [item] if item else []), None)
        return None if found is None else found.user_id

    async def _replace(self, user_id: str, made: list[Put]) -> bool:
        """All that there was by what is made. Whether there was any."""
        for _ in range(ATTEMPTS):
            counted = await self._counted(user_id)
            gone = await self._gone(user_id)
            if not made and not gone:
                return False
            operations: list[Operation] = [counted, *gone, *made]
            try:
                await self._table.transact(operations)
            except ConditionFailed:
                continue  # another one was made meanwhile: look again
            return bool(gone)
        raise Throttled("the account keeps changing under our hands; try again in a moment")

    async def _counted(self, user_id: str) -> Update:
        """Holds only while no other token is made or revoked."""
        key = UserKey(user_id).key
        user = await self._table.get(key)
        if user is None:
            raise NoSuchUser("There is no such person.")
        if not holds(PRESENT, user):
            raise BeingDeleted("This account is being deleted; nothing can be added to it any more.")
        seen: Condition = eq(_CHANGES, user[_CHANGES]) if _CHANGES in user else lacks(_CHANGES)
        return Update(key, add={_CHANGES: 1}, when=PRESENT & seen, stamped=True)

    async def _gone(self, user_id: str) -> list[Delete]:
        mine = TokenKey.prefix(user=user_id)
        items = [item async for item in self._table.query_all(mine.pk, prefix=mine.prefix)]
        found = [one for item in items if (one := TokenKey.parse(key_of(item))) is not None]
        return [Delete(key) for one in found for key in (one.key, TokenHolderKey(one.hash).key)]


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
