"""A year of a challenge with 200 people on a stand-in for GitHub, against a recount from the list of commits.

The year has 53 weeks, and the clocks of the challenge are changed twice. People come, leave and come back;
some push weeks later; accounts are renamed and deleted; GitHub is down for a week, and refuses now and then.
"""

import random
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.challenge_hall import Hall
from tests.commit_book import Book, Commit, Found
from tests.fakes.clock import HandClock
from tests.fakes.github import secondary_limit
from tests.fakes.web_faults import server_error
from tests.tracker.challenge.weeks_lived import Lived
from tracker.challenge.model import ChallengeStatus
from tracker.challenge.recording import stats_of
from tracker.challenge.statistics import standing
from tracker.store.segments import Week
from tracker.store.sqlite import SqliteTable
from tracker.weeks import week_of, week_text, weeks_from

FIRST, STARTS, ENDS, LAST = date(2026, 6, 1), date(2026, 6, 3), date(2027, 6, 9), date(2027, 6, 16)
"""A Monday; the challenge begins and ends in the middle of a week."""
OVER = date(2027, 6, 15)
"""The Tuesday after its last week."""
OUTAGE = (date(2026, 12, 21), date(2026, 12, 27))
DAY = timedelta(days=1)
CLOSELY = [
    week_of(day)
    for day in (STARTS, date(2026, 10, 25), *OUTAGE, date(2026, 12, 28), date(2027, 3, 28), ENDS, LAST)
]
"""Weeks that are looked at every day: clocks are changed, years, and GitHub is down."""
CHECKED = (date(2026, 7, 14), date(2026, 10, 25), OUTAGE[1] + DAY)
"""While weeks are open; what is settled is looked at in the end, too."""
PEOPLE = 200
THRESHOLD = 3
ZONES = [
    ZoneInfo(name) for name in ("Europe/Berlin", "America/Los_Angeles", "Asia/Tokyo", "Pacific/Kiritimati")
]
LATE_BY = [1, 1, 2, 3, 5, 8, 13, 20]
REPOSITORIES = ["octo/hello", "octo/world", "octo/dotfiles"]


@pytest.fixture
def clock() -> HandClock:
    return HandClock(datetime.combine(FIRST, time(20), UTC))


