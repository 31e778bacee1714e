"""All statistics of a challenge from its week records alone: what is kept beside them becomes just that."""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import NamedTuple

from tracker.challenge.joining import participants
from tracker.challenge.model import Challenge, WeekRecord, streak_board
from tracker.challenge.recording import places_of
from tracker.challenge.statistics import Recount, newest_week
from tracker.frozen import frozen
from tracker.ranking import SHARDS
from tracker.store.conditions import ABSENT, EXISTS, AllOf, Condition, eq
from tracker.store.entity import from_items, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.index_keys import RankKey, WeekMemberKey
from tracker.store.keys import UserStatsKey, WeekStatsKey
from tracker.store.segments import Week
from tracker.store.table import Delete, Operation, Table, Update
from tracker.store.values import CREATED, PK, SK, UPDATED, Item, Key
from tracker.weeks import week_of, weeks_from

_TOGETHER = 50


class Rebuilt(NamedTuple):
    people: int
    weeks: int
    repaired: int
    """Items that were not as they should be."""


@frozen
class _Look:
    """What the statistics should be, None for what should not be there; and what they are."""

    right: Mapping[Key, Item | None]
    found: Mapping[Key, Item]
    people: int
    weeks: int

    def wrong(self) -> dict[Key, tuple[Item | None, Item | None]]:
        """What is not as it should be: as it is, and as it should be; whenever that was written."""
        pairs = {key: (_undated(self.found.get(key)), right) for key, right in self.right.items()}
        return {key: (found, right) for key, (found, right) in pairs.items() if found != right}


async def rebuild(table: Table, challenge: Challenge, last: Week) -> Rebuilt:
    """From the weeks since the challenge began, up to `last`.

    Others may record meanwhile. So a difference is believed when a second look finds the same, and what is
    wrong is written over only as long as it is what was seen.
    """
    look = await _look(table, challenge, last)
    repaired = 0
    if wrong := look.wrong():
        again = (await _look(table, challenge, last)).wrong()
        certain = [_repair(key, *pair) for key, pair in again.items() if wrong.get(key) == pair]
        for start in range(0, len(certain), _TOGETHER):
            repaired += await _repaired(table, certain[start : start + _TOGETHER])
    return Rebuilt(look.people, look.weeks, repaired)


async def _look(table: Table, challenge: Challenge, last: Week) -> _Look:
    weeks = list(weeks_from(week_of(challenge.starts), last))
    recount = Recount(challenge.id)
    async for one in records_of_weeks(table, challenge.id, weeks):
        recount.add(one)
    people = {key: item async for key, item in _people(table, challenge, recount)}
    sums = dict(_sums(challenge.id, recount, weeks))
    found = await table.get_many([*people, *sums])
    # Sums of nothing are there where there was something once, and nowhere else.
    kept = {key: item for key, (item, is_empty) in sums.items() if key in found or not is_empty}
    return _Look({**people, **kept}, found, len(recount.people), len(recount.weeks))


async def records_of_weeks(
    table: Table, challenge_id: str, weeks: Sequence[Week]
) -> AsyncIterator[WeekRecord]:
    """Week by week, by the index of who has one."""
    for week in weeks:
        place = WeekMemberKey.prefix(week=week, challenge=challenge_id)
        items = [one async for one in table.query_all(place.pk, prefix=place.prefix, index=place.index)]
        for one in from_items(WeekRecord, items):
            yield one


async def _people(
    table: Table, challenge: Challenge, recount: Recount
) -> AsyncIterator[tuple[Key, Item | None]]:
    """Of everybody who has a week, and nobody else. On the board is who is in it since their last week."""
    since = {one.user: one.since for one in await participants(table, challenge.id)}
    for user in {*since, *[one async for one in _on_board(table, challenge.id)]} - recount.people.keys():
        yield UserStatsKey(user, challenge.id).key, None
    for user, stats in recount.people.items():
        is_in = user in since and newest_week(stats) >= since[user]
        yield stats.key.key, to_item(stats, stats.key, *places_of(stats, is_in=is_in))


async def _on_board(table: Table, challenge_id: str) -> AsyncIterator[str]:
    for shard in range(SHARDS):
        place = RankKey.prefix(board=streak_board(challenge_id), shard=shard)
        async for item in table.query_all(place.pk, prefix=place.prefix or None, index=place.index):
            if (rank := RankKey.of(item)) is not None:
                yield rank.user


def _sums(
    challenge_id: str, recount: Recount, weeks: Sequence[Week]
) -> Iterator[tuple[Key, tuple[Item, bool]]]:
    """Each with whether it is of nothing."""
    for week in weeks:
        key, summary = WeekStatsKey(week, challenge_id), recount.summary(week)
        yield key.key, (to_item(summary, key), not summary.participants)
    everybody = recount.everybody()
    yield everybody.key.key, (to_item(everybody, everybody.key), not everybody.people)


def _undated(item: Item | None) -> Item | None:
    return item and {name: value for name, value in item.items() if name not in (CREATED, UPDATED)}


def _repair(key: Key, found: Item | None, right: Item | None) -> Operation:
    if right is None:
        return Delete(key, _still(found))
    wanted = {name: value for name, value in right.items() if name not in (PK, SK)}
    wrong = [name for name in found or () if name not in right]
    return Update(key, set=wanted, remove=wrong, when=_still(found), stamped=True)


def _still(found: Item | None) -> Condition:
    if found is None:
        return ABSENT
    return AllOf((EXISTS, *(eq(name, value) for name, value in found.items() if name not in (PK, SK))))


async def _repaired(table: Table, some: Sequence[Operation]) -> int:
    """How many; what somebody has just changed is left to the next time."""
    try:
        await table.transact(some)
    except ConditionFailed:
        return sum([await _repaired(table, [one]) for one in some]) if len(some) > 1 else 0
    return len(some)
