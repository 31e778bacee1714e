"""Which days of a habit were missed for good: no freeze, no skip, no holiday and no pause excuses them."""

from collections.abc import Iterator
from datetime import date

from tracker.habits.rounds.planning import read_round
from tracker.habits.streaks import day_by_day
from tracker.habits.watched import Watched
from tracker.store.table import Table


async def called_over(table: Table, user_id: str) -> date | None:
    """The last day of which nothing more is expected, and that freezes have saved if they could."""
    round_ = await read_round(table, user_id)
    return None if round_ is None else round_.settled


def missed_on(watched: Watched, after: date, until: date) -> Iterator[date]:
    """The last day of each period that was missed, a day, a week or a month, as the schedule has it.

    Only of the days that can still be told: what is older is in the mark."""
    known = watched.mark.missed if watched.mark else 0
    for mark in day_by_day(watched.course, watched.settled, watched.mark):
        if mark.missed > known and after < mark.through <= until:
            yield mark.through
        known = mark.missed
