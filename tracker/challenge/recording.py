"""What was counted becomes week records, and with them the statistics of the person, the week and everybody.

One transaction for some people together. Only what changed is written, and a person's open weeks in their
statistics say what that is: so nothing else is read, and what it costs grows with what changed.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

import structlog

from tracker.challenge.model import Challenge, OpenWeek, Participation, PersonStats, WeekRecord, streak_board
from tracker.challenge.statistics import Deltas, deltas, standing, with_weeks
from tracker.days import Days
from tracker.ranking import place_on
from tracker.store.conditions import ABSENT, Condition, eq
from tracker.store.entity import PRESENT, change, from_items, stored, to_item
from tracker.store.errors import ConditionFailed
from tracker.store.keys import GlobalStatsKey, ParticipationKey, UserKey, UserStatsKey, WeekKey, WeekStatsKey
from tracker.store.segments import Week
from tracker.store.table import Check, Operation, Put, Table, Update
from tracker.weeks import days_of, following, parse_week, previous, week_of, week_text, weeks_from

log = structlog.stdlib.get_logger(__name__)

TOGETHER = 18
"""People in one transaction: each takes up to five of its hundred operations."""
SETTLE_AFTER = timedelta(days=2)
"""From its last day on: a week is settled when the day after it is over, too."""
_ATTEMPTS = 3


@dataclass(frozen=True, slots=True)
class Tally:
    """What was counted of one person, from a day on until now."""

    who: Participation
    since: date
    days: Mapping[date, int]
    private: int | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """A person's weeks, before and after."""

    who: Participation
    before: PersonStats | None
    after: PersonStats
    records: tuple[WeekRecord, ...]
    late: int | None = None
    """How much was found of the last settled week after that, if it is news."""
    deltas: Mapping[Week, Deltas] = field(default_factory=dict[Week, Deltas])


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
    return Days(min(first, last), last)


def changed(
    challenge: Challenge, tally: Tally, before: PersonStats | None, now: datetime, today: date
) -> Change | None:
    """What a tally changes; None where everything is known already."""
    who = tally.who
    stats = before or PersonStats(user=who.user, challenge=challenge.id, name=who.name)
    weeks = {week: _counted(challenge, tally, week) for week in _open_weeks(challenge, tally, stats, today)}
    known = {parse_week(name): one for name, one in stats.open.items()}
    until = settled_until(today)
    moved = {week: one for week, one in weeks.items() if known.get(week) != one}
    settling = [week for week in weeks if week <= until]
    late = None if settling else _late(challenge, tally, stats)
    if not moved and not settling and late is None:
        return None
    after = with_weeks(stats, weeks, until if settling else None).model_copy(update={"name": who.name})
    if late is not None:
        after = after.model_copy(update={"through_late": late})
    old = {week: _record(tally, week, known[week], now) for week in known}
    new = {
        week: _record(tally, week, weeks[week], now, settled=week <= until) for week in (*moved, *settling)
    }
    return Change(
        who=who,
        before=before,
        after=after,
        records=tuple(new[week] for week in sorted(new)),
        late=late,
        deltas={week: deltas(old.get(week), record) for week, record in new.items()},
    )


async def stats_of(table: Table, challenge_id: str, users: Iterable[str]) -> dict[str, PersonStats]:
    found = await table.get_many([UserStatsKey(user, challenge_id).key for user in users])
    return {one.user: one for one in from_items(PersonStats, found.values())}


async def record(
    table: Table, challenge: Challenge, tallies: Sequence[Tally], now: datetime, today: date
) -> list[Change]:
    """What changed, and is written. Whoever changes meanwhile is looked at once more, or by the next poll."""
    written: list[Change] = []
    for start in range(0, len(tallies), TOGETHER):
        some = tallies[start : start + TOGETHER]
        if (found := await _written(table, challenge, some, now, today)) is not None:
            written += found
            continue
        for one in some:
            written += await _alone(table, challenge, one, now, today)
    return written


async def _alone(
    table: Table, challenge: Challenge, tally: Tally, now: datetime, today: date
) -> list[Change]:
    for _ in range(_ATTEMPTS):
        if (found := await _written(table, challenge, [tally], now, today)) is not None:
            return found
    log.info("week not recorded; the person has left, or the next poll does it", challenge=challenge.id)
    return []


