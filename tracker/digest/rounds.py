"""The daily round of an account, at its digest time: the digest, and what features tell beside it.

The write that tells is also the one that plans the next round, so of two who hold the same round one does.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from tracker.accounts.model import DigestFrequency, User
from tracker.days import Strike
from tracker.digest.planning import LastDigest, Round, ToldUntil, moved_to, read_round
from tracker.digest.strikes import (
    brings_weekly,
    is_left_to_next,
    next_strike,
    next_weekly,
    strike_to_hold,
)
from tracker.digest.wording import brought, sections_of, told_until
from tracker.due import CLOCK_SETTINGS, forget, same_clock
from tracker.feature import Tools
from tracker.frozen import frozen
from tracker.locales import read_by
from tracker.logs import get_logger
from tracker.notify import outbox
from tracker.notify.model import Notification, OutboxItem
from tracker.sections import DIGEST, Occasion, digests
from tracker.store.conditions import holds
from tracker.store.entity import PRESENT, from_item, from_items
from tracker.store.errors import ConditionFailed
from tracker.store.keys import OutboxKey, UserKey
from tracker.store.table import Check, Operation, Table
from tracker.store.values import Item

log = get_logger(__name__)

MOST_TOGETHER = 90
"""Operations in one transaction; the table takes 100."""

_DAY = timedelta(days=1)
_ATTEMPTS = 5
_CLOCK_SETTINGS = (*CLOCK_SETTINGS, "digest")
"""What a round depends on of the person. If one of them changes while it is held, it is held anew."""


async def hold(tools: Tools, round_: Round) -> list[Notification]:
    """Does a round that is due, exactly once, and answers what it told: nothing where another was faster."""
    table, who, what = tools.table, UserKey(round_.user).key, round_.key.key
    for _ in range(_ATTEMPTS):
        now = tools.clock().replace(microsecond=0)
        found = await table.get_many([who, what])
        if what not in found or (current := from_item(Round, found[what])).due_at > now:
            return []
        if who not in found or not holds(PRESENT, found[who]):
            await forget(table, current)
            return []
        user, present = (
            from_item(User, found[who]),
            Check(who, PRESENT & same_clock(found[who], _CLOCK_SETTINGS)),
        )
        strike, following = strike_to_hold(user, current.strike, now)
        with suppress(ConditionFailed):  # a goal, the person's clock or the round itself changed meanwhile
            if is_left_to_next(user, strike, following, now):
                await table.transact([present, moved_to(current, following)])
                return []
            told = await told_until(table, current)
            news = await _news(tools, _occasion(user, current, told, strike, now), following)
            return await _tell(table, current, news, present)
    log.warning("round not held: it changed again and again; it comes due once more", user=round_.user)
    return []


async def preview(tools: Tools, user: User) -> list[Notification]:
    """What the next digest would say now, also where nothing has moved. Writes nothing."""
    now = tools.clock().replace(microsecond=0)
    round_ = await read_round(tools.table, user.id)
    if round_ is None:
        strike = next_strike(user, None, now)
        round_ = Round(user=user.id, due_at=strike.at, day=strike.day)
    strike, _ = strike_to_hold(user, round_.strike, now)
    told = await told_until(tools.table, round_)
    for coming in (strike, next_weekly(user, strike)):
        occasion = _occasion(user, round_, told, coming, now)
        sections = sections_of(await brought(tools, occasion))
        if said := digests(occasion, sections, when_quiet=True):
            return said
    return []


@frozen
class _News:
    """What a round has to tell and to remember."""

    occasion: Occasion
    following: Strike
    messages: list[Notification]
    """Digests first: they share what they tell until when, and are written together."""
    writes: list[Operation]


def _occasion(user: User, round_: Round, told: ToldUntil, strike: Strike, now: datetime) -> Occasion:
    read_by(user.language, user.country)  # what the round says is said to them
    return Occasion(
        user=user,
        now=now,
        strike=strike,
        weekly=brings_weekly(strike, round_.last_day or round_.day - _DAY),
        next_at=next_strike(user, strike.day, now).at,
        next_week_at=next_weekly(user, strike).at,
        looked_until=round_.looked_until or round_.day - _DAY,
        told_digest_at=told.digest_at,
        told_weekly_at=told.weekly_at,
    )


async def _news(tools: Tools, occasion: Occasion, following: Strike) -> _News:
    news = await brought(tools, occasion)
    said = digests(occasion, sections_of(news), when_quiet=occasion.user.digest_when_quiet)
    said += [message for one in news for message in one.messages]
    return _News(occasion, following, said, [write for one in news for write in one.writes])


async def _tell(table: Table, round_: Round, news: _News, present: Check) -> list[Notification]:
    """In one transaction where it fits. Else the round comes last, and what was told is not told again."""
    keys = [OutboxKey(round_.user, message.outbox_id).key for message in news.messages]
    known = await table.get_many(keys)
    new = [message for key, message in zip(keys, news.messages, strict=True) if key not in known]
    writes: list[Operation] = [*map(outbox.operation, new), *news.writes]
    held = moved_to(round_, news.following, **_memory(news, known.values()))
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
    told = tuple(one.outbox_id for one in news.messages if one.kind is DIGEST)
    if told or occasion.user.digest is DigestFrequency.OFF:
        earlier = [one.created_at for one in from_items(OutboxItem, known) if one.kind is DIGEST]
        memory["told_digest_at"] = min([occasion.now, *earlier])
        if occasion.weekly:
            memory["told_weekly_at"] = memory["told_digest_at"]
        memory["last_digest"] = _last_digest(occasion, told) if told else None
    return memory


def _last_digest(occasion: Occasion, ids: tuple[str, ...]) -> LastDigest:
    return LastDigest(
        ids=ids,
        weekly=occasion.weekly,
        looked_until=occasion.looked_until,
        told_before=ToldUntil(digest_at=occasion.told_digest_at, weekly_at=occasion.told_weekly_at),
    )


def _parts(writes: Sequence[Operation]) -> Iterator[Sequence[Operation]]:
    for start in range(0, len(writes), MOST_TOGETHER):
        yield writes[start : start + MOST_TOGETHER]