@pytest.fixture
async def hall(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[Hall]:
    async with Hall.open(sqlite_table, clock, accounts_per_request=100) as hall:
        hall.every = DAY
        await hall.begin(timezone="Europe/Berlin", threshold=THRESHOLD, starts=STARTS, ends=ENDS)
        yield hall


def is_looked_at(day: date) -> bool:
    """Every Tuesday, as a week is settled, and every now and then on any other day."""
    return day.weekday() == 1 or day.toordinal() % 11 == 0 or week_of(day) in CLOSELY


class Year:
    """What happens goes to the stand-in and into the book; what Questlog makes of it must be the same."""

    def __init__(self, hall: Hall) -> None:
        self.hall, self.book = hall, Book(hall.challenge)
        self.chance = random.Random(7)  # noqa: S311 - the same for every run
        self.keen = {f"p{number:03}": self.chance.choice([0.02, 0.1, 0.3, 0.6]) for number in range(PEOPLE)}
        self.joins: defaultdict[date, list[str]] = defaultdict(list)
        self.leaves: defaultdict[date, list[str]] = defaultdict(list)
        self.pushes: defaultdict[date, list[tuple[str, datetime]]] = defaultdict(list)
        self._plan()

    def _plan(self) -> None:
        """Every fifth comes later than the others, and every eighth goes, half of them for a while."""
        for number, name in enumerate(self.keen):
            at = FIRST + (self.chance.randrange(1, 300) if number % 5 == 4 else 0) * DAY
            self.joins[at].append(name)
            if number % 8 == 7:
                left = at + self.chance.randrange(3, 60) * DAY
                self.leaves[left].append(name)
                if number % 16 == 7:
                    self.joins[left + self.chance.choice([0, 1, 4, 9, 30]) * DAY].append(name)

    async def live(self, day: date) -> None:
        """In the evening, two or one hours before or after midnight by the clocks of the challenge."""
        await self._come_and_go(day)
        self._work(day)
        self._push(day)
        self.hall.wait_until(datetime.combine(day, time(22, 30), UTC))
        if is_looked_at(day):
            await self._count(day)

    async def _come_and_go(self, day: date) -> None:
        self.hall.wait_until(datetime.combine(day, time(20), UTC))
        for name in self.leaves[day]:
            await self.hall.leave(name)
            self.book.leave(name)
        for name in self.joins[day]:
            if self.hall.today <= ENDS:
                await self.hall.join(name)
                self.book.join(name, self.hall.today)

    def _work(self, day: date) -> None:
        """Everybody who has an account; what is not pushed at once is pushed later."""
        for number, name in enumerate(self.hall.commits):
            if self.chance.random() < self.keen.get(name, 0):
                at = datetime.combine(day, time(self.chance.randrange(24), 30), ZONES[number % len(ZONES)])
                late = self.chance.choice(LATE_BY) if self.chance.random() < 0.15 else 0
                for _ in range(self.chance.choice([1, 1, 1, 2, 4])):
                    self.pushes[day + late * DAY].append((name, at))

    def _push(self, day: date) -> None:
        for name, at in self.pushes.pop(day, []):
            self.hall.commits[name].commit(at, self.chance.choice(REPOSITORIES))
            self.book.people[name].commits.append(Commit(at.date(), self.hall.clock()))

    async def _count(self, day: date) -> None:
        now, today = self.hall.clock(), self.hall.today
        wrong = self._befalls(day)
        is_on = STARTS <= today <= OVER
        assert await self.hall.look() == is_on
        self.hall.github.recover()
        for name in self.keen.keys() - wrong if is_on else ():
            self.book.counted(name, now, today)

    def _befalls(self, day: date) -> set[str]:
        """Whom nobody can ask for today."""
        github = self.hall.github
        if OUTAGE[0] <= day <= OUTAGE[1]:
            github.stay_wrong(server_error(502))
            return set(self.keen)
        match day:
            case date(month=8, day=11):
                github.use_up("graphql")
                return set(self.keen)
            case date(month=9, day=1):  # a minute is waited for
                github.go_wrong(secondary_limit("60"))
            case date(month=9, day=8):  # and less is asked for at once
                github.go_wrong(server_error(502))
            case date(month=10, day=6 | 13):
                github.poison = {"p003", "p004"}
                return {"p003", "p004"}
            case _:
                github.poison = set()
        return set()

    async def check(self) -> None:
        """Every week of everybody, and every statistic, against the list of commits."""
        hall, ids = self.hall, {name: user.id for name, user in self.hall.users.items()}
        known = await stats_of(hall.table, hall.challenge.id, ids.values())
        for name, user_id in ids.items():
            weeks = {
                week: Found(one.count, one.settled, one.late)
                for week, one in (await hall.records(name)).items()
            }
            assert weeks == self.book.people[name].weeks, name
            found = Lived.said(standing(known[user_id])) if user_id in known else Lived.counted({})
            assert found == self.book.lived(name), name
        await self._check_weeks(ids)
        await hall.check()

    async def _check_weeks(self, ids: dict[str, str]) -> None:
        here = {name: self.book.people[name].weeks for name in ids}
        for week in weeks_from(week_of(STARTS), week_of(self.hall.today)):
            counts = {ids[name]: weeks[week].count for name, weeks in here.items() if week in weeks}
            summary = await self.hall.challenges.summary(self.hall.challenge, week)
            good = sum(count >= THRESHOLD for count in counts.values())
            assert (summary.participants, summary.successes) == (len(counts), good)
            assert summary.total == sum(counts.values())
            ranks = await self.hall.challenges.standings(self.hall.challenge, week, PEOPLE)
            assert {one.user: one.points for one in ranks} == counts
            assert [one.points for one in ranks] == sorted(counts.values(), reverse=True)
        everybody = await self.hall.challenges.everybody(self.hall.challenge)
        assert everybody.people == sum(bool(weeks) for weeks in here.values())
        every = [one for weeks in here.values() for one in weeks.values()]
        assert (everybody.weeks, everybody.total) == (len(every), sum(one.count for one in every))
        assert everybody.settled_successes == sum(one.settled and one.count >= THRESHOLD for one in every)


async def test_every_statistic_of_a_year_is_what_a_recount_says(hall: Hall) -> None:
    year, day = Year(hall), FIRST
    while day <= LAST:
        match day:
            case date(year=2026, month=9, day=10):  # somebody takes another name, and a stranger the old one
                hall.github.rename("p010", "lovelace")
                hall.github.account("p010").commit(datetime.combine(day, time(12), UTC), times=99)
            case date(year=2026, month=11, day=4):
                hall.github.delete("p020")
                year.book.people["p020"].is_gone = True
            case date(year=2027, month=2, day=2):
                await hall.delete("p030")
                del year.keen["p030"], year.book.people["p030"]
            case _:
                pass
        await year.live(day)
        if day in CHECKED:
            await year.check()
        day += DAY
    await year.check()
    await _the_end(year)


async def _the_end(year: Year) -> None:
    hall, book = year.hall, year.book
    assert (await hall.challenges.by_id(hall.challenge.id)).status is ChallengeStatus.ENDED
    weeks = set(weeks_from(week_of(STARTS), week_of(ENDS)))
    assert Week(2026, 53) in weeks
    assert set(book.people["p000"].weeks) == weeks
    assert all(one.settled for person in book.people.values() for one in person.weeks.values())
    assert sum(one.late for person in book.people.values() for one in person.weeks.values()) > 100
    assert (await hall.accounts.get(hall.users["p010"].id)).github == f"{hall.commits['p010'].id} lovelace"
    # Each week was told once, but for the one whose Monday nobody knew anything on.
    told = Counter(one.facts["week"] for one in await hall.told("p000", "challenge-week"))
    untold = {week_of(OUTAGE[0] - DAY)}
    assert told == Counter(week_text(week) for week in weeks - untold)
    assert len(await hall.told("p000", "challenge-end")) == 1
