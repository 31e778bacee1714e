"""A plain list of commits, and what every week of everybody must come to by it, counted one by one."""

from collections import defaultdict
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import NamedTuple

from tests.tracker.challenge.weeks_lived import Counted, Lived
from tracker.challenge.model import Challenge
from tracker.store.segments import Week
from tracker.weeks import days_of, previous, week_of, weeks_from

DAY = timedelta(days=1)


class Commit(NamedTuple):
    day: date
    """On the clock of whoever wrote it."""
    pushed_at: datetime


@dataclass(frozen=True)
class Found:
    """A week of a person."""

    count: int
    settled: bool
    late: int = 0


@dataclass
class Person:
    """Somebody's commits, and their weeks as far as they were counted."""

    commits: list[Commit] = field(default_factory=list[Commit])
    since: Week | None = None
    """The first week that counts, as long as the person is in the challenge."""
    weeks: dict[Week, Found] = field(default_factory=dict[Week, Found])
    is_gone: bool = False
    """Whether their account on GitHub is deleted: nothing more is found, and nothing is lost."""

    def made(self, week: Week, challenge: Challenge, at: datetime, today: date) -> int:
        """How many commits of the week there are to be found at a time: each one is looked at."""
        first, last = days_of(week)
        first, last = max(first, challenge.starts), min(last, today, challenge.ends or today)
        return sum(first <= one.day <= last and one.pushed_at <= at for one in self.commits)


class Book:
    """Who is in the challenge is said to it, and when somebody counts; it keeps no sums."""

    def __init__(self, challenge: Challenge) -> None:
        self.challenge = challenge
        self.people: defaultdict[str, Person] = defaultdict(Person)

    def join(self, name: str, today: date) -> None:
        self.people[name].since = max(week_of(today), week_of(self.challenge.starts))

    def leave(self, name: str) -> None:
        """What is not settled does not count."""
        person = self.people[name]
        person.since = None
        person.weeks = {week: one for week, one in person.weeks.items() if one.settled}

    def counted(self, name: str, at: datetime, today: date) -> None:
        """Somebody asked for this person's commits, and was answered."""
        person = self.people[name]
        if person.since is None or today < self.challenge.starts:
            return
        last = min(today, self.challenge.ends or today)
        settles = False
        for week in weeks_from(person.since, week_of(last)):
            known = person.weeks.get(week, Found(0, settled=False))
            if not known.settled:
                is_over = days_of(week).last + DAY < today
                settles = settles or is_over
                person.weeks[week] = Found(self._count(person, week, at, today), is_over)
        if not settles:
            self._late(person, at, today)

    def _count(self, person: Person, week: Week, at: datetime, today: date) -> int:
        if person.is_gone:
            return person.weeks.get(week, Found(0, settled=False)).count
        return person.made(week, self.challenge, at, today)

    def _late(self, person: Person, at: datetime, today: date) -> None:
        """What is found of last week after it was settled is shown, and not counted."""
        week = previous(week_of(today))
        known = person.weeks.get(week)
        if (
            known is None
            or not known.settled
            or person.is_gone
            or person.since is None
            or week < person.since
        ):
            return
        late = person.made(week, self.challenge, at, today) - known.count
        person.weeks[week] = replace(known, late=max(known.late, late))

    def lived(self, name: str) -> Lived:
        """What the person's weeks come to."""
        least = self.challenge.threshold
        weeks = self.people[name].weeks.items()
        return Lived.counted(
            {week: Counted(one.count, one.count >= least, one.settled) for week, one in weeks}
        )
