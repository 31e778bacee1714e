"""The sums of a week and of everybody, by what is added to them: nobody who adds at once is overwritten."""

from collections.abc import Iterator

from tracker.challenge.statistics import Deltas
from tracker.store.entity import stored
from tracker.store.keys import GlobalStatsKey, WeekStatsKey
from tracker.store.segments import Week
from tracker.store.table import Update


def added_week(challenge_id: str, week: Week, found: Deltas) -> Iterator[Update]:
    """Nothing where the sums stay as they are."""
    added = {
        "participants": found.participants,
        "active": found.active,
        "successes": found.successes,
        "total": found.total,
    }
    if any(added.values()):
        default = {"type": WeekStatsKey.item_type, "challenge": challenge_id, "yearWeek": stored(week)}
        yield Update(
            WeekStatsKey(week, challenge_id).key, default=default, add=added, when=None, stamped=True
        )


def added_everybody(
    challenge_id: str, found: Deltas, *, people: int = 0, active: int = 0
) -> Iterator[Update]:
    """The same for the sums of everybody."""
    added = {
        "people": people,
        "active": active,
        "weeks": found.participants,
        "total": found.total,
        "settled": found.settled,
        "settledSuccesses": found.settled_successes,
    }
    if any(added.values()):
        default = {"type": GlobalStatsKey.item_type, "challenge": challenge_id}
        yield Update(GlobalStatsKey(challenge_id).key, default=default, add=added, when=None, stamped=True)
