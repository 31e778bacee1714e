"""Messages that went by SMS: noted before they go, so that nothing goes twice, and what became of them."""

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime, timedelta
from typing import Literal

from tracker.clock import Clock
from tracker.frozen import frozen
from tracker.signing import hashed
from tracker.store.conditions import ABSENT, eq, lacks, lt
from tracker.store.entity import PRESENT, Entity, Instant, change, from_items, rewrite
from tracker.store.errors import ConditionFailed
from tracker.store.index_keys import SmsSidKey
from tracker.store.keys import SentSmsKey, UserKey
from tracker.store.table import Check, Delete, Table, Update

KEPT = timedelta(days=30)

RANKS: Mapping[str, int] = {
    "accepted": 1,
    "scheduled": 1,
    "queued": 1,
    "sending": 2,
    "sent": 3,
    "delivered": 4,
    "undelivered": 4,
    "failed": 4,
    "canceled": 4,
    "read": 4,
}
"""A message only ever moves up; of two that end it, the first one counts."""
ARRIVED = frozenset({"delivered", "read"})
LOST = frozenset({"undelivered", "failed", "canceled"})


@frozen
class Draft:
    """What is about to go."""

    person: str
    message: str
    address: str = field(repr=False)
    text: str = field(repr=False)
    rest: str = field(repr=False)
    """What did not fit, for whoever asks for more."""
    parts: tuple[str, ...]
    segments: int

    @property
    def key(self) -> SentSmsKey:
        return SentSmsKey(self.person, self.message)


class SentSms(Entity, frozen=True):
    """While it has no sid, nobody knows whether it went."""

    type: Literal["sentSms"] = "sentSms"
    person: str
    message: str
    address_digest: str
    text: str
    rest: str = ""
    parts: tuple[str, ...]
    """The ids of its notifications in the outbox."""
    segments: int
    tried_at: Instant
    """When the last attempt began."""
    tries: int = 1
    sid: str | None = None
    status: str | None = None
    rank: int = 0
    error_code: int | None = None
    ttl: int

    @property
    def key(self) -> SentSmsKey:
        return SentSmsKey(self.person, self.message)

    @property
    def is_lost(self) -> bool:
        return self.status in LOST

    def is_to(self, address: str) -> bool:
        return self.address_digest == hashed(address)


class SentBook:
    """Every change names what was seen, so that of two who try the same message one goes on."""

    def __init__(self, table: Table, clock: Clock) -> None:
        self._table, self._clock = table, clock

    async def find(self, person: str, message: str) -> SentSms | None:
        item = await self._table.get(SentSmsKey(person, message).key)
        return next(from_items(SentSms, [item] if item else []), None)

    async def by_sid(self, sid: str) -> SentSms | None:
        """The index says where to look; the item itself says whether it still goes by that sid."""
        place = SmsSidKey.prefix(sid=sid)
        page = await self._table.query(place.pk, prefix=place.prefix, index=place.index, limit=1)
        for listed in from_items(SentSms, page.items):
            found = await self.find(listed.person, listed.message)
            if found is not None and found.sid == sid:
                return found
        return None

    async def last(self, person: str) -> SentSms | None:
        """What went last, for whoever asks for the rest of it."""
        mine = SentSmsKey.prefix(user=person)
        stored = [item async for item in self._table.query_all(mine.pk, prefix=mine.prefix)]
        known = (one for one in from_items(SentSms, stored) if one.sid is not None)
        return max(known, key=lambda one: one.tried_at, default=None)

    async def begin(self, draft: Draft, before: SentSms | None) -> SentSms | None:
        """The note that it goes now, in place of one from before; None: it must not go now."""
        noted = _noted(draft, self._clock(), tries=before.tries + 1 if before else 1)
        unchanged = eq("tries", before.tries) if before else ABSENT
        written = rewrite(noted, noted.key, when=unchanged)
        try:
            await self._table.transact([Check(UserKey(draft.person).key, PRESENT), written])
        except ConditionFailed:
            return None
        return noted

    async def forget(self, noted: SentSms) -> None:
        """It surely did not go."""
        try:
            await self._table.transact([Delete(noted.key.key, eq("tries", noted.tries) & lacks("sid"))])
        except ConditionFailed:
            return

    async def went(self, noted: SentSms, sid: str, status: str) -> None:
        """Twilio has it, and calls it so."""
        changes = {"sid": sid, "status": status, "rank": RANKS.get(status, 0)}
        unchanged = eq("tries", noted.tries) & lacks("sid")
        place = SmsSidKey(sid, noted.person)
        try:
            await self._table.update(change(SentSms, noted.key, changes, enter=[place], when=unchanged))
        except ConditionFailed:
            return


def moved(sent: SentSms, status: str, error_code: int | None) -> Update:
    """The operation by which a report counts; it fails where one that says as much was there before."""
    changes = {"status": status, "rank": RANKS[status], "error_code": error_code}
    return change(SentSms, sent.key, changes, when=eq("sid", sent.sid or "") & lt("rank", RANKS[status]))


def _noted(draft: Draft, now: datetime, *, tries: int) -> SentSms:
    return SentSms(
        person=draft.person,
        message=draft.message,
        address_digest=hashed(draft.address),
        text=draft.text,
        rest=draft.rest,
        parts=draft.parts,
        segments=draft.segments,
        tried_at=now,
        tries=tries,
        ttl=int((now + KEPT).timestamp()),
    )
