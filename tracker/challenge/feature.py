"""What challenges bring to what runs on the clock. They are counted by `scheduler/challenges.py`."""

from collections.abc import Mapping

from tracker.challenge import passing, withdrawing
from tracker.challenge.change_messages import CHANGED, ENDING, NEW, OWNER, REMOVED
from tracker.challenge.digest import daily
from tracker.challenge.messages import END, NUDGE, SHORT_CHECK, STANDINGS, WEEK, WELCOME
from tracker.challenge.model import PersonStats
from tracker.clock import Clock
from tracker.feature import Rules
from tracker.notify.model import StillTrue
from tracker.store.entity import from_items
from tracker.store.keys import ParticipationKey, UserStatsKey
from tracker.store.table import Table
from tracker.weeks import parse_week


def checks(table: Table) -> Mapping[str, StillTrue]:
    """By the names that messages carry."""

    async def is_short(person: str, reference: str) -> bool:
        """The person is still in it, and the week is still not a good one."""
        challenge, _, week = reference.rpartition("/")
        stats, joined = UserStatsKey(person, challenge).key, ParticipationKey(person, challenge).key
        found = await table.get_many([stats, joined])
        if joined not in found:
            return False
        known = next(from_items(PersonStats, [found[stats]] if stats in found else []), None)
        open_week = known.open.get(parse_week(week)) if known else None
        return open_week is None or not open_week.success

    return {SHORT_CHECK: is_short}


async def _farewell(table: Table, clock: Clock, user_id: str) -> None:
    await withdrawing.forget(table, user_id)
    await passing.pass_on_all(table, user_id, clock().replace(microsecond=0))


CHALLENGES = Rules(
    "challenges",
    kinds=(WELCOME, NUDGE, WEEK, STANDINGS, END, NEW, ENDING, CHANGED, REMOVED, OWNER),
    checks=lambda table, _: checks(table),
    farewell=_farewell,
    parting_notes=passing.parting_notes,
    daily=daily,
)
