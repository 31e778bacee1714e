"""A challenge that many people have been in for a while: their weeks and statistics, written in bulk."""

from collections.abc import Iterator
from datetime import UTC, datetime

from tests.fakes.clock import HandClock
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.challenge.model import Challenge, Participation, WeekRecord
from tracker.challenge.recording import places_of
from tracker.challenge.service import Challenges
from tracker.challenge.statistics import Recount
from tracker.ids import ulids
from tracker.store.entity import to_item
from tracker.store.segments import Week
from tracker.store.table import Table
from tracker.store.values import Item
from tracker.weeks import days_of, week_of, weeks_from

BEGIN = datetime(2026, 1, 7, 12, tzinfo=UTC)
"""A Wednesday: the week before is settled."""
A_WEEK = 7 * 86_400.0


class Club:
    def __init__(self, table: Table, clock: HandClock) -> None:
        self.table, self.clock = table, clock
        self.accounts = Accounts(table, clock, ulids(clock))
        self.people: list[Participation] = []
        self.challenge: Challenge

    async def begin(self) -> None:
        owner = await self.accounts.get_or_register(parse_identity("local:owner"))
        challenges = Challenges(self.table, self.clock, ulids(self.clock))
        self.challenge = await challenges.create(owner, "Weekly commits", starts=BEGIN.date())

    async def move_in(self, count: int, first_account: int = 1) -> None:
        """People p0, p1, … with accounts of these names, whose numbers follow each other."""
        items: list[Item] = []
        for number in range(count):
            name = f"p{number}"
            user = User(
                id=f"person{number:06}",
                created_at=BEGIN,
                local=name,
                github=f"{first_account + number} {name}",
            )
            who = Participation(
                user=user.id,
                challenge=self.challenge.id,
                owner=self.challenge.owner,
                name=name,
                joined_at=BEGIN,
                since=week_of(BEGIN.date()),
            )
            self.people.append(who)
            items += [to_item(user, user.key, *user.places()), to_item(who, who.key, who.place)]
        await self.table.write_many(puts=items)

    async def live(self, weeks: int) -> None:
        """So many weeks, of which all but the last are settled."""
        self.clock.advance((weeks - 1) * A_WEEK)
        recount = Recount(self.challenge.id)
        now = week_of(self.clock().date())
        for week in weeks_from(week_of(BEGIN.date()), now):
            await self.table.write_many(puts=list(self._lived(week, recount, settled=week < now)))
        sums = [recount.summary(week) for week in recount.weeks]
        everybody = recount.everybody()
        await self.table.write_many(
            puts=[
                *(to_item(one, one.key, *places_of(one, is_in=True)) for one in recount.people.values()),
                *(to_item(one, one.key) for one in sums),
                to_item(everybody, everybody.key),
            ]
        )

    def _lived(self, week: Week, recount: Recount, *, settled: bool) -> Iterator[Item]:
        """Two in three weeks of everybody were good ones."""
        first, last = days_of(week)
        for number, who in enumerate(self.people):
            count = (number + week.week) % 3 * (number % 7 + 1)
            lived = WeekRecord(
                user=who.user,
                challenge=who.challenge,
                week=week,
                name=who.name,
                count=count,
                success=count >= self.challenge.threshold,
                period_start=first,
                period_end=last,
                settled=settled,
                last_updated=self.clock(),
            )
            recount.add(lived)
            yield to_item(lived, lived.key, *lived.places())
