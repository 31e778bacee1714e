"""When a person's daily round comes next: one item for each person, made by whatever they can hear of."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import date, datetime

from tracker.accounts.model import User
from tracker.days import Strike
from tracker.digest.strikes import next_strike
from tracker.due import Due, moved
from tracker.logs import get_logger
from tracker.store.entity import PRESENT, Instant, StoredValue, from_item, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.keys import DueKey
from tracker.store.table import Check, Table, Update
from tracker.store.values import PK, SK, Key

log = get_logger(__name__)

KIND, ID = "round", "daily"
ROUND_SECONDS = 30
"""How often it is looked whose round is due."""
_ATTEMPTS = 5


class ToldUntil(StoredValue, frozen=True):
    """Until when digests have told what was gained; the next one goes on from there."""

    digest_at: Instant | None = None
    weekly_at: Instant | None = None
    """The same for goals that are told once a week."""


class LastDigest(StoredValue, frozen=True):
    """What the last digest was worded from: it is worded anew when it goes."""

    ids: tuple[str, ...]
    """In the outbox: one for each channel that sections prefer."""
    weekly: bool
    looked_until: date
    told_before: ToldUntil


class Round(Due, frozen=True):
    """The next round of a person, and what the last one left."""

    kind: str = KIND
    id: str = ID
    day: date
    """The local date that it is for."""
    last_at: Instant | None = None
    """When the last one was held."""
    last_day: date | None = None
    """The local date that the last one was for."""
    looked_until: date | None = None
    """The person's day when it was held: deadlines up to it were looked at."""
    told_digest_at: Instant | None = None
    """When the last digest was written, which told what was gained until then or until it went."""
    told_weekly_at: Instant | None = None
    """The same of the last one with goals that are told once a week."""
    last_digest: LastDigest | None = None

    @property
    def strike(self) -> Strike:
        return Strike(self.day, self.due_at)


def first_round(user: User, now: datetime) -> Update:
    """Goes into each transaction that makes something to hear of: the round of a person who has none."""
    strike = next_strike(user, None, now)
    new = Round(user=user.id, due_at=strike.at, day=strike.day)
    item = to_item(new, new.key, new.place)
    return Update(
        new.key.key,
        default={name: value for name, value in item.items() if name not in (PK, SK)},
        when=None,
        stamped=True,
    )


async def replan(table: Table, user: User, now: datetime) -> None:
    """After a change of zone or digest time. What is due already is held first, and plans the next."""
    for _ in range(_ATTEMPTS):
        planned = await read_round(table, user.id)
        if planned is None or planned.due_at <= now:
            return
        strike = next_strike(user, planned.last_day, now)
        if strike == planned.strike:
            return
        try:
            await table.update(moved_to(planned, strike))
        except ConditionFailed:
            continue  # it was held meanwhile, perhaps by the old settings
        return
    log.warning("round not planned anew; the next one still comes at the old time", user=user.id)


def round_key(user_id: str) -> Key:
    return DueKey(user_id, KIND, ID).key


async def plan_missing(table: Table, users: Iterable[User], now: datetime) -> None:
    """First rounds of those who have none, as of people who were there before digests told of such things."""
    people = {round_key(user.id): user for user in users}
    known = await table.get_many(people)
    for key, user in people.items():
        if key not in known:
            with suppress(ConditionFailed):  # nothing is planned for somebody who is being deleted
                await table.transact([Check(user.key.key, PRESENT), first_round(user, now)])


async def read_round(table: Table, user_id: str) -> Round | None:
    item = await table.get(round_key(user_id))
    return None if item is None else from_item(Round, item)


def moved_to(round_: Round, strike: Strike, **memory: object) -> Update:
    return moved(round_, strike.at, day=strike.day, **memory)
