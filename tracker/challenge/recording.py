"""What was counted becomes week records, and with them the statistics of the person, the week and everybody.

One transaction for some people together. Only what changed is written, and a person's open weeks in their
statistics say what that is: so nothing else is read, and what it costs grows with what changed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from itertools import islice

from tracker.challenge.model import (
    Challenge,
    CommitWeekRecord,
    Counted,
    OpenWeek,
    Participation,
    PersonStats,
    WeekRecord,
    streak_board,
)
from tracker.challenge.statistics import Deltas, deltas, is_active, standing, with_weeks
from tracker.challenge.sums import added_everybody, added_week
from tracker.days import Days, local_day
from tracker.frozen import frozen
from tracker.logs import get_logger
from tracker.ranking import place_on
from tracker.store.conditions import ABSENT, Condition, eq, lacks
from tracker.store.entity import PRESENT, change, from_items, rewrite, stored
from tracker.store.errors import ConditionFailed
from tracker.store.index_keys import RankKey
from tracker.store.keys import ParticipationKey, UserKey, UserStatsKey, WeekKey
from tracker.store.segments import Week
from tracker.store.table import MAX_OPERATIONS, Check, Operation, Table, Update
from tracker.weeks import days_of, following, previous, week_of, weeks_from

log = get_logger(__name__)

MOST_WEEKS = 20
"""Of one person in one transaction. Of more, as after a long outage, those are settled first."""
LONGEST_COUNT = timedelta(weeks=51)
"""Before the present week. GitHub counts no more than a year at once."""
SETTLE_AFTER = timedelta(days=2)
"""From its last day on: a week is settled when the day after it is over, too."""
_OF_EACH = 4
"""Operations beside the records: two checks, the statistics, and what was found late."""
_ATTEMPTS = 3


@frozen
class DailyCounts:
    """What was counted of one person, from a day on until now."""

    who: Participation
    since: date
    days: Mapping[date, int]
    private: int | None = None


@frozen
class Change:
    """A person's weeks, before and after."""

    tally: DailyCounts
    before: PersonStats | None
    after: PersonStats
    records: tuple[WeekRecord, ...]
    deltas: Mapping[Week, Deltas]
    late: int | None = None
    """How much was found of the last settled week after that, if it is news."""
    is_whole: bool = True
    """Whether there are no more weeks to record."""

    @property
    def who(self) -> Participation:
        return self.tally.who


def settled_until(today: date) -> Week:
    """The last week of which nothing more counts."""
    week = previous(week_of(today))
    return week if days_of(week).last + SETTLE_AFTER <= today else previous(week)


def counting_days(challenge: Challenge, who: Participation, stats: PersonStats | None, today: date) -> Days:
    """What has to be counted: every open week, and the last two weeks, for what was found late."""
    begin = following(stats.through) if stats and stats.through else who.since
    first = min(days_of(begin).first, days_of(previous(week_of(today))).first)
    first = max(first, days_of(who.since).first, days_of(week_of(challenge.starts)).first)
    last = today if challenge.ends is None else min(today, challenge.ends)
    first = max(first, days_of(week_of(last)).first - LONGEST_COUNT)
    return Days(min(first, last), last)


def changed(
    challenge: Challenge, tally: DailyCounts, before: PersonStats | None, now: datetime
) -> Change | None:
    """What a tally changes; None where everything is known already."""
    today = local_day(now, challenge.zone)
    who, until = tally.who, settled_until(today)
    stats = before or PersonStats(user=who.user, challenge=challenge.id, name=who.name)
    known = dict(stats.open)
    counted = {week: _counted(challenge, tally, week) for week in _open_weeks(challenge, tally, stats, today)}
    every = known | counted
    weeks = {week: every[week] for week in islice(sorted(every), MOST_WEEKS)}
    wrong = [week for week, one in weeks.items() if week <= until or known.get(week) != one]
    late = None if any(week <= until for week in weeks) else _late(challenge, tally, stats)
    if not wrong and late is None:
        return None
    new = {week: _record(challenge, tally, week, weeks[week], now, settled=week <= until) for week in wrong}
    after = with_weeks(stats, weeks, until)
    if wrong:
        after = after.model_copy(update={"name": who.name})
    if late is not None:
        after = after.model_copy(update={"through_late": late})
    old = {week: _record(challenge, tally, week, one, now) for week, one in known.items()}
    return Change(
        tally=tally,
        before=before,
        after=after,
        records=tuple(new.values()),
        deltas={week: deltas(old.get(week), record) for week, record in new.items()},
        late=late,
        is_whole=len(weeks) == len(every),
    )


async def stats_of(table: Table, challenge_id: str, users: Iterable[str]) -> dict[str, PersonStats]:
    found = await table.get_many([UserStatsKey(user, challenge_id).key for user in users])
    return {one.user: one for one in from_items(PersonStats, found.values())}


async def record(
    table: Table,
    challenge: Challenge,
    tallies: Sequence[DailyCounts],
    known: Mapping[str, PersonStats],
    now: datetime,
) -> list[Change]:
    """What changed, and is written. `known` is what was read of these people, at any time before.

    Whoever changed since is looked at once more, or by the next poll.
    """
    written: list[Change] = []
    seen, left = dict(known), list(tallies)
    while left:
        found = (changed(challenge, one, seen.get(one.who.user), now) for one in left)
        done = [
            one
            for some in _together(change for change in found if change is not None)
            for one in await _written(table, challenge, some, now)
        ]
        written += done
        seen |= {one.who.user: one.after for one in done}
        left = [one.tally for one in done if not one.is_whole]
    return written


