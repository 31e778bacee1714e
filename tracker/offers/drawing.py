"""A raffle: who wins follows from a seed whose hash everybody saw before, so that anybody can check it.

Each member's ticket is the SHA-256 of `SEED:NAME`, with their name in the standings of the week; the lowest
tickets win. Whoever takes another name later stands there as before, so the check stays true.
"""

import hashlib
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from tracker.accounts.service import present_people
from tracker.challenge.model import Challenge, Participation, WeekRecord
from tracker.challenge.planning import poll_of
from tracker.challenge.recording import SETTLE_AFTER
from tracker.days import day_begins
from tracker.offers.model import Offer
from tracker.store.entity import from_items
from tracker.store.index_keys import WeekMemberKey
from tracker.store.keys import ChallengeKey, ParticipationKey
from tracker.store.segments import Week
from tracker.store.table import Table
from tracker.weeks import days_of

GIVE_UP = timedelta(days=14)
"""So long after its time a draw waits for weeks that are not settled."""


class Entrant(NamedTuple):
    user: str
    name: str


def commitment(seed: str) -> str:
    return hashlib.sha256(seed.encode()).hexdigest()


def ticket(seed: str, name: str) -> str:
    return hashlib.sha256(f"{seed}:{name}".encode()).hexdigest()


def winners(seed: str, entrants: Iterable[Entrant], prizes: int) -> list[Entrant]:
    """The order in which they are given does not matter."""
    return sorted(entrants, key=lambda one: (ticket(seed, one.name), one.user))[:prizes]


def settled_at(challenge: Challenge, week: Week) -> datetime:
    """When nothing counts for the week any more, by the clocks of the challenge."""
    return day_begins(days_of(week).last + SETTLE_AFTER, challenge.zone)


async def entrants_of(table: Table, offer: Offer, now: datetime) -> Sequence[Entrant] | None:
    """All who kept the week and are in the challenge still; None while that is not settled for everybody."""
    if (raffle := offer.raffle) is None:
        return ()
    item = await table.get(ChallengeKey(offer.server, raffle.challenge).key)
    challenge = next(from_items(Challenge, [item] if item else []), None)
    if challenge is None or not challenge.status.is_there:
        return ()
    since = settled_at(challenge, raffle.week)
    records = await _records(table, challenge.id, raffle.week)
    if now < since + GIVE_UP:
        poll = await poll_of(table, challenge)
        is_counted = poll is None or (poll.counted_at is not None and poll.counted_at >= since)
        if not is_counted or not all(one.settled for one in records):
            return None
    kept = {one.user: one.name for one in records if one.success}
    present = await present_people(table, [*kept])
    found = await table.get_many(ParticipationKey(one, challenge.id).key for one in present)
    return [Entrant(one.user, kept[one.user]) for one in from_items(Participation, found.values())]


async def _records(table: Table, challenge_id: str, week: Week) -> list[WeekRecord]:
    place = WeekMemberKey.prefix(week=week, challenge=challenge_id)
    items = [one async for one in table.query_all(place.pk, prefix=place.prefix or None, index=place.index)]
    return [*from_items(WeekRecord, items)]
