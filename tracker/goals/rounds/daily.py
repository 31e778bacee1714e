"""The daily round of an account, at its digest time: states that changed, dates that are near, the digest.

The write that tells is also the one that plans the next round, so of two who hold the same round one does.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta

import structlog

from tracker.accounts.model import DigestFrequency, User
from tracker.clock import Clock
from tracker.days import Strike
from tracker.due import Due, due_now, forget, moved
from tracker.goals.model import Goal, GoalStatus, LatestProgress
from tracker.goals.own import characters_of, goals_of
from tracker.goals.pace.standing import Standing, standings
from tracker.goals.rounds.messages import DIGEST_KIND, Occasion, digests, goal_messages, kept_state
from tracker.goals.rounds.strikes import brings_weekly, next_strike, next_weekly, strike_to_hold
from tracker.notify import outbox
from tracker.notify.model import Notification, OutboxItem
from tracker.servers.digest import server_digests
from tracker.store.conditions import Condition, eq, holds, lacks
from tracker.store.entity import PRESENT, Instant, change, from_item, from_items, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.keys import DueKey, OutboxKey, UserKey
from tracker.store.table import Check, Operation, Table, Update
from tracker.store.values import PK, SK, Item

log = structlog.stdlib.get_logger(__name__)

MOST_TOGETHER = 90
"""Operations in one transaction; the table takes 100."""

_DAY = timedelta(days=1)
_KIND = "round"
_ID = "daily"
_ATTEMPTS = 5
_CLOCK_SETTINGS = ("timezone", "digestTime", "digest")
"""What a round depends on of the person. If one of them changes while it is held, it is held anew."""


class Round(Due, frozen=True):
    """The next round of a person, and what the last one left."""

    kind: str = _KIND
    id: str = _ID
    day: date
    """The local date that it is for."""
    last_at: Instant | None = None
    """When the last one was held."""
    last_day: date | None = None
    """The local date that the last one was for."""
    looked_until: date | None = None
    """The person's day when it was held: deadlines up to it were looked at."""
    told_digest_at: Instant | None = None
    """Until when the last digest told what was gained; the next one goes on from there."""
    told_weekly_at: Instant | None = None
    """The same for goals that are told once a week."""

    @property
    def strike(self) -> Strike:
        return Strike(self.day, self.due_at)


def first_round(user: User, now: datetime) -> Update:
    """Goes into each transaction that adds a goal: makes the round of a person who has none."""
    strike = next_strike(user, None, now)
    new = Round(user=user.id, due_at=strike.at, day=strike.day)
    item = to_item(new, new.key, new.place)
    return Update(
        new.key.key,
        default={name: value for name, value in item.items() if name not in (PK, SK)},
        when=None,
    )


async def replan(table: Table, user: User, now: datetime) -> None:
    """After a change of zone or digest time. What is due already is held first, and plans the next."""
    for _ in range(_ATTEMPTS):
        planned = await _read(table, user.id)
        if planned is None or planned.due_at <= now:
            return
        strike = next_strike(user, planned.last_day, now)
        if strike == planned.strike:
            return
        try:
            await table.update(_moved(planned, strike))
        except ConditionFailed:
            continue  # it was held meanwhile, perhaps by the old settings
        return
    log.warning("round not planned anew; the next one still comes at the old time", user=user.id)


async def due(table: Table, now: datetime, limit: int) -> list[Round]:
    return await due_now(table, Round, _KIND, now, limit)


async def hold(table: Table, clock: Clock, round_: Round) -> list[Notification]:
    """Does a round that is due, exactly once, and answers what it told: nothing where another was faster."""
    who, what = UserKey(round_.user).key, round_.key.key
    for _ in range(_ATTEMPTS):
        now = clock().replace(microsecond=0)
        found = await table.get_many([who, what])
        if what not in found or (current := from_item(Round, found[what])).due_at > now:
            return []
        if who not in found or not holds(PRESENT, found[who]):
            await forget(table, current)
            return []
        news = await _news(table, from_item(User, found[who]), current, now)
        with suppress(ConditionFailed):  # a goal, the person's clock or the round itself changed meanwhile
            return await _tell(table, current, news, Check(who, PRESENT & _same_clock(found[who])))
    log.warning("round not held: it changed again and again; it comes due once more", user=round_.user)
    return []


async def preview(table: Table, user: User, now: datetime) -> list[Notification]:
    """What the next digest would say now, also where nothing has moved. Writes nothing."""
    round_ = await _read(table, user.id)
    if round_ is None:
        strike = next_strike(user, None, now)
        round_ = Round(user=user.id, due_at=strike.at, day=strike.day)
    strike, _ = strike_to_hold(user, round_.strike, now)
    seen = await _look(table, user, round_, now)
    for coming in (strike, next_weekly(user, strike)):
        if said := await _digests(table, _occasion(seen, user, round_, coming, now), seen, when_quiet=True):
            return said
    return []


