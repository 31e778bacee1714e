"""A challenge that is removed: everybody in it is told, and nothing is left of it.

It may take a while where many were in it for long. Stopped anywhere, it is finished by doing it again.
"""

from datetime import datetime

from tracker.challenge.change_messages import removed
from tracker.challenge.joining import participants
from tracker.challenge.model import Challenge
from tracker.challenge.planning import KIND
from tracker.challenge.rebuilding import records_of_weeks
from tracker.challenge.withdrawing import forget_in
from tracker.days import local_day
from tracker.notify import outbox
from tracker.shares.model import Shareable
from tracker.shares.things import end_links_to
from tracker.store.keys import DueKey, GlobalStatsKey, WeekStatsKey
from tracker.store.table import Delete, Table
from tracker.weeks import week_of, weeks_from


async def clear(table: Table, challenge: Challenge, now: datetime) -> None:
    people = [one.user for one in await participants(table, challenge.id)]
    for user in people:
        if user != challenge.removed_by:
            await outbox.enqueue(table, removed(user, challenge, now))
    weeks = list(weeks_from(week_of(challenge.starts), week_of(local_day(now, challenge.zone))))
    had_weeks = [one.user async for one in records_of_weeks(table, challenge.id, weeks)]
    for user in dict.fromkeys([*people, *had_weeks]):
        await forget_in(table, user, challenge.id)
    await end_links_to(table, challenge.owner, Shareable.CHALLENGE, challenge.id)
    sums = [WeekStatsKey(week, challenge.id).key for week in weeks]
    await table.write_many(deletes=[*sums, GlobalStatsKey(challenge.id).key])
    due = DueKey(challenge.owner, KIND, challenge.id)
    await table.transact([Delete(challenge.key.key), Delete(due.key)])