async def _written(
    table: Table, challenge: Challenge, tallies: Sequence[Tally], now: datetime, today: date
) -> list[Change] | None:
    """None where somebody was faster, or somebody is gone."""
    known = await stats_of(table, challenge.id, (one.who.user for one in tallies))
    found = [changed(challenge, one, known.get(one.who.user), now, today) for one in tallies]
    changes = [one for one in found if one is not None]
    if not changes:
        return []
    try:
        await table.transact([*_operations(changes), *sums(challenge.id, changes)])
    except ConditionFailed:
        return None
    return changes


def _operations(changes: Iterable[Change]) -> Iterator[Operation]:
    for one in changes:
        yield Check(UserKey(one.who.user).key, PRESENT)
        yield Check(
            ParticipationKey(one.who.user, one.who.challenge).key, eq("since", week_text(one.who.since))
        )
        yield put_stats(one.after, _unchanged(one.before))
        for record_ in one.records:
            yield Put(to_item(record_, record_.key, *record_.places()))
        if one.late is not None and one.after.through is not None:
            key = WeekKey(one.who.user, one.after.through, one.who.challenge)
            yield change(WeekRecord, key, {"late": one.late})


def put_stats(stats: PersonStats, unchanged: Condition | None = None) -> Put:
    place = place_on(streak_board(stats.challenge), stats.user, standing(stats).current)
    return Put(to_item(stats, stats.key, place), unchanged)


def _unchanged(before: PersonStats | None) -> Condition:
    if before is None:
        return ABSENT
    return eq("open", stored(before.open)) & eq("throughLate", before.through_late)


def sums(challenge_id: str, changes: Sequence[Change]) -> Iterator[Update]:
    """The sums of each week and of everybody, by what they change."""
    weeks: dict[Week, Deltas] = {}
    for one in changes:
        for week, found in one.deltas.items():
            weeks[week] = weeks.get(week, Deltas()).plus(found)
    every = Deltas()
    for week, found in sorted(weeks.items()):
        every = every.plus(found)
        yield added_week(challenge_id, week, found)
    new = sum(one.before is None for one in changes)
    yield added_everybody(challenge_id, new, every)


def added_week(challenge_id: str, week: Week, found: Deltas) -> Update:
    return Update(
        WeekStatsKey(week, challenge_id).key,
        default={"type": WeekStatsKey.item_type, "challenge": challenge_id, "week": week_text(week)},
        add={
            "participants": found.participants,
            "active": found.active,
            "successes": found.successes,
            "total": found.total,
        },
        when=None,
    )


def added_everybody(challenge_id: str, people: int, found: Deltas) -> Update:
    return Update(
        GlobalStatsKey(challenge_id).key,
        default={"type": GlobalStatsKey.item_type, "challenge": challenge_id},
        add={
            "people": people,
            "weeks": found.participants,
            "total": found.total,
            "settled": found.settled,
            "settledSuccesses": found.settled_successes,
        },
        when=None,
    )


def _open_weeks(challenge: Challenge, tally: Tally, stats: PersonStats, today: date) -> Iterator[Week]:
    """Those that were counted from their first day on, and are not settled."""
    first = week_of(tally.since)
    if days_of(first).first < tally.since and first > max(tally.who.since, week_of(challenge.starts)):
        first = following(first)
    first = max(first, tally.who.since, *([following(stats.through)] if stats.through else []))
    last = today if challenge.ends is None else min(today, challenge.ends)
    return weeks_from(first, week_of(last))


def _counted(challenge: Challenge, tally: Tally, week: Week) -> OpenWeek:
    count = _sum(challenge, tally, week)
    return OpenWeek(count=count, success=count >= challenge.threshold)


def _sum(challenge: Challenge, tally: Tally, week: Week) -> int:
    first, last = days_of(week)
    first, last = max(first, challenge.starts), last if challenge.ends is None else min(last, challenge.ends)
    return Counter({day: count for day, count in tally.days.items() if first <= day <= last}).total()


def _late(challenge: Challenge, tally: Tally, stats: PersonStats) -> int | None:
    """What is there of the last settled week beyond what counted, if it is more than was known."""
    if stats.through is None or days_of(stats.through).first < tally.since:
        return None
    late = _sum(challenge, tally, stats.through) - stats.through_count
    return late if late > stats.through_late else None


def _record(tally: Tally, week: Week, found: OpenWeek, now: datetime, *, settled: bool = False) -> WeekRecord:
    who, days = tally.who, days_of(week)
    return WeekRecord(
        user=who.user,
        challenge=who.challenge,
        week=week,
        name=who.name,
        count=found.count,
        success=found.success,
        period_start=days.first,
        period_end=days.last,
        settled=settled,
        private=tally.private,
        last_updated=now,
    )
