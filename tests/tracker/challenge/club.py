"""A challenge and the people in it, who are counted from a plain list of what they did."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import count

from tests.due_work import tools_at
from tests.fakes.clock import HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.tracker.challenge.recount import check_statistics
from tests.tracker.store.items import everything
from tracker.accounts.belongings import Holder
from tracker.accounts.deletion import delete_person
from tracker.accounts.identity import identity, parse_identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts, present_people
from tracker.challenge.joining import participants
from tracker.challenge.model import Challenge, Participation, PersonStats, WeekRecord
from tracker.challenge.rebuilding import rebuild
from tracker.challenge.recording import Change, DailyCounts, counting_days, record, stats_of
from tracker.challenge.service import Challenges
from tracker.days import local_day
from tracker.feature import farewells
from tracker.store.keys import IdentityKind
from tracker.store.segments import Week
from tracker.store.table import Check, Operation, Table
from tracker.weeks import week_of

MONDAY = datetime(2100, 1, 4, 12, tzinfo=UTC)
"""The first one of a year whose first days are in week 53 of the year before."""
DAY = timedelta(days=1)


def day(number: int) -> date:
    """So many days after the first Monday."""
    return MONDAY.date() + number * DAY


def week(number: int) -> Week:
    return week_of(day(7 * number))


class NotingTable(FaultyTable):
    """Keeps what was written, in order."""

    def __init__(self, inner: Table) -> None:
        super().__init__(inner)
        self.written: list[Operation] = []

    async def _transact(self, operations: Sequence[Operation]) -> None:
        await super()._transact(operations)
        self.written += [one for one in operations if not isinstance(one, Check)]

    async def _write_many(self, operations: Sequence[Operation]) -> None:
        await super()._write_many(operations)
        self.written += operations

    def taken(self) -> list[str]:
        """The sort keys of what was written since the last time; what is counted has its kind first."""
        keys, self.written = [one.key.sk.partition("#")[0] for one in self.written], []
        return sorted(keys)


class Club:
    """People, by name, and what each did on which day."""

    def __init__(self, table: Table, clock: HandClock) -> None:
        ids, numbers = count(1), count(1)
        clock.restart()
        clock.advance((MONDAY - clock()).total_seconds())
        self.table, self.clock = table, clock
        self.accounts = Accounts(table, clock, lambda: f"person-{next(ids):03}")
        self.challenges = Challenges(table, clock, lambda: f"challenge-{next(numbers):02}")
        self.users: dict[str, User] = {}
        self.done: defaultdict[str, Counter[date]] = defaultdict(Counter[date])
        self.challenge: Challenge

    async def begin(self, **fields: object) -> Challenge:
        owner = await self.accounts.get_or_register(parse_identity("local:owner"))
        name = str(fields.pop("name", "Weekly commits"))
        self.challenge = await self.challenges.create(owner, name, **fields)
        return self.challenge

    async def person(self, name: str, **settings: str) -> User:
        user = await self.accounts.register(parse_identity(f"local:{name}"))
        account = identity(IdentityKind.GITHUB, f"{1000 + len(self.users)} {name}")
        user = await self.accounts.claim(user.id, account)
        self.users[name] = await self.accounts.change_settings(user.id, settings) if settings else user
        return self.users[name]

    async def join(self, *names: str) -> None:
        for name in names:
            user = self.users.get(name) or await self.person(name)
            await self.challenges.join(user, self.challenge, name.title(), here=self.challenge.owner)

    async def leave(self, name: str) -> None:
        await self.challenges.leave(self.users[name], self.challenge)

    async def delete(self, name: str) -> None:
        user = self.users.pop(name)
        tools = tools_at(self.table, self.clock)
        await delete_person(self.table, Holder(user.id), self.clock(), first=farewells(tools))

    def go_to(self, number: int, hour: int = 12) -> None:
        """To the day that is so many after the first Monday."""
        there = MONDAY + number * DAY + timedelta(hours=hour - 12)
        self.clock.advance((there - self.clock()).total_seconds())

    @property
    def today(self) -> date:
        return local_day(self.clock(), self.challenge.zone)

    async def tallies(self) -> list[DailyCounts]:
        people = await participants(self.table, self.challenge.id)
        known = await stats_of(self.table, self.challenge.id, (one.user for one in people))
        users = await present_people(self.table, (one.user for one in people))
        return [self._tally(one, known.get(one.user)) for one in people if one.user in users]

    def _tally(self, who: Participation, stats: PersonStats | None) -> DailyCounts:
        [name] = [name for name, user in self.users.items() if user.id == who.user]
        first, last = counting_days(self.challenge, who, stats, self.today)
        found = {day: count for day, count in self.done[name].items() if first <= day <= last and count}
        return DailyCounts(who, first, found)

    async def count(self, table: Table | None = None) -> list[Change]:
        """Everybody, as the service does it."""
        tallies = await self.tallies()
        known = await stats_of(self.table, self.challenge.id, (one.who.user for one in tallies))
        return await record(table or self.table, self.challenge, tallies, known, self.clock())

    async def recorded(self, name: str) -> dict[Week, WeekRecord]:
        found = await self.challenges.history(self.users[name].id, self.challenge)
        return {one.week: one for one in found}

    async def stats(self, name: str) -> PersonStats | None:
        user = self.users[name].id
        return (await stats_of(self.table, self.challenge.id, [user])).get(user)

    async def rebuilt(self) -> int:
        """How much was repaired."""
        return (await rebuild(self.table, self.challenge, week_of(self.today))).repaired

    async def check(self) -> None:
        """Every statistic against a recount of all week records, and a rebuild that changes nothing."""
        await check_statistics(self.table, self.challenges, self.challenge)
        before = await everything(self.table)
        assert await self.rebuilt() == 0
        assert await everything(self.table) == before