def _together(changes: Iterable[Change]) -> Iterator[list[Change]]:
    """As many as one transaction holds, with the sums of their weeks and of everybody."""
    some: list[Change] = []
    weeks: set[Week] = set()
    taken = 1
    for one in changes:
        cost = _OF_EACH + len(one.records)
        if some and taken + cost + len(weeks | one.deltas.keys()) > MAX_OPERATIONS:
            yield some
            some, weeks, taken = [], set[Week](), 1
        some.append(one)
        weeks |= one.deltas.keys()
        taken += cost
    if some:
        yield some


async def _written(
    table: Table, challenge: Challenge, changes: Sequence[Change], now: datetime
) -> list[Change]:
    if await _is_written(table, challenge, changes):
        return list(changes)
    alone = [await _alone(table, challenge, one.tally, now) for one in changes]
    return [one for one in alone if one is not None]


async def _alone(table: Table, challenge: Challenge, tally: DailyCounts, now: datetime) -> Change | None:
    user = tally.who.user
    for _ in range(_ATTEMPTS):
        known = await stats_of(table, challenge.id, [user])
        found = changed(challenge, tally, known.get(user), now)
        if found is None or await _is_written(table, challenge, [found]):
            return found
    log.info("week not recorded; the person has left, or the next poll does it", challenge=challenge.id)
    return None


async def _is_written(table: Table, challenge: Challenge, changes: Sequence[Change]) -> bool:
    """Not where somebody was faster, or somebody is gone."""
    try:
        await table.transact([*_operations(changes), *sums(challenge.id, changes)])
    except ConditionFailed:
        return False
    return True


def _operations(changes: Iterable[Change]) -> Iterator[Operation]:
    for one in changes:
        who = one.who
        yield Check(UserKey(who.user).key, PRESENT)
        yield Check(ParticipationKey(who.user, who.challenge).key, eq("since", stored(who.since)))
        yield put_stats(one.after, unchanged(one.before))
        for record_ in one.records:
            yield rewrite(record_, record_.key, *record_.places())
        if one.late is not None and one.after.through is not None:
            key = WeekKey(who.user, one.after.through, who.challenge)
            yield change(WeekRecord, key, {"late": one.late})


def put_stats(stats: PersonStats, when: Condition | None = None, *, is_in: bool = True) -> Update:
    return rewrite(stats, stats.key, *places_of(stats, is_in=is_in), when=when)


def places_of(stats: PersonStats, *, is_in: bool) -> list[RankKey]:
    """Whoever has left stands on no board."""
    return [place_on(streak_board(stats.challenge), stats.user, standing(stats).current)] if is_in else []


def unchanged(before: PersonStats | None) -> Condition:
    """Holds as long as no week was recorded or withdrawn since."""
    if before is None:
        return ABSENT
    through = lacks("through") if before.through is None else eq("through", stored(before.through))
    return through & eq("open", stored(before.open)) & eq("throughLate", before.through_late)


def sums(challenge_id: str, changes: Sequence[Change]) -> Iterator[Update]:
    """The sums of each week and of everybody, by what they change."""
    weeks: dict[Week, Deltas] = {}
    for one in changes:
        for week, found in one.deltas.items():
            weeks[week] = weeks.get(week, Deltas()).plus(found)
    every = Deltas()
    for week, found in sorted(weeks.items()):
        every = every.plus(found)
        yield from added_week(challenge_id, week, found)
    people = sum(one.before is None for one in changes)
    active = sum(is_active(one.after) - is_active(one.before) for one in changes)
    yield from added_everybody(challenge_id, every, people=people, active=active)


def _open_weeks(challenge: Challenge, tally: DailyCounts, stats: PersonStats, today: date) -> Iterator[Week]:
    """Those that were counted from their first day on, and are not settled."""
    first = week_of(tally.since)
    if days_of(first).first < tally.since:
        first = following(first)
    first = max(first, tally.who.since, *([following(stats.through)] if stats.through else []))
    last = today if challenge.ends is None else min(today, challenge.ends)
    return weeks_from(first, week_of(last))


def _counted(challenge: Challenge, tally: DailyCounts, week: Week) -> OpenWeek:
    count = _sum(challenge, tally, week)
    return OpenWeek(count=count, success=count >= challenge.threshold)


def _sum(challenge: Challenge, tally: DailyCounts, week: Week) -> int:
    first, last = days_of(week)
    first, last = max(first, challenge.starts), last if challenge.ends is None else min(last, challenge.ends)
    return sum(count for day, count in tally.days.items() if first <= day <= last)


def _late(challenge: Challenge, tally: DailyCounts, stats: PersonStats) -> int | None:
    """What is there of the last settled week beyond what counted, if it is more than was known."""
    if stats.through is None or days_of(stats.through).first < tally.since:
        return None
    late = _sum(challenge, tally, stats.through) - stats.through_count
    return late if late > stats.through_late else None


def _record(
    challenge: Challenge,
    tally: DailyCounts,
    week: Week,
    found: OpenWeek,
    now: datetime,
    *,
    settled: bool = False,
) -> WeekRecord:
    who, days = tally.who, days_of(week)
    model = CommitWeekRecord if challenge.counted is Counted.COMMITS else WeekRecord
    return model(
        user=who.user,
        challenge=who.challenge,
        week=week,
        name=who.name,
        count=found.count,
        success=found.success,
        threshold=challenge.threshold,
        period_start=days.first,
        period_end=days.last,
        settled=settled,
        private=tally.private,
        last_updated=now,
    )
