"""Who did how much in a week, and for how many weeks in a row."""

from collections.abc import Iterable, Mapping, Sequence

from tracker.challenge.model import Challenge, PersonStats, WeekRecord, WeekSummary, week_board
from tracker.challenge.recording import stats_of
from tracker.challenge.statistics import standing
from tracker.ranking import Rank, rank_of
from tracker.store.entity import from_items
from tracker.store.keys import WeekKey, WeekStatsKey
from tracker.store.segments import Week
from tracker.store.table import Table
from tracker.weeks import previous

_WEEKS_AT_ONCE = 13


async def ranks_among(table: Table, challenge: Challenge, week: Week, people: Iterable[str]) -> list[Rank]:
    """The ranks of these people among themselves: of whoever is still there."""
    found = await _records(table, challenge, people, [week])
    best = sorted(found, key=lambda one: (one.count, one.user), reverse=True)
    return [Rank(number, one.user, one.count, one.name) for number, one in enumerate(best, start=1)]


async def good_weeks(table: Table, challenge: Challenge, week: Week, people: Iterable[str]) -> set[str]:
    """Whose week was a good one, by what it took then."""
    return {one.user for one in await _records(table, challenge, people, [week]) if one.success}


async def own_rank(table: Table, challenge: Challenge, week: Week, user_id: str) -> Rank | None:
    """Where a person stands, however far down; None where nothing of them was counted that week."""
    for one in await _records(table, challenge, [user_id], [week]):
        return await rank_of(table, week_board(challenge.id, week), user_id, one.count, one.name)
    return None


async def streaks_at(
    table: Table, challenge: Challenge, week: Week, people: Iterable[str]
) -> Mapping[str, int]:
    """Weeks in a row up to that one. Those that are long over are counted back, week by week."""
    stats = await stats_of(table, challenge.id, people)
    known = {user: _until(one, week) for user, one in stats.items()}
    older = [user for user, weeks in known.items() if weeks is None]
    counted = await _counted_back(table, challenge, week, older)
    return {user: weeks for user, weeks in known.items() if weeks is not None} | counted


def _until(stats: PersonStats, week: Week) -> int | None:
    """None where more recent weeks are settled, and so in one sum with it."""
    if stats.through is not None and week < stats.through:
        return None
    return standing(stats, week).current


async def _counted_back(
    table: Table, challenge: Challenge, week: Week, people: Sequence[str]
) -> dict[str, int]:
    streaks, going = dict.fromkeys(people, 0), set(people)
    while going:
        weeks = [week]
        while len(weeks) < _WEEKS_AT_ONCE:
            weeks.append(previous(weeks[-1]))
        records = await _records(table, challenge, going, weeks)
        good = {(one.user, one.week) for one in records if one.success}
        for user in tuple(going):
            missed = next((at for at, one in enumerate(weeks) if (user, one) not in good), None)
            streaks[user] += len(weeks) if missed is None else missed
            if missed is not None:
                going.discard(user)
        week = previous(weeks[-1])
    return streaks


async def summary_of(table: Table, challenge: Challenge, week: Week) -> WeekSummary:
    """Of everybody; empty before anybody was counted."""
    item = await table.get(WeekStatsKey(week, challenge.id).key)
    empty = WeekSummary(challenge=challenge.id, week=week)
    return next(from_items(WeekSummary, [item] if item else []), empty)


async def _records(
    table: Table, challenge: Challenge, people: Iterable[str], weeks: Sequence[Week]
) -> list[WeekRecord]:
    keys = [WeekKey(user, week, challenge.id).key for user in people for week in weeks]
    return list(from_items(WeekRecord, (await table.get_many(keys)).values()))
