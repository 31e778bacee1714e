"""Days of which a source that was down could not tell whether a habit was done: unknown, not missed."""

from datetime import date

from tracker.days import day_span
from tracker.goals.model import Observed
from tracker.habits.schedule import ONE_DAY
from tracker.habits.states import DayState
from tracker.habits.watched import BACKFILL_DAYS, Watched
from tracker.store.entity import from_items
from tracker.store.keys import SubjectKey
from tracker.store.table import Table


async def unknown_days(table: Table, watched: Watched) -> list[date]:
    """Those that are over and would be missed, of a habit whose source is down."""
    feed = watched.habit.fed_by
    if feed is None:
        return []
    item = await table.get(SubjectKey(feed.subject).key)
    observed = next(from_items(Observed, [] if item is None else [item]), None)
    if observed is None or observed.outage is None:
        return []
    since, user = observed.outage.since, watched.user
    days = (watched.settled - offset * ONE_DAY for offset in range(BACKFILL_DAYS))
    return sorted(
        day
        for day in days
        if day >= watched.habit.began
        and day_span(day, user.zone, user.day_start).end > since
        and watched.state_of(day) in (DayState.MISSED, DayState.PARTIAL)
    )
