"""A person with goals made of parts, and ways to look at what came of them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date, timedelta
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tests.fakes.clock import HandClock
from tracker.accounts.identity import parse_identity
from tracker.accounts.service import Accounts
from tracker.days import local_day
from tracker.front_ends import FrontEnd
from tracker.goal_parts.linking import Linking
from tracker.goal_parts.look import GoalLook, look_at
from tracker.goal_parts.service import GoalsOfParts
from tracker.goals.composite.model import CompositeGoal
from tracker.habits.changing import DayReport
from tracker.habits.model import Habit
from tracker.habits.service import Habits
from tracker.ids import ulids
from tracker.metrics.lifecycle import NewMetric
from tracker.metrics.log_words import LogWords
from tracker.metrics.model import Metric
from tracker.metrics.service import Metrics
from tracker.notify import outbox
from tracker.notify.model import OutboxItem
from tracker.readings import Number
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table
from tracker.tasks.model import Task
from tracker.tasks.service import NewTask, Tasks

if TYPE_CHECKING:
    from tracker.accounts.model import User

DAY = timedelta(days=1)
NAMES = count(1)


class Workshop:
    def __init__(self, table: Table, clock: HandClock) -> None:
        self.table, self.clock = table, clock
        self.tasks = Tasks(table, clock, lambda: f"task{next(NAMES)}")
        self.habits = Habits(table, clock, lambda: f"habit{next(NAMES)}")
        self.metrics = Metrics(table, clock, lambda: f"metric{next(NAMES)}")
        self.goals = GoalsOfParts(table, clock, ulids(clock))
        self.linking = Linking(table, self.goals, self.tasks, self.habits, self.metrics)
        self.user: User

    async def settle(self, name: str = "ada") -> "Workshop":
        accounts = Accounts(self.table, self.clock, lambda: f"person-{name}")
        self.user = await accounts.get_or_register(parse_identity(f"local:{name}"))
        return self

    @property
    def today(self) -> date:
        return local_day(self.clock(), self.user.zone, self.user.day_start)

    async def goal(self, title: str, **fields: object) -> CompositeGoal:
        return await self.goals.add(self.user, title, fields)

    async def task(self, title: str, minutes: int | None = None, *goals: CompositeGoal) -> Task:
        new = NewTask(title=title, size=minutes, goal_ids=tuple(one.id for one in goals))
        return (await self.tasks.add(self.user.id, new)).changed.task

    async def habit(self, text: str) -> Habit:
        return await self.habits.add(self.user, text)

    async def metric(self, name: str, **said: object) -> Metric:
        return await self.metrics.add(self.user, NewMetric(name=name, **said))  # type: ignore[arg-type]

    async def log(self, metric: Metric, value: Number, *, ago: int = 0) -> None:
        day = self.today - ago * DAY
        await self.metrics.log(self.user, metric, LogWords(value, None, None, self.clock() - ago * DAY, day))

    async def keep(self, habit: Habit, *, ago: int = 0) -> None:
        said = DayReport(self.today - ago * DAY, FrontEnd.TERMINAL)
        await self.habits.complete(self.user.id, habit.id, said)

    async def now(self, goal: CompositeGoal) -> CompositeGoal:
        """As anybody reads it."""
        return next(one for one in await self.goals.list(self.user.id) if one.id == goal.id)

    async def progress(self, goal: CompositeGoal) -> Number | None:
        return (await self.now(goal)).cached_progress

    async def look(self, goal: CompositeGoal) -> GoalLook:
        await self.goals.list(self.user.id)
        return await self.table.read_in_steps(look_at(self.user.id, goal.id, self.clock()))

    async def told(self) -> list[OutboxItem]:
        return await outbox.history(self.table, self.user.id)


@asynccontextmanager
async def somebody() -> AsyncIterator[Workshop]:
    """For a test that begins anew with each example."""
    clock = HandClock()
    with TemporaryDirectory() as folder:
        table = await SqliteTable.open(Path(folder) / "questlog.db", clock)
        try:
            yield await Workshop(table, clock).settle()
        finally:
            await table.close()
