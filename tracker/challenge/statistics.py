"""A person's statistics as a fold over weeks: going on from what is settled gives the same as from all."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from tracker.challenge.model import GlobalStats, OpenWeek, PersonStats, WeekRecord, WeekSummary
from tracker.frozen import frozen
from tracker.store.segments import Week
from tracker.weeks import following

if TYPE_CHECKING:
    from datetime import datetime


@frozen
class ChallengeStanding:
    """Where a person stands, the open weeks included."""

    total_weeks: int
    success_weeks: int
    total: int
    current: int
    """Good weeks in a row. An open week that is not good yet ends no streak: the one before it stands until
    the week is settled, or the one since, if that is longer."""
    longest: int
    ended: int
    """The longest streak that is over."""
    first_active: Week | None
    last_active: Week | None

    @property
    def is_record(self) -> bool:
        """Whether the present streak is longer than any before it."""
        return self.current > self.ended

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
        return Deltas(*map(int.__add__, self, other))

    def minus(self, other: "Deltas") -> "Deltas":
        return Deltas(*map(int.__sub__, self, other))


def standing(stats: PersonStats, until: Week | None = None) -> ChallengeStanding:
    """With the open weeks, of which those that are good already count; up to a week, where one is named."""
    found, held = stats, 0
    for week, one in sorted(stats.open.items()):
        if until is not None and week > until:
            break
        if not _in_a_row(found, week):
            held = 0
        elif not one.success:
            held = max(held, found.current)
        found = _after(found, week, one)
    current = max(held, found.current)
    return ChallengeStanding(
        total_weeks=found.total_weeks,
        success_weeks=found.success_weeks,
        total=found.total,
        current=current,
        longest=max(found.longest, current),
        ended=found.ended,
        first_active=found.first_active,
        last_active=found.last_active,
    )


def with_weeks(stats: PersonStats, changed: Mapping[Week, OpenWeek], settled: Week | None) -> PersonStats:
    """After some open weeks changed, with all up to `settled` folded into the sums."""
    weeks = {**stats.open, **changed}
    found = stats
    for week in sorted(weeks):
        if settled is not None and week <= settled:
            found = _after(found, week, weeks.pop(week))
    return found.model_copy(update={"open": dict(sorted(weeks.items()))})


def _in_a_row(before: PersonStats, week: Week) -> bool:
    return before.through is None or following(before.through) == week


def _after(before: PersonStats, week: Week, found: OpenWeek) -> PersonStats:
    """With one week more, as if it were settled."""
    goes_on = found.success and _in_a_row(before, week)
    current = before.current + 1 if goes_on else int(found.success)
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
            "ended": before.ended if goes_on else max(before.ended, before.current),
            "first_active": before.first_active or (week if active else None),
            "last_active": week if active else before.last_active,
        }
    )


def is_active(stats: PersonStats | None) -> bool:
    """Whether the person did anything in any week, the open ones too."""
    return stats is not None and (stats.total > 0 or any(one.count for one in stats.open.values()))


def newest_week(stats: PersonStats) -> Week:
    """The last one that was recorded, of a person who has any."""
    return max([*stats.open, *([stats.through] if stats.through else [])])


def deltas(before: WeekRecord | None, after: WeekRecord | None) -> Deltas:
    """What changes in the sums of a week and of everybody."""
    return _weight(after).minus(_weight(before))


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


class Recount:
    """All statistics of a challenge from its records alone, which are added week by week, in order."""

    def __init__(self, challenge: str) -> None:
        self._challenge = challenge
        self.people: dict[str, PersonStats] = {}
        self.weeks: dict[Week, Deltas] = {}
        self._named: dict[str, tuple[datetime, Week]] = {}
        """When and with which week a person's name was recorded."""

    def add(self, record: WeekRecord) -> None:
        user, week = record.user, record.week
        self.weeks[week] = self.weeks.get(week, Deltas()).plus(_weight(record))
        stats = self.people.get(user)
        if stats is None:
            stats = PersonStats(user=user, challenge=self._challenge, name=record.name)
        new = {week: OpenWeek(count=record.count, success=record.success)}
        stats = with_weeks(stats, new, week if record.settled else None)
        if record.settled:
            stats = stats.model_copy(update={"through_late": record.late})
        written = record.last_updated, week
        if written >= self._named.get(user, written):  # under the name that was recorded last
            self._named[user], stats = written, stats.model_copy(update={"name": record.name})
        self.people[user] = stats

    def summary(self, week: Week) -> WeekSummary:
        found = self.weeks.get(week, Deltas())
        return WeekSummary(
            challenge=self._challenge,
            week=week,
            participants=found.participants,
            active=found.active,
            successes=found.successes,
            total=found.total,
        )

    def everybody(self) -> GlobalStats:
        every = Deltas()
        for found in self.weeks.values():
            every = every.plus(found)
        return GlobalStats(
            challenge=self._challenge,
            people=len(self.people),
            active=sum(map(is_active, self.people.values())),
            weeks=every.participants,
            total=every.total,
            settled=every.settled,
            settled_successes=every.settled_successes,
        )
