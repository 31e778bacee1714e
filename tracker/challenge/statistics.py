"""A person's statistics as a fold over weeks: going on from what is settled gives the same as from all."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tracker.challenge.model import GlobalStats, OpenWeek, PersonStats, WeekRecord, WeekSummary
from tracker.store.segments import Week
from tracker.weeks import following, parse_week, week_text


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a person stands, the open weeks included. An open week extends a streak, and never ends one."""

    total_weeks: int
    success_weeks: int
    total: int
    current: int
    longest: int
    first_active: Week | None
    last_active: Week | None

    @property
    def average(self) -> float:
        return self.total / self.total_weeks if self.total_weeks else 0.0

    @property
    def rate(self) -> float:
        return self.success_weeks / self.total_weeks if self.total_weeks else 0.0


class Deltas(NamedTuple):
    """What a change of a week adds to the sums of everybody."""

    participants: int = 0
    active: int = 0
    successes: int = 0
    total: int = 0
    settled: int = 0
    settled_successes: int = 0

    def plus(self, other: "Deltas") -> "Deltas":
        return Deltas(*(mine + others for mine, others in zip(self, other, strict=True)))


def standing(stats: PersonStats) -> Standing:
    """With the open weeks, of which those that are good already count."""
    found = stats
    for name, week in stats.open.items():
        found = _after(found, parse_week(name), week, is_open=True)
    return Standing(
        total_weeks=found.total_weeks,
        success_weeks=found.success_weeks,
        total=found.total,
        current=found.current,
        longest=found.longest,
        first_active=found.first_active,
        last_active=found.last_active,
    )


def with_weeks(stats: PersonStats, changed: Mapping[Week, OpenWeek], settled: Week | None) -> PersonStats:
    """After some open weeks changed, with all up to `settled` folded into the sums."""
    weeks = {parse_week(name): week for name, week in stats.open.items()} | dict(changed)
    found = stats
    for week in sorted(weeks):
        if settled is not None and week <= settled:
            found = _after(found, week, weeks.pop(week), is_open=False)
    kept = {week_text(week): weeks[week] for week in sorted(weeks)}
    return found.model_copy(update={"open": kept})


def _after(before: PersonStats, week: Week, found: OpenWeek, *, is_open: bool) -> PersonStats:
    in_a_row = before.through is None or following(before.through) == week
    current = (before.current if in_a_row else 0) + 1 if found.success else before.current if is_open else 0
    active = found.count > 0
    return before.model_copy(
        update={
            "through": week,
            "through_count": found.count,
            "through_late": 0,
            "total_weeks": before.total_weeks + 1,
            "success_weeks": before.success_weeks + found.success,
            "total": before.total + found.count,
            "current": current,
            "longest": max(before.longest, current),
            "first_active": before.first_active or (week if active else None),
            "last_active": week if active else before.last_active,
        }
    )


def deltas(before: WeekRecord | None, after: WeekRecord | None) -> Deltas:
    """What changes in the sums of a week and of everybody."""
    return _weight(after).plus(Deltas(*(-number for number in _weight(before))))


def _weight(record: WeekRecord | None) -> Deltas:
    if record is None:
        return Deltas()
    return Deltas(
        participants=1,
        active=int(record.count > 0),
        successes=int(record.success),
        total=record.count,
        settled=int(record.settled),
        settled_successes=int(record.settled and record.success),
    )


def recount(challenge: str, records: Iterable[WeekRecord]) -> tuple[list[WeekSummary], GlobalStats]:
    """The sums of everybody, from all records."""
    weeks: dict[Week, Deltas] = {}
    people: set[str] = set()
    for one in records:
        weeks[one.week] = weeks.get(one.week, Deltas()).plus(deltas(None, one))
        people.add(one.user)
    summaries = [summary(challenge, week, found) for week, found in sorted(weeks.items())]
    every = Deltas()
    for found in weeks.values():
        every = every.plus(found)
    return summaries, GlobalStats(
        challenge=challenge,
        people=len(people),
        weeks=every.participants,
        total=every.total,
        settled=every.settled,
        settled_successes=every.settled_successes,
    )


def summary(challenge: str, week: Week, found: Deltas) -> WeekSummary:
    return WeekSummary(
        challenge=challenge,
        week=week,
        participants=found.participants,
        active=found.active,
        successes=found.successes,
        total=found.total,
    )


def person_from(user: str, challenge: str, name: str, records: Iterable[WeekRecord]) -> PersonStats:
    """From all records of a person, in any order."""
    weeks = sorted(records, key=lambda one: one.week)
    settled = max((one.week for one in weeks if one.settled), default=None)
    new = PersonStats(user=user, challenge=challenge, name=name)
    counts = {one.week: OpenWeek(count=one.count, success=one.success) for one in weeks}
    late = next((one.late for one in weeks if one.week == settled), 0)
    return with_weeks(new, counts, settled).model_copy(update={"through_late": late})
