"""The tokens by which programs act for a person: each with a name and a scope, and shown once.

Only its hash is kept, which does not lead back to it: whoever reads the table, or an export, cannot act for
anybody. And it is too long to be guessed.
"""

import hashlib
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import field
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import count
from typing import Literal

from tracker.accounts.changes import nothing_since
from tracker.accounts.errors import (
    AmbiguousToken,
    BadTokenName,
    BeingDeleted,
    NoSuchToken,
    NoSuchUser,
    TooManyTokens,
    WhichToken,
)
from tracker.clock import Clock
from tracker.finding import Finder, plain
from tracker.frozen import frozen
from tracker.refusals import Suggestion
from tracker.store.conditions import EXISTS, holds, lacks, lt
from tracker.store.entity import PRESENT, Entity, Instant, change, from_items, to_item
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.keys import TokenHolderKey, TokenKey, UserKey
from tracker.store.segments import timestamp
from tracker.store.table import Delete, Operation, Put, Table, Update
from tracker.store.values import key_of
from tracker.words import can_be_seen, some_of

ATTEMPTS = 10
MARK = "qlt_"
"""What every token begins with, so that people and programs that look for leaked secrets know one."""
LONGEST = 200
LONGEST_NAME = 40
MOST = 10
USED_EVERY = timedelta(hours=1)
"""That a token was used is noted so often at most: no request pays for more than that."""

_BYTES = 32
_NAME = "token"
"""What one is called that was made without a name, or before tokens had names."""
_CHANGES = "tokenChanges"
"""Counted on the user item, so that two changes of a person's tokens at once know of each other."""


class TokenScope(StrEnum):
    """What a token lets programs do, and what an address asks for."""

    READ = "read"
    TELL = "tell"
    """Say that something is done, or what a number is; nothing can be read, changed or removed."""
    WRITE = "write"
    """All that the person can do, reading and telling, too."""

    def allows(self, needed: "TokenScope") -> bool:
        return self in {TokenScope.WRITE, needed}


class Token(Entity, frozen=True):
    """That the person has one. Its key has the hash."""

    type: Literal["token"] = "token"
    created_at: Instant
    name: str = _NAME


class TokenHolder(Entity, frozen=True):
    """Whose the token with this hash is, and what it may do: all that a request has to know."""

    type: Literal["tokenHolder"] = "tokenHolder"
    user_id: str
    scope: TokenScope = TokenScope.WRITE
    """What it could do when there were no scopes."""
    used_at: Instant | None = None
    """To the hour."""


@frozen
class HeldToken:
    """One of a person's."""

    hash: str
    name: str
    scope: TokenScope
    created_at: datetime
    used_at: datetime | None


@frozen
class NewToken:
    token: str = field(repr=False)
    """It will never be shown again."""
    name: str
    scope: TokenScope
    replaced: bool
    """Whether there was one of that name, which works no longer."""


FINDER: Finder[HeldToken] = Finder(
    noun="token",
    name=lambda one: one.name,
    ids=lambda one: (one.name,),
    missing=NoSuchToken,
    ambiguous=AmbiguousToken,
)


def new_token() -> str:
    return MARK + secrets.token_urlsafe(_BYTES)


