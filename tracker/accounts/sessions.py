"""Who is signed in to the pages: sessions in the table, begun by a link that is good once.

There are no passwords. A link goes to a person over a channel that is theirs already, and the browser that
spends it gets a cookie. The table keeps hashes of both: whoever reads it, or an export, cannot sign in.
"""

import builtins
import secrets
from collections.abc import Callable, Iterable
from dataclasses import field
from datetime import datetime, timedelta
from typing import Literal

from tracker.accounts.errors import AmbiguousSession, BeingDeleted, LinkSpent, NoSuchSession, NoSuchUser
from tracker.accounts.tokens import hash_of
from tracker.clock import Clock
from tracker.frozen import frozen
from tracker.limits import Limit, Limits
from tracker.refusals import Reason, Refused
from tracker.store.conditions import EXISTS
from tracker.store.entity import PRESENT, Entity, Instant, change, from_item, from_items, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.keys import LoginLinkHolderKey, LoginLinkKey, SessionHolderKey, SessionKey, UserKey
from tracker.store.table import Check, Delete, Operation, Put, Table
from tracker.store.values import key_of

LINK_LIFE = timedelta(minutes=10)
IDLE, LONGEST_LIFE = timedelta(days=30), timedelta(days=180)
"""A session ends after so long without a visit, and after so long in any case."""
SEEN_EVERY = timedelta(hours=12)
"""How coarsely it is noted when a session was used last: a visit of a page is no write."""
MOST = 30
"""Sessions that a person can have; the one that was used longest ago makes room for a new one."""
LINKS = Limit("login-link", 30, timedelta(hours=1))
SHORT = 8
"""So many letters of a session's hash are its id: enough to tell it apart, and nothing to sign in by."""
LONGEST_DEVICE = 60

_BYTES = 32
_LONGEST_SECRET = 100


class LoginLink(Entity, frozen=True):
    type: Literal["loginLink"] = "loginLink"
    via: str
    """The front end by which the person got it, or `email`."""
    expires_at: Instant
    ttl: int


class LoginLinkHolder(Entity, frozen=True):
    type: Literal["loginLinkHolder"] = "loginLinkHolder"
    user_id: str
    expires_at: Instant
    ttl: int


class Session(Entity, frozen=True):
    type: Literal["session"] = "session"
    via: str
    """What the person signed in by: the front end that gave them the link."""
    device: str
    """What the browser calls itself, in few words: Firefox on Linux."""
    created_at: Instant
    seen_at: Instant
    """When it was used, to half a day."""
    ttl: int


class SessionHolder(Entity, frozen=True):
    type: Literal["sessionHolder"] = "sessionHolder"
    user_id: str
    created_at: Instant
    seen_at: Instant
    ttl: int


class SignInTooOften(Refused):
    code = "too_often"
    reason = Reason.TOO_OFTEN


@frozen
class NewLink:
    secret: str = field(repr=False)
    """It is never shown again."""
    expires_at: datetime


@frozen
class SignedIn:
    """A session that has just begun."""

    user_id: str
    secret: str = field(repr=False)
    """What the cookie holds. It is never shown again."""
    expires_at: datetime


@frozen
class OpenSession:
    """A session of a person, as a list shows it."""

    id: str
    hash: str = field(repr=False)
    session: Session

    @property
    def ends_at(self) -> datetime:
        return datetime.fromtimestamp(self.session.ttl, self.session.created_at.tzinfo)


@frozen
class CookieHolder:
    """Whose a cookie is."""

    user_id: str
    hash: str = field(repr=False)


def new_secret() -> str:
    return secrets.token_urlsafe(_BYTES)


