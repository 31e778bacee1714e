"""Somebody leaves a challenge: open weeks no longer count. Whoever is deleted is taken out of every sum."""

from collections.abc import Sequence

from tracker.challenge.joining import participations_of
from tracker.challenge.model import PersonStats, WeekRecord
from tracker.challenge.recording import put_stats, stats_of, unchanged
from tracker.challenge.statistics import Deltas, deltas, is_active
from tracker.challenge.sums import added_everybody, added_week
from tracker.challenge.things import give_up_things
from tracker.store.conditions import EXISTS
from tracker.store.entity import from_items
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.keys import ParticipationKey, UserStatsKey, WeekKey
from tracker.store.table import Delete, Operation, Table

_ATTEMPTS = 10
_TOGETHER = 30


async def leave(table: Table, user_id: str, challenge_id: str) -> bool:
    """Whether the person was in it. What is settled stays as it was."""
    for _ in range(_ATTEMPTS):
        key = ParticipationKey(user_id, challenge_id).key
        operations: list[Operation] = [
            Delete(key, EXISTS),
            *await give_up_things(table, user_id, challenge_id),
        ]
        # The statistics come first: records that change afterwards change them, too.
        if (stats := (await stats_of(table, challenge_id, [user_id])).get(user_id)) is not None:
            operations += await _withdrawn(table, stats)
        try:
            await table.transact(operations)
        except ConditionFailed as failed:
            if failed.at(0) is not None:
                return False
            continue
        return True
    raise _restless()


async def _withdrawn(table: Table, stats: PersonStats) -> list[Operation]:
    """The open weeks go; with them all, where nothing is settled."""
    weeks = list(stats.open)
    kept = [] if stats.through is None else [stats.through]
    found = await table.get_many(WeekKey(stats.user, week, stats.challenge).key for week in (*weeks, *kept))
    records = list(from_items(WeekRecord, found.values()))
    taken = [one for one in records if one.week in weeks]
    if stats.through is None:
        return _removed(stats, taken)
    names = [one.name for one in records if one.week == stats.through]
    after = stats.model_copy(update={"open": {}, "name": names[0] if names else stats.name})
    active = is_active(after) - is_active(stats)
    return [put_stats(after, unchanged(stats), is_in=False), *_taken(stats.challenge, taken, active=active)]


async def forget_in(table: Table, user_id: str, challenge_id: str) -> None:
    """Nothing is left of the person in this challenge."""
    await leave(table, user_id, challenge_id)
    await _forget(table, user_id, challenge_id)


async def forget(table: Table, user_id: str) -> None:
    """Before a person is deleted: every record of theirs is taken out of the sums, a few at a time."""
    for one in await participations_of(table, user_id):
        await leave(table, user_id, one.challenge)
    mine = UserStatsKey.prefix(user=user_id)
    for stats in from_items(PersonStats, [one async for one in table.query_all(mine.pk, prefix=mine.prefix)]):
        await _forget(table, user_id, stats.challenge)


async def _forget(table: Table, user_id: str, challenge_id: str) -> None:
    """The statistics go with the last records."""
    for _ in range(_ATTEMPTS):
        if (stats := (await stats_of(table, challenge_id, [user_id])).get(user_id)) is None:
            return
        records = await records_of(table, user_id, challenge_id)
        try:
            while len(records) > _TOGETHER:
                some, records = records[:_TOGETHER], records[_TOGETHER:]
                await table.transact(_taken(challenge_id, some))
            await table.transact(_removed(stats, records))
        except ConditionFailed:
            continue  # another deletion of the same person has done a part of it: look again
        return
    raise _restless()


async def records_of(table: Table, user_id: str, challenge_id: str) -> list[WeekRecord]:
    mine = WeekKey.prefix(user=user_id)
    items = [one async for one in table.query_all(mine.pk, prefix=mine.prefix)]
    return [one for one in from_items(WeekRecord, items) if one.challenge == challenge_id]


def _removed(stats: PersonStats, records: Sequence[WeekRecord]) -> list[Operation]:
    """Nothing is left of the person in the challenge."""
    gone = Delete(stats.key.key, unchanged(stats))
    return [gone, *_taken(stats.challenge, records, people=-1, active=-int(is_active(stats)))]


def _taken(
    challenge_id: str, records: Sequence[WeekRecord], *, people: int = 0, active: int = 0
) -> list[Operation]:
    """The records go, and what they added to the sums with them."""
    every = Deltas()
    operations: list[Operation] = []
    for one in records:
        less = deltas(one, None)
        every = every.plus(less)
        operations += [Delete(one.key.key, EXISTS), *added_week(challenge_id, one.week, less)]
    return [*operations, *added_everybody(challenge_id, every, people=people, active=active)]


def _restless() -> Throttled:
    return Throttled("the challenge keeps changing under our hands; try again in a moment")
