"""How what somebody did in the last month is spread over the areas of their life.

What counts is what gave points: days of habits, tasks that were done, milestones of metrics. What was undone
is taken off again.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta

from tracker.frozen import frozen
from tracker.life.areas import AreaDesk, desk_with
from tracker.rewards.model import EntryType, LedgerEntry
from tracker.store.entity import from_items
from tracker.store.keys import WalletEntryKey
from tracker.store.query import Query
from tracker.store.steps import ReadSteps

DAYS = 30
MOST_ENTRIES = 1000
"""So many lines of the ledger are read, the newest."""
ELSEWHERE = ""
"""The key of what says no area."""


@frozen
class AreaShare:
    area: str
    """Its key; ELSEWHERE for what is in none."""
    done: int
    points: int


@frozen
class LifeDesk:
    desk: AreaDesk
    shares: Sequence[AreaShare]
    """In the order of the areas, then what is in none."""
    since: date


def balance_of(user_id: str, today: date, now: datetime) -> ReadSteps[LifeDesk]:
    """In one round trip."""
    since = today - timedelta(days=DAYS - 1)
    lines = WalletEntryKey.since(user=user_id, at=now - timedelta(days=DAYS + 1))
    query = Query(lines.pk, lo=lines.lo, hi=lines.hi, reverse=True, limit=MOST_ENTRIES)
    desk, (page,) = yield from desk_with(user_id, query)
    entries = [one for one in from_items(LedgerEntry, page.items) if since <= one.day <= today]
    return LifeDesk(desk, shares_of(desk, entries), since)


def shares_of(desk: AreaDesk, entries: Iterable[LedgerEntry]) -> list[AreaShare]:
    where: Mapping[str, str] = {one.id: one.area.casefold() for one in desk.things if one.area}
    done, points = Counter[str](), Counter[str]()
    for one in entries:
        if one.entry_type is EntryType.EARNED and (about := one.habit_id or one.task_id or one.metric_id):
            area = where.get(about, ELSEWHERE)
            done[area] += -1 if one.reverses else 1
            points[area] += one.points
    keys = [*(one.key for one in desk.areas), ELSEWHERE]
    return [AreaShare(key, done[key], points[key]) for key in keys]
