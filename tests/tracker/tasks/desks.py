"""A person with tasks, and ways to look at what came of them."""

from datetime import date, time, timedelta
from itertools import count
from typing import TYPE_CHECKING

from tests.fakes.clock import HandClock
from tracker.accounts.identity import parse_identity
from tracker.accounts.service import Accounts
from tracker.days import local_day
from tracker.notify import outbox
from tracker.notify.model import OutboxItem
from tracker.projects.model import Project
from tracker.rewards.model import LedgerEntry, Wallet
from tracker.rewards.wallet import newest_entries, wallet_of
from tracker.store.conditions import ABSENT
from tracker.store.entity import from_item, to_item
from tracker.store.keys import ProjectKey, TaskKey
from tracker.store.table import Put, Table
from tracker.tasks.listing import every_open
from tracker.tasks.model import Task, TaskBook
from tracker.tasks.recurrence import Recurrence, RepeatUnit
from tracker.tasks.service import NewTask, Tasks

if TYPE_CHECKING:
    from tracker.accounts.model import User

DAY = timedelta(days=1)


class Desk:
    def __init__(self, table: Table, clock: HandClock) -> None:
        people, names = count(1), count(1)
        self.table, self.clock = table, clock
        self.accounts = Accounts(table, clock, lambda: f"person-{next(people)}")
        self.new_id = lambda: f"task{next(names)}"
        self.tasks = Tasks(table, clock, self.new_id)
        self.user: User

    async def settle(self) -> None:
        self.user = await self.accounts.get_or_register(parse_identity("local:ada"))

    @property
    def today(self) -> date:
        return local_day(self.clock(), self.user.zone, self.user.day_start)

    async def add(self, title: str, **said: object) -> Task:
        return (await self.tasks.add(self.user.id, NewTask(title=title, **said))).changed.task  # type: ignore[arg-type]

    async def add_monthly(
        self, title: str, start: date, *, due_time: time | None = None, **rule: object
    ) -> Task:
        every = Recurrence(frequency=RepeatUnit.MONTH, start=start, **rule)  # type: ignore[arg-type]
        return await self.add(title, recurrence_rule=every, due_time=due_time)

    async def task(self, task_id: str) -> Task | None:
        item = await self.table.get(TaskKey(self.user.id, task_id).key)
        return None if item is None else from_item(Task, item)

    async def open(self) -> list[Task]:
        return await self.table.read_in_steps(every_open(self.user.id))

    async def book(self) -> TaskBook:
        item = await self.table.get(TaskBook.key_of(self.user.id).key)
        return TaskBook() if item is None else from_item(TaskBook, item)

    async def add_project(self, name: str) -> Project:
        project = Project(
            id=name, user_id=self.user.id, name=name, start_date=self.today, created_at=self.clock()
        )
        await self.table.transact([Put(to_item(project, project.key, *project.places()), ABSENT)])
        return project

    async def project(self, name: str) -> Project:
        item = await self.table.get(ProjectKey(self.user.id, name).key)
        assert item is not None
        return from_item(Project, item)

    async def wallet(self) -> Wallet:
        return await wallet_of(self.table, self.user.id)

    async def ledger(self) -> list[LedgerEntry]:
        return (await newest_entries(self.table, self.user.id, None))[::-1]

    async def told(self) -> list[OutboxItem]:
        return await outbox.history(self.table, self.user.id)
