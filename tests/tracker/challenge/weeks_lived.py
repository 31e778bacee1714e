"""Somebody's weeks, and what they come to when everything is counted once more by hand."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from tracker.challenge.model import Challenge, Participation, WeekRecord
from tracker.challenge.statistics import ChallengeStanding
from tracker.store.segments import Week
from tracker.weeks import days_of, first_day, week_of, weeks_from

NOON = datetime(2026, 9, 7, 12, tzinfo=UTC)
"""A Monday."""
DAY = timedelta(days=1)
GOOD, BAD, OPEN, AWAY = "g", "b", "o", "-"


def a_challenge(**fields: object) -> Challenge:
    plain = {"id": "c1", "owner": "o1", "name": "Commits", "starts": NOON.date(), "created_at": NOON}
    return Challenge.model_validate({**plain, **fields})


def somebody(since: Week, user: str = "ada", name: str = "Ada") -> Participation:
    return Participation(user=user, challenge="c1", owner="o1", name=name, joined_at=NOON, since=since)


def a_record(
    week: Week, count: int, *, threshold: int = 1, user: str = "ada", settled: bool = True, late: int = 0
) -> WeekRecord:
    first, last = days_of(week)
    return WeekRecord(
        user=user,
        challenge="c1",
        week=week,
        name=user.title(),
        count=count,
        success=count >= threshold,
        period_start=first,
        period_end=last,
        settled=settled,
        late=late,
        last_updated=NOON,
    )


class Lived(NamedTuple):
    """What a person's records come to, by the plainest means."""

    total_weeks: int
    success_weeks: int
    total: int
    current: int
    longest: int
    first_active: Week | None
    last_active: Week | None

    @classmethod
    def said(cls, found: ChallengeStanding) -> "Lived":
        return cls(*(getattr(found, name) for name in cls._fields))

    @classmethod
    def of(cls, records: Iterable[WeekRecord]) -> "Lived":
        return cls.counted({one.week: Counted(one.count, one.success, one.settled) for one in records})

    @classmethod
    def counted(cls, weeks: Mapping[Week, "Counted"]) -> "Lived":
        active = sorted(week for week, one in weeks.items() if one.count > 0)
        states = "".join(_states(weeks))
        since_last_missed = re.split(f"[{BAD}{AWAY}]", states)[-1]
        return cls(
            total_weeks=len(weeks),
            success_weeks=sum(one.success for one in weeks.values()),
            total=sum(one.count for one in weeks.values()),
            current=max(map(len, since_last_missed.split(OPEN))),
            longest=max(map(len, re.findall(f"{GOOD}+", states)), default=0),
            first_active=active[0] if active else None,
            last_active=active[-1] if active else None,
        )


@dataclass(frozen=True)
class Counted:
    """A week, as far as it matters."""

    count: int
    success: bool
    settled: bool


def _states(weeks: Mapping[Week, Counted]) -> Iterator[str]:
    """Of each week of the calendar from the first to the last, as a letter."""
    for week in weeks_from(min(weeks), max(weeks)) if weeks else ():
        one = weeks.get(week)
        if one is None:
            yield AWAY
        else:
            yield GOOD if one.success else BAD if one.settled else OPEN


def week(number: int) -> Week:
    """So many weeks after the first."""
    return week_of(first_day(week_of(NOON.date())) + number * 7 * DAY)


def monday(number: int) -> date:
    return first_day(week(number))
