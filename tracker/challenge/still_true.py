"""What is asked again before a message about a challenge goes out: is the week still not a good one?"""

from collections.abc import Mapping

from tracker.challenge.messages import SHORT_CHECK
from tracker.challenge.model import PersonStats
from tracker.notify.model import StillTrue
from tracker.store.entity import from_items
from tracker.store.keys import ParticipationKey, UserStatsKey
from tracker.store.table import Table


def checks(table: Table) -> Mapping[str, StillTrue]:
    """By the names that messages carry."""

    async def is_short(person: str, reference: str) -> bool:
        challenge, _, week = reference.rpartition("/")
        stats, joined = UserStatsKey(person, challenge).key, ParticipationKey(person, challenge).key
        found = await table.get_many([stats, joined])
        if joined not in found:
            return False
        known = next(from_items(PersonStats, [found[stats]] if stats in found else []), None)
        open_week = known.open.get(week) if known else None
        return open_week is None or not open_week.success

    return {SHORT_CHECK: is_short}
