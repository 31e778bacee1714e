"""The standings of a week as they are shown: who did how much, and for how many weeks in a row."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.charts.standings_values import Placed, StandingsChart
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


@dataclass(frozen=True, slots=True)
class Shown:
    """Which week of which challenge."""

    challenge: Challenge
    week: Week

    @property
    def board(self) -> str:
        return week_board(self.challenge.id, self.week)

    @property
    def key(self) -> WeekStatsKey:
        return WeekStatsKey(self.week, self.challenge.id)


async def ranked(table: Table, shown: Shown, ranks: Sequence[Rank], own: str | None = None) -> StandingsChart:
    """These ranks, with everything that is to be seen of them; the person `own` is marked."""
    streaks = await streaks_at(table, shown, [rank.user for rank in ranks])
    rows = [
        Placed(rank.number, rank.name or "Somebody", rank.points, streaks.get(rank.user, 0), rank.user == own)
        for rank in ranks
    ]
    return StandingsChart(shown.challenge, shown.week, await _summary(table, shown), tuple(rows))


async def among(table: Table, shown: Shown, people: Iterable[str]) -> list[Rank]:
    """The ranks of these people among themselves: of whoever is still there."""
    found = await _records(table, shown.challenge, people, [shown.week])
    best = sorted(found, key=lambda one: (one.count, one.user), reverse=True)
    return [Rank(number, one.user, one.count, one.name) for number, one in enumerate(best, start=1)]


async def streaks_at(table: Table, shown: Shown, people: Iterable[str]) -> Mapping[str, int]:
    """Weeks in a row up to that one. Those that are long over are counted back, week by week."""
    stats = await stats_of(table, shown.challenge.id, people)
    known = {user: _until(one, shown.week) for user, one in stats.items()}
    older = await _counted_back(table, shown, [user for user, weeks in known.items() if weeks is None])
    return {user: weeks for user, weeks in known.items() if weeks is not None} | older


def _until(stats: PersonStats, week: Week) -> int | None:
    """None where more recent weeks are settled, and so in one sum with it."""
    if stats.through is not None and week < stats.through:
        return None
    return standing(stats, week).current


async def _counted_back(table: Table, shown: Shown, people: Sequence[str]) -> dict[str, int]:
    streaks, going, week = dict.fromkeys(people, 0), set(people), shown.week
    while going:
        weeks = [week]
        while len(weeks) < _WEEKS_AT_ONCE:
            weeks.append(previous(weeks[-1]))
        records = await _records(table, shown.challenge, going, weeks)
        good = {(one.user, one.week) for one in records if one.success}
        for user in tuple(going):
            missed = next((at for at, one in enumerate(weeks) if (user, one) not in good), None)
            streaks[user] += len(weeks) if missed is None else missed
            if missed is not None:
                going.discard(user)
        week = previous(weeks[-1])
    return streaks


async def own_rank(table: Table, shown: Shown, user_id: str) -> Rank | None:
    """Where a person stands, however far down; None where nothing of them was counted that week."""
    for one in await _records(table, shown.challenge, [user_id], [shown.week]):
        return await rank_of(table, shown.board, user_id, one.count, one.name)
    return None


async def _records(
    table: Table, challenge: Challenge, people: Iterable[str], weeks: Sequence[Week]
) -> list[WeekRecord]:
    keys = [WeekKey(user, week, challenge.id).key for user in people for week in weeks]
    return list(from_items(WeekRecord, (await table.get_many(keys)).values()))


async def _summary(table: Table, shown: Shown) -> WeekSummary:
    item = await table.get(shown.key.key)
    empty = WeekSummary(challenge=shown.challenge.id, week=shown.week)
    return next(from_items(WeekSummary, [item] if item else []), empty)
