"""Somebody leaves a challenge: open weeks no longer count. Whoever is deleted is taken out of every sum."""

from collections.abc import Sequence

from tracker.challenge.model import Participation, PersonStats, WeekRecord
from tracker.challenge.recording import added_everybody, added_week, put_stats
from tracker.challenge.statistics import Deltas, deltas
from tracker.store.conditions import EXISTS, eq
from tracker.store.entity import from_items, stored
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.keys import ParticipationKey, UserStatsKey, WeekKey
from tracker.store.table import Delete, Operation, Table

_ATTEMPTS = 10
_TOGETHER = 30


async def leave(table: Table, user_id: str, challenge_id: str) -> bool:
    """Whether the person was in it. What is settled stays as it was."""
    for _ in range(_ATTEMPTS):
        records = [one for one in await records_of(table, user_id, challenge_id) if not one.settled]
        stats = await _stats(table, user_id, challenge_id)
        operations: list[Operation] = [Delete(ParticipationKey(user_id, challenge_id).key, EXISTS)]
        if stats is not None:
            closed = stats.model_copy(update={"open": {}})
            operations += [put_stats(closed, eq("open", stored(stats.open))), *_taken(challenge_id, records)]
        try:
            await table.transact(operations)
        except ConditionFailed as failed:
            if failed.at(0) is not None:
                return False
            continue
        return True
    raise Throttled("the challenge keeps changing under our hands; try again in a moment")


async def forget(table: Table, user_id: str) -> None:
    """Before a person is deleted: every record of theirs is taken out of the sums, a few at a time."""
    for one in await participations_of(table, user_id):
        await leave(table, user_id, one.challenge)
    while records := (await _records(table, user_id))[:_TOGETHER]:
        some = [one for one in records if one.challenge == records[0].challenge]
        await table.transact(_taken(records[0].challenge, some))
    mine = UserStatsKey.prefix(user=user_id)
    for stats in from_items(PersonStats, [one async for one in table.query_all(mine.pk, prefix=mine.prefix)]):
        await table.transact([Delete(stats.key.key, EXISTS), added_everybody(stats.challenge, -1, Deltas())])


async def participations_of(table: Table, user_id: str) -> list[Participation]:
    """In the order in which the person joined."""
    mine = ParticipationKey.prefix(user=user_id)
    items = [one async for one in table.query_all(mine.pk, prefix=mine.prefix)]
    return sorted(from_items(Participation, items), key=lambda one: (one.joined_at, one.challenge))


async def records_of(table: Table, user_id: str, challenge_id: str) -> list[WeekRecord]:
    return [one for one in await _records(table, user_id) if one.challenge == challenge_id]


async def _records(table: Table, user_id: str) -> list[WeekRecord]:
    mine = WeekKey.prefix(user=user_id)
    items = [one async for one in table.query_all(mine.pk, prefix=mine.prefix)]
    return list(from_items(WeekRecord, items))


async def _stats(table: Table, user_id: str, challenge_id: str) -> PersonStats | None:
    item = await table.get(UserStatsKey(user_id, challenge_id).key)
    return next(from_items(PersonStats, [] if item is None else [item]), None)


def _taken(challenge_id: str, records: Sequence[WeekRecord]) -> list[Operation]:
    """The records go, and what they added to the sums with them."""
    every = Deltas()
    operations: list[Operation] = []
    for one in records:
        less = deltas(one, None)
        every = every.plus(less)
        operations += [Delete(one.key.key, EXISTS), added_week(challenge_id, one.week, less)]
    return [*operations, added_everybody(challenge_id, 0, every)] if records else []