class Sessions:
    def __init__(self, table: Table, clock: Clock, new: Callable[[], str] = new_secret) -> None:
        self._table, self._clock, self._new = table, clock, new

    # Links

    async def new_link(self, user_id: str, via: str, limit: Limit = LINKS) -> NewLink:
        """A link by which the person signs in, once. Raises SignInTooOften, NoSuchUser, BeingDeleted."""
        if await Limits(self._table, self._clock).take(limit, user_id) is not None:
            raise SignInTooOften("You asked for many links. Use one of them, or wait an hour.")
        secret, ends = self._new(), self._now() + LINK_LIFE
        hashed, ttl = hash_of(secret), int(ends.timestamp())
        link = LoginLink(via=via, expires_at=ends, ttl=ttl)
        holder = LoginLinkHolder(user_id=user_id, expires_at=ends, ttl=ttl)
        made = (
            Put(to_item(link, LoginLinkKey(user_id, hashed))),
            Put(to_item(holder, LoginLinkHolderKey(hashed))),
        )
        await self._write_for(user_id, made)
        return NewLink(secret, ends)

    async def is_open(self, secret: str) -> bool:
        """Whether a link can still be spent. Looking does not spend it."""
        if len(secret) > _LONGEST_SECRET:
            return False
        return await self._table.get(LoginLinkHolderKey(hash_of(secret)).key) is not None

    async def spend(self, secret: str, device: str) -> SignedIn:
        """Begin a session by a link, which works no longer. Raises LinkSpent, BeingDeleted."""
        hashed = hash_of(secret)
        item = (
            await self._table.get(LoginLinkHolderKey(hashed).key) if len(secret) <= _LONGEST_SECRET else None
        )
        holder = next(from_items(LoginLinkHolder, [item] if item else []), None)
        if holder is None:
            raise LinkSpent
        link = await self._table.get(LoginLinkKey(holder.user_id, hashed).key)
        if link is None:
            raise LinkSpent
        spent = (
            Delete(LoginLinkKey(holder.user_id, hashed).key, EXISTS),
            Delete(LoginLinkHolderKey(hashed).key, EXISTS),
        )
        return await self.begin(holder.user_id, from_item(LoginLink, link).via, device, spent)

    # Sessions

    async def begin(self, user_id: str, via: str, device: str, instead: Iterable[Delete] = ()) -> SignedIn:
        """A new session, under a secret that nobody had before. `instead` is what it is given for.

        Raises LinkSpent where that is gone, NoSuchUser and BeingDeleted.
        """
        now, secret, spent = self._now(), self._new(), tuple(instead)
        hashed, ends = hash_of(secret), now + IDLE
        ttl = int(ends.timestamp())
        session = Session(via=via, device=device[:LONGEST_DEVICE], created_at=now, seen_at=now, ttl=ttl)
        holder = SessionHolder(user_id=user_id, created_at=now, seen_at=now, ttl=ttl)
        made = (
            *spent,
            Put(to_item(session, SessionKey(user_id, hashed))),
            Put(to_item(holder, SessionHolderKey(hashed))),
        )
        await self._write_for(user_id, made)
        await self._make_room(user_id)
        return SignedIn(user_id, secret, ends)

    async def holder(self, secret: str) -> CookieHolder | None:
        """Whose session it is: one read. That it was used is noted twice a day at most."""
        if not secret or len(secret) > _LONGEST_SECRET:
            return None
        hashed = hash_of(secret)
        item = await self._table.get(SessionHolderKey(hashed).key)
        found = next(from_items(SessionHolder, [item] if item else []), None)
        if found is None:
            return None
        if self._now() - found.seen_at >= SEEN_EVERY:
            await self._note_seen(found, hashed)
        return CookieHolder(found.user_id, hashed)

    async def list(self, user_id: str) -> builtins.list[OpenSession]:
        """All of them, the one that was used last first."""
        mine = SessionKey.prefix(user=user_id)
        items = [item async for item in self._table.query_all(mine.pk, prefix=mine.prefix)]
        found = [
            OpenSession(key.hash[:SHORT], key.hash, session)
            for item in items
            if (key := SessionKey.parse(key_of(item))) is not None
            for session in from_items(Session, [item])
        ]
        return sorted(found, key=lambda one: (one.session.seen_at, one.session.created_at), reverse=True)

    async def find(self, user_id: str, said: str) -> OpenSession:
        """By its id or how that begins. Raises NoSuchSession, AmbiguousSession."""
        wanted = said.strip().casefold()
        found = [one for one in await self.list(user_id) if wanted and one.hash.startswith(wanted)]
        if not found:
            raise NoSuchSession("There is no such session, or not any more.")
        if len(found) > 1:
            raise AmbiguousSession("Several sessions begin like that.", [one.id for one in found])
        return found[0]

    async def end(self, user_id: str, *hashes: str) -> None:
        """The browser is signed out with its next click."""
        keys = (key for one in hashes for key in (SessionHolderKey(one).key, SessionKey(user_id, one).key))
        await self._table.write_many(deletes=keys)

    async def end_all(self, user_id: str) -> builtins.list[OpenSession]:
        """Every session, and every link that nobody has used yet. Which sessions there were."""
        links = LoginLinkKey.prefix(user=user_id)
        items = [item async for item in self._table.query_all(links.pk, prefix=links.prefix)]
        found = [key for item in items if (key := LoginLinkKey.parse(key_of(item))) is not None]
        gone = (key for one in found for key in (LoginLinkHolderKey(one.hash).key, one.key))
        await self._table.write_many(deletes=gone)
        every = await self.list(user_id)
        await self.end(user_id, *(one.hash for one in every))
        return every

    def _now(self) -> datetime:
        return self._clock().replace(microsecond=0)

    async def _note_seen(self, found: SessionHolder, hashed: str) -> None:
        """Its end moves on with it, but never beyond its longest life."""
        now = self._now()
        ends = min(now + IDLE, found.created_at + LONGEST_LIFE)
        seen = {"seen_at": now, "ttl": int(ends.timestamp())}
        own, held = SessionKey(found.user_id, hashed), SessionHolderKey(hashed)
        try:
            await self._table.transact([change(Session, own, seen), change(SessionHolder, held, seen)])
        except ConditionFailed:
            return  # it was ended meanwhile

    async def _make_room(self, user_id: str) -> None:
        if len(every := await self.list(user_id)) > MOST:
            await self.end(user_id, *(one.hash for one in every[MOST:]))

    async def _write_for(self, user_id: str, made: Iterable[Operation]) -> None:
        """For a person who is there. Raises LinkSpent where what is deleted is gone."""
        try:
            await self._table.transact([Check(UserKey(user_id).key, PRESENT), *made])
        except ConditionFailed as failed:
            if (first := failed.at(0)) is None:
                raise LinkSpent from failed
            if first.current is None:
                raise NoSuchUser("There is no such person.") from failed
            raise BeingDeleted(
                "This account is being deleted; nobody can sign in to it any more."
            ) from failed
