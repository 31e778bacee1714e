"""Requests that may be sent twice, and are carried out once: each under a key that its sender has made.

A key is claimed before anything is done, and its answer noted when it is done. So the same key is never
carried out twice. Whoever comes back after a crash in between is told that nobody knows how it ended.
"""

import hashlib
from contextlib import suppress
from datetime import timedelta
from typing import Literal

from tracker.clock import Clock
from tracker.frozen import frozen
from tracker.limits import Limit, counted, room_from
from tracker.refusals import Reason, Refused
from tracker.store.conditions import ABSENT, eq
from tracker.store.entity import PRESENT, Entity, Instant, change, from_item, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.keys import IdempotencyKey, UserKey
from tracker.store.table import Check, Put, Table
from tracker.words import wait_text

KEPT = timedelta(hours=24)
MOST_MINUTES = 2
"""So long a request may be under way; after that, whoever had it is gone."""
LONGEST_KEY = 200
MOST_BYTES = 200_000
"""Of an answer: a longer one is not kept."""
KEYS = Limit("keyed-requests", 2000, timedelta(hours=24))
"""Of one person, so that nobody fills the table with what was answered to them."""


class KeyReused(Refused):
    """The key belongs to another request."""

    code = "idempotency_key_reused"
    reason = Reason.UNREADABLE


class RequestUnderWay(Refused):
    """The first request of this key is not answered yet."""

    code = "under_way"


class OutcomeUnknown(Refused):
    """Questlog was stopped while it carried the request out, or its answer was too long to be kept."""

    code = "outcome_unknown"


class TooManyKeys(Refused):
    """Each key is kept for a while, and so much of one person is."""

    code = "too_many_keys"
    reason = Reason.TOO_OFTEN


class BadKey(Refused):
    """No key can be like that."""

    code = "bad_idempotency_key"
    reason = Reason.MALFORMED


class KeyedRequest(Entity, frozen=True):
    """A request, and once it is carried out, its answer."""

    type: Literal["keyedRequest"] = "keyedRequest"
    digest: str
    """Of the request."""
    claimed_at: Instant
    status: int | None = None
    body: str | None = None
    ttl: int


@frozen
class Answered:
    """What was answered the first time."""

    status: int
    body: str


class KeyedRequests:
    def __init__(self, table: Table, clock: Clock, kept: timedelta = KEPT) -> None:
        self._table, self._clock, self._kept = table, clock, kept

    async def begin(self, user_id: str, key: str, request: str) -> Answered | None:
        """None where the request is to be carried out, by this caller and nobody else.

        Raises KeyReused, RequestUnderWay, OutcomeUnknown, TooManyKeys.
        """
        now = self._clock().replace(microsecond=0)
        ttl, place = int((now + self._kept).timestamp()), _place(user_id, key)
        digest = hashlib.sha256(request.encode()).hexdigest()
        claim = KeyedRequest(digest=digest, claimed_at=now, ttl=ttl)
        try:
            await self._table.transact(
                [
                    Check(UserKey(user_id).key, PRESENT),
                    Put(to_item(claim, place), ABSENT),
                    counted(KEYS, user_id, now),
                ]
            )
        except ConditionFailed as failed:
            if (there := failed.at(1)) is not None and there.current is not None:
                return self._again(from_item(KeyedRequest, there.current), digest)
            if failed.at(0) is None and (full := failed.at(2)) is not None:
                wait = wait_text(room_from(KEYS, full.current, now) - now)
                raise TooManyKeys(
                    f"You have sent {KEYS.most:,} requests with an Idempotency-Key within a day, and no more "
                    f"are kept. Try again in {wait}, or send it without a key."
                ) from None
            # of a person who is going nothing is kept, and what they ask is refused
        return None

    async def end(self, user_id: str, key: str, status: int, body: str) -> None:
        """What was carried out has this answer."""
        if len(body.encode()) <= MOST_BYTES:
            answer = {"status": status, "body": body}
            with suppress(ConditionFailed):  # the person is gone, and their keys with them
                await self._table.update(change(KeyedRequest, _place(user_id, key), answer))

    async def release(self, user_id: str, key: str) -> None:
        """Nothing was done: whoever mends the request can send it under this key."""
        await self._table.delete(_place(user_id, key).key, when=ABSENT | eq("type", "keyedRequest"))

    def _again(self, found: KeyedRequest, digest: str) -> Answered:
        if found.digest != digest:
            raise KeyReused("This Idempotency-Key belongs to another request. Make a new one for this.")
        if found.status is not None and found.body is not None:
            return Answered(found.status, found.body)
        if self._clock() < found.claimed_at + timedelta(minutes=MOST_MINUTES):
            raise RequestUnderWay(
                "The first request with this Idempotency-Key is under way. Ask again in a moment."
            )
        raise OutcomeUnknown(
            "The answer to the first request with this Idempotency-Key was not kept, and it is not carried "
            "out twice. Check whether it was done; if not, send it with a new Idempotency-Key."
        )


def checked_key(text: str) -> str:
    if not 0 < len(text) <= LONGEST_KEY or not text.isascii() or not text.isprintable():
        raise BadKey(f"An Idempotency-Key has up to {LONGEST_KEY} printable ASCII characters.")
    return text


def _place(user_id: str, key: str) -> IdempotencyKey:
    return IdempotencyKey(user_id, hashlib.sha256(key.encode()).hexdigest())
