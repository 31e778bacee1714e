"""Days of which nobody could tell whether a habit was done, or that never were: unknown, not missed."""

from datetime import date, datetime

from tracker.days import day_span
from tracker.goals.feeds import Feed
from tracker.habits.schedule import ONE_DAY
from tracker.habits.watched import BACKFILL_DAYS, Watched
from tracker.store.entity import from_items
from tracker.store.keys import SubjectKey
from tracker.store.table import Table
from tracker.subjects import Observed


async def unknown_days(table: Table, watched: Watched, asleep: datetime | None) -> list[date]:
    """Those before today that would be missed, or be taken for good ones.

    `asleep` is since when Questlog itself looked at nothing.
    """
    feed = watched.habit.fed_by
    blind = None if feed is None else await _blind_since(table, feed, asleep)
    days = (watched.today - ago * ONE_DAY for ago in range(1, BACKFILL_DAYS + 1))
    return sorted(
        day
        for day in days
        if day >= watched.habit.began
        and watched.can_be_excused(day)
        and (not watched.was_lived(day) or _was_unseen(watched, day, blind))
    )


async def _blind_since(table: Table, feed: Feed, asleep: datetime | None) -> datetime | None:
    """Since when the number that feeds a habit could not be seen, because its source is down or we were."""
    item = await table.get(SubjectKey(feed.subject).key)
    observed = next(from_items(Observed, [] if item is None else [item]), None)
    outage = observed.outage if observed is not None else None
    return min((at for at in (asleep, outage and outage.since) if at is not None), default=None)


def _was_unseen(watched: Watched, day: date, blind: datetime | None) -> bool:
    end = day_span(day, watched.user.zone, watched.user.day_start).end
    return blind is not None and end > blind