@dataclass(frozen=True, slots=True)
class _Seen:
    standings: list[Standing]
    names: dict[str, str]
    """Of the characters, by id."""


@dataclass(frozen=True, slots=True)
class _News:
    """What a round has to tell and to remember."""

    occasion: Occasion
    following: Strike
    messages: list[Notification]
    """Digests first: they share what they tell until when, and are written together."""
    states: list[Update]


async def _look(table: Table, user: User, round_: Round, now: datetime) -> _Seen:
    characters = await characters_of(table, user.id)
    goals = [goal for one in characters for goal in await goals_of(table, user.id, one.id)]
    told = [goal for goal in goals if _may_be_told(goal, round_)]
    moments = [at for at in (round_.told_digest_at, round_.told_weekly_at) if at is not None]
    found = await standings(table, user, told, now, moments=moments)
    return _Seen(found, {one.id: one.name for one in characters})


def _may_be_told(goal: Goal, round_: Round) -> bool:
    if goal.status is not GoalStatus.REACHED:
        return goal.status is GoalStatus.ACTIVE
    told = min(round_.told_digest_at or goal.created_at, round_.told_weekly_at or goal.created_at)
    return goal.reached_at is not None and goal.reached_at >= told


def _occasion(seen: _Seen, user: User, round_: Round, strike: Strike, now: datetime) -> Occasion:
    return Occasion(
        user=user,
        now=now,
        strike=strike,
        weekly=brings_weekly(strike, round_.last_day or round_.day - _DAY),
        next_at=next_strike(user, strike.day, now).at,
        next_week_at=next_weekly(user, strike).at,
        looked_until=round_.looked_until or round_.day - _DAY,
        told_digest_at=round_.told_digest_at,
        told_weekly_at=round_.told_weekly_at,
        names=seen.names,
    )


async def _news(table: Table, user: User, round_: Round, now: datetime) -> _News:
    seen = await _look(table, user, round_, now)
    strike, following = strike_to_hold(user, round_.strike, now)
    occasion = _occasion(seen, user, round_, strike, now)
    said = await _digests(table, occasion, seen, when_quiet=user.digest_when_quiet)
    states = [
        change(LatestProgress, standing.goal.latest_key, {"state": state})
        for standing in seen.standings
        if (state := kept_state(standing)) is not None
    ]
    return _News(occasion, following, said + goal_messages(occasion, seen.standings), states)


async def _digests(table: Table, occasion: Occasion, seen: _Seen, *, when_quiet: bool) -> list[Notification]:
    """Of a person what their goals did; of a server, which has none, what its members did."""
    if occasion.user.guild is not None:
        return await server_digests(table, occasion, when_quiet=when_quiet)
    return digests(occasion, seen.standings, when_quiet=when_quiet)


async def _tell(table: Table, round_: Round, news: _News, present: Check) -> list[Notification]:
    """In one transaction where it fits. Else the round comes last, and what was told is not told again."""
    keys = [OutboxKey(round_.user, message.outbox_id).key for message in news.messages]
    known = await table.get_many(keys)
    new = [message for key, message in zip(keys, news.messages, strict=True) if key not in known]
    writes: list[Operation] = [*map(outbox.operation, new), *news.states]
    held = _moved(round_, news.following, **_memory(news, known.values()))
    if len(writes) <= MOST_TOGETHER:
        await table.transact([present, *writes, held])
        return new
    for part in _parts(writes):
        await table.transact([present, *part])
    await table.transact([present, held])
    return new


def _memory(news: _News, known: Iterable[Item]) -> dict[str, object]:
    """What the next round needs to know of this one. `known` are messages that were there already."""
    occasion = news.occasion
    memory: dict[str, object] = {
        "last_at": occasion.now,
        "last_day": occasion.strike.day,
        "looked_until": occasion.today,
    }
    if occasion.user.digest is DigestFrequency.OFF or any(one.kind == DIGEST_KIND for one in news.messages):
        earlier = [one.created_at for one in from_items(OutboxItem, known) if one.kind == DIGEST_KIND]
        memory["told_digest_at"] = min([occasion.now, *earlier])
        if occasion.weekly:
            memory["told_weekly_at"] = memory["told_digest_at"]
    return memory


async def _read(table: Table, user_id: str) -> Round | None:
    item = await table.get(DueKey(user_id, _KIND, _ID).key)
    return None if item is None else from_item(Round, item)


def _moved(round_: Round, strike: Strike, **memory: object) -> Update:
    return moved(round_, strike.at, day=strike.day, **memory)


def _same_clock(person: Item) -> Condition:
    first, *others = (eq(name, person[name]) if name in person else lacks(name) for name in _CLOCK_SETTINGS)
    for other in others:
        first &= other
    return first


def _parts(writes: Sequence[Operation]) -> Iterator[Sequence[Operation]]:
    for start in range(0, len(writes), MOST_TOGETHER):
        yield writes[start : start + MOST_TOGETHER]
