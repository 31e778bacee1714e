"""Statistics of challenges from their week records alone: on demand, and of each challenge once a week.

They are kept as the records change, in the same transactions. This is the look whether that is still so.
"""

from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import NamedTuple

from tracker.challenge.model import Challenge
from tracker.challenge.planning import ChallengePoll, every_poll
from tracker.challenge.rebuilding import Rebuilt, rebuild
from tracker.clock import Clock
from tracker.days import local_day
from tracker.logs import get_logger
from tracker.store.conditions import eq, lacks
from tracker.store.entity import change, from_items, stored
from tracker.store.errors import ConditionFailed
from tracker.store.keys import ChallengeKey
from tracker.store.table import Table
from tracker.weeks import week_of

log = get_logger(__name__)

EVERY = timedelta(days=7)


class Checked(NamedTuple):
    challenge: Challenge
    rebuilt: Rebuilt


async def rebuild_one(table: Table, clock: Clock, challenge: Challenge) -> Checked:
    """Also of a challenge that is over."""
    found = await rebuild(table, challenge, week_of(local_day(clock(), challenge.zone)))
    if found.repaired:
        log.warning("statistics repaired from the week records", challenge=challenge.id, **found._asdict())
    else:
        log.info("statistics are as the week records say", challenge=challenge.id, **found._asdict())
    return Checked(challenge, found)


async def rebuild_all(table: Table, clock: Clock) -> list[Checked]:
    """Of every challenge that is not over."""
    return [await rebuild_one(table, clock, one) async for one, _ in _challenges(table)]


async def rebuild_weekly(table: Table, clock: Clock) -> list[Checked]:
    """Of those whose last time was a week ago. One worker does it; what fails comes again in a week."""
    now, checked = clock().replace(microsecond=0), list[Checked]()
    for challenge, poll in [one async for one in _challenges(table)]:
        if (poll.rebuilt_at is None or now - poll.rebuilt_at >= EVERY) and await _claimed(table, poll, now):
            try:
                checked.append(await rebuild_one(table, clock, challenge))
            except Exception:  # one challenge's trouble must not keep the others waiting
                log.exception("statistics not compared with the week records", challenge=challenge.id)
    return checked


async def _challenges(table: Table) -> AsyncIterator[tuple[Challenge, ChallengePoll]]:
    async for poll in every_poll(table):
        item = await table.get(ChallengeKey(poll.user, poll.id).key)
        for challenge in from_items(Challenge, [item] if item else []):
            yield challenge, poll


async def _claimed(table: Table, poll: ChallengePoll, now: datetime) -> bool:
    """Whether no other worker was faster."""
    before = lacks("rebuiltAt") if poll.rebuilt_at is None else eq("rebuiltAt", stored(poll.rebuilt_at))
    try:
        await table.update(change(ChallengePoll, poll.key, {"rebuilt_at": now}, when=before))
    except ConditionFailed:
        return False
    return True
