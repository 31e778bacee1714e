"""Some people with characters, numbers and habits, and the goals that they have together."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from datetime import date, timedelta
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from scheduler.rounds import run_due
from tests.due_work import tools_at
from tests.fakes.clock import HandClock
from tracker.accounts.identity import identity, parse_identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.challenge.model import WhoMayJoin
from tracker.front_ends import FrontEnd
from tracker.goals.characters.link import CharacterLink
from tracker.goals.characters.service import Characters
from tracker.group_goals.book import goal_with, shares_in
from tracker.group_goals.feature import GOALS, SHARES
from tracker.group_goals.model import GroupGoal, GroupShare
from tracker.group_goals.service import GroupGoals
from tracker.group_goals.words import parse_aim
from tracker.habits.changing import DayReport
from tracker.habits.service import Habits
from tracker.ids import ulids
from tracker.listeners import character_listeners, recorder_of
from tracker.metrics.feature import METRIC_READINGS
from tracker.metrics.lifecycle import NewMetric
from tracker.metrics.log_words import LogWords
from tracker.metrics.service import Metrics
from tracker.notify import outbox
from tracker.notify.model import OutboxItem
from tracker.readings import Measure, Number, Quantity, Reading
from tracker.settings import Settings
from tracker.store.keys import IdentityKind
from tracker.store.segments import Subject
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table

TOTAL = Quantity("overall", Measure.XP)
MONTH = timedelta(days=30)


class Clan:
    """People are known by their names. Ids go on where a table is opened again."""

    def __init__(self, table: Table, clock: HandClock, numbers: "count[int] | None" = None) -> None:
        self.table, self.clock = table, clock
        self.numbers = numbers or count(1)
        self.recorder = recorder_of(table, clock, Settings())
        heard = character_listeners(table)
        self.accounts = Accounts(table, clock, lambda: f"person-{next(self.numbers)}")
        self.characters = Characters(table, clock, heard)
        self.habits = Habits(table, clock, lambda: f"habit-{next(self.numbers)}")
        self.metrics = Metrics(
            table, clock, ulids(clock), record=self.recorder.record, listeners=lambda: heard
        )
        self.goals = GroupGoals(table, clock, ulids(clock))

    @property
    def today(self) -> date:
        return self.clock().date()

    async def person(self, name: str) -> User:
        return await self.accounts.get_or_register(parse_identity(f"local:{name}"))

    async def server(self) -> User:
        return await self.accounts.get_or_register(identity(IdentityKind.GUILD, "7"))

    async def goal(
        self, aim: str = "1000 xp", name: str = "June", owner: User | None = None, **said: object
    ) -> GroupGoal:
        whose = owner or await self.server()
        fields = {"starts": self.today, "ends": self.today + MONTH, "who": WhoMayJoin.ANYBODY, "zone": "UTC"}
        return await self.goals.add(whose, whose, name, parse_aim(aim), **{**fields, **said})  # type: ignore[arg-type]

    async def player(self, name: str, xp: int = 0) -> User:
        user = await self.person(name)
        subject = Subject("osrs", name)
        reading = Reading(subject, self.clock(), {TOTAL: xp})
        await self.characters.add(user.id, CharacterLink("osrs", "main", name.capitalize(), subject, reading))
        return user

    async def plays(self, name: str, xp: int) -> None:
        self.clock.advance(1)
        reading = Reading(Subject("osrs", name), self.clock(), {TOTAL: xp})
        await self.recorder.record(reading.subject, reading, since=None)

    async def join(self, user: User, goal: GroupGoal, name: str | None = None, **by: str) -> GroupShare:
        part = await self.goals.part(user.id, goal, **by)
        called = await self.goals.name_in(user, goal, name or user.id)
        return await self.goals.join(user, goal, part, called, here=None)

    async def keep(self, user: User, habit: str, *, ago: int = 0) -> None:
        found = await self.habits.find(user.id, habit)
        said = DayReport(self.today - timedelta(days=ago), FrontEnd.TERMINAL)
        await self.habits.complete(user.id, found.id, said)

    async def metric(self, user: User, name: str, **said: object) -> None:
        await self.metrics.add(user, NewMetric(name=name, **said))  # type: ignore[arg-type]

    async def log(self, user: User, metric: str, value: Number) -> None:
        self.clock.advance(1)
        found = await self.metrics.find(user.id, metric)
        await self.metrics.log(user, found, LogWords(value, None, None, self.clock(), self.today))

    async def pass_time(self, **much: float) -> None:
        self.clock.advance(timedelta(**much).total_seconds())
        await self.rounds()

    async def rounds(self) -> None:
        """What the clock brings."""
        tools = tools_at(self.table, self.clock)
        await run_due(METRIC_READINGS, tools)
        await run_due(SHARES, tools)
        await run_due(GOALS, tools)

    async def now(self, goal: GroupGoal) -> GroupGoal:
        found = await goal_with(self.table, goal.id)
        assert found is not None
        return found

    async def added(self, goal: GroupGoal) -> dict[str, int]:
        """What each has added, in whole units, after the clock has looked."""
        await self.rounds()
        return {one.user: one.contribution // 1000 for one in await shares_in(self.table, goal.id)}

    async def told(self, user: User) -> list[OutboxItem]:
        return await outbox.history(self.table, user.id)


def facts(told: list[OutboxItem]) -> list[tuple[str, Mapping[str, object]]]:
    return [(one.kind.name, one.facts) for one in told]


@asynccontextmanager
async def a_clan() -> AsyncGenerator[Clan]:
    """For a test that begins anew with each example."""
    clock = HandClock()
    with TemporaryDirectory() as folder:
        table = await SqliteTable.open(Path(folder) / "questlog.db", clock)
        try:
            yield Clan(table, clock)
        finally:
            await table.close()
