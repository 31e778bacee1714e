"""All statistics of a challenge from its week records alone: what is kept beside them becomes just that."""

from collections import defaultdict
from collections.abc import AsyncIterator
from typing import NamedTuple

from tracker.challenge.model import Challenge, PersonStats, WeekRecord
from tracker.challenge.recording import put_stats
from tracker.challenge.statistics import person_from, recount
from tracker.store.entity import from_items, to_item
from tracker.store.index_keys import WeekMemberKey
from tracker.store.keys import GlobalStatsKey, WeekStatsKey
from tracker.store.segments import Week
from tracker.store.table import Table
from tracker.store.values import Item, key_of
from tracker.weeks import week_of, weeks_from


class Rebuilt(NamedTuple):
    people: int
    weeks: int
    repaired: int
    """Items that were not as they should be."""


async def rebuild(table: Table, challenge: Challenge, last: Week) -> Rebuilt:
    """From the weeks since the challenge began, up to `last`. Nobody should be recording meanwhile."""
    records = [one async for one in all_records(table, challenge, last)]
    by_person: defaultdict[str, list[WeekRecord]] = defaultdict(list)
    for one in records:
        by_person[one.user].append(one)
    people = [_person(challenge, mine) for _, mine in sorted(by_person.items())]
    summaries, everybody = recount(challenge.id, records)
    right: list[Item] = [put_stats(one).item for one in people]
    right += [to_item(one, WeekStatsKey(one.week, challenge.id)) for one in summaries]
    right.append(to_item(everybody, GlobalStatsKey(challenge.id)))
    return Rebuilt(len(people), len(summaries), await _repaired(table, right))


async def all_records(table: Table, challenge: Challenge, last: Week) -> AsyncIterator[WeekRecord]:
    """Week by week, by the index of who has one."""
    for week in weeks_from(week_of(challenge.starts), last):
        place = WeekMemberKey.prefix(week=week, challenge=challenge.id)
        items = [one async for one in table.query_all(place.pk, prefix=place.prefix, index=place.index)]
        for one in from_items(WeekRecord, items):
            yield one


def _person(challenge: Challenge, records: list[WeekRecord]) -> PersonStats:
    """Under the name that was recorded last."""
    newest = max(records, key=lambda one: (one.last_updated, one.week))
    return person_from(newest.user, challenge.id, newest.name, records)


async def _repaired(table: Table, right: list[Item]) -> int:
    wrong: list[Item] = []
    for start in range(0, len(right), 100):
        some = right[start : start + 100]
        known = await table.get_many(map(key_of, some))
        wrong += [item for item in some if known.get(key_of(item)) != item]
    await table.write_many(puts=wrong)
    return len(wrong)