class Tokens:
    def __init__(self, table: Table, clock: Clock, new: Callable[[], str] = new_token) -> None:
        self._table, self._clock, self._new = table, clock, new

    async def make(
        self, user_id: str, name: str | None = None, scope: TokenScope = TokenScope.WRITE
    ) -> NewToken:
        """In the place of one that is called so already. Raises BadTokenName, TooManyTokens."""
        token, wanted = self._new(), None if name is None else _checked_name(name)
        made_of = hash_of(token)
        for _ in range(ATTEMPTS):
            counted, mine = await self._counted(user_id), await self.held_by(user_id)
            called = wanted or _free_name(mine)
            old = [one for one in mine if plain(one.name) == plain(called)]
            if len(mine) - len(old) >= MOST:
                raise TooManyTokens(f"You have {MOST} tokens, as many as there can be. Revoke one first.")
            held = Token(created_at=self._clock(), name=called)
            holder = TokenHolder(user_id=user_id, scope=scope)
            made = [
                Put(to_item(held, TokenKey(user_id, made_of))),
                Put(to_item(holder, TokenHolderKey(made_of))),
            ]
            if await self._written([counted, *_without(user_id, old), *made]):
                return NewToken(token, called, scope, bool(old))
        raise _restless()

    async def held_by(self, user_id: str) -> list[HeldToken]:
        """By their names."""
        mine = TokenKey.prefix(user=user_id)
        items = {
            key.hash: item
            async for item in self._table.query_all(mine.pk, prefix=mine.prefix)
            if (key := TokenKey.parse(key_of(item))) is not None
        }
        holders = await self._table.get_many(TokenHolderKey(one).key for one in items)
        found = [
            HeldToken(digest, token.name, holder.scope, token.created_at, holder.used_at)
            for digest, item in items.items()
            if (kept := holders.get(TokenHolderKey(digest).key)) is not None
            for token in from_items(Token, [item])
            for holder in from_items(TokenHolder, [kept])
        ]
        return sorted(found, key=lambda one: (plain(one.name), one.created_at))

    async def revoke(self, user_id: str, name: str | None = None) -> HeldToken | None:
        """The one of that name; without a name the only one there is, or None where there is none.

        Raises NoSuchToken, AmbiguousToken, WhichToken.
        """
        for _ in range(ATTEMPTS):
            counted, mine = await self._counted(user_id), await self.held_by(user_id)
            if name is None and not mine:
                return None
            gone = _only(mine) if name is None else FINDER.one(mine, name, whole_name=True)
            if await self._written([counted, *_without(user_id, [gone])]):
                return gone
        raise _restless()

    async def revoke_all(self, user_id: str) -> list[HeldToken]:
        for _ in range(ATTEMPTS):
            counted, mine = await self._counted(user_id), await self.held_by(user_id)
            if not mine or await self._written([counted, *_without(user_id, mine)]):
                return mine
        raise _restless()

    async def holder(self, token: str) -> TokenHolder | None:
        """For whom it acts, and how: one read, which sees every answered write."""
        if not token.startswith(MARK) or len(token) > LONGEST:
            return None
        item = await self._table.get(TokenHolderKey(hash_of(token)).key)
        return next(from_items(TokenHolder, [item] if item else []), None)

    async def note_use(self, token: str, holder: TokenHolder) -> None:
        now = self._clock().replace(minute=0, second=0, microsecond=0)
        if holder.used_at is not None and now < holder.used_at + USED_EVERY:
            return
        unnoted = lacks("usedAt") | lt("usedAt", timestamp(now))
        used = change(TokenHolder, TokenHolderKey(hash_of(token)), {"used_at": now}, when=EXISTS & unnoted)
        with suppress(ConditionFailed):  # another request was faster, or it is revoked
            await self._table.update(used)

    async def _written(self, operations: Sequence[Operation]) -> bool:
        """False where a token was made or revoked meanwhile: look again."""
        try:
            await self._table.transact(operations)
        except ConditionFailed:
            return False
        return True

    async def _counted(self, user_id: str) -> Update:
        """Holds only while no other token is made or revoked."""
        key = UserKey(user_id).key
        user = await self._table.get(key)
        if user is None:
            raise NoSuchUser("There is no such person.")
        if not holds(PRESENT, user):
            raise BeingDeleted("This account is being deleted; nothing more can be added to it.")
        return Update(key, add={_CHANGES: 1}, when=PRESENT & nothing_since(user, _CHANGES), stamped=True)


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _checked_name(text: str) -> str:
    name = " ".join(text.split())
    if not name or len(name) > LONGEST_NAME or not can_be_seen(name):
        raise BadTokenName(
            f"A token has a name of up to {LONGEST_NAME} letters, digits and signs.", field="name"
        )
    return name


def _free_name(mine: Sequence[HeldToken]) -> str:
    """`token`, `token 2`, …"""
    taken = {plain(one.name) for one in mine}
    names = (_NAME if number == 1 else f"{_NAME} {number}" for number in count(1))
    return next(name for name in names if name not in taken)


def _only(mine: Sequence[HeldToken]) -> HeldToken:
    if len(mine) > 1:
        names = [one.name for one in mine]
        raise WhichToken(
            f"You have {len(mine)} tokens: {some_of(names, MOST)}. Say which one.",
            [Suggestion(name, name) for name in names],
            field="token",
        )
    return mine[0]


def _without(user_id: str, gone: Sequence[HeldToken]) -> list[Delete]:
    return [
        Delete(key) for one in gone for key in (TokenKey(user_id, one.hash).key, TokenHolderKey(one.hash).key)
    ]


def _restless() -> Throttled:
    return Throttled("the account keeps changing under our hands; try again in a moment")
