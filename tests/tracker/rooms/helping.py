"""People in a room who ask each other for help."""

from itertools import count

from scheduler.rounds import run_due
from tests.due_work import tools_at
from tests.fakes.clock import HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.tracker.rooms.people import Circle as Room
from tracker.accounts.belongings import Holder
from tracker.accounts.deletion import delete_person
from tracker.feature import farewells
from tracker.notify import outbox
from tracker.rewards.wallet import wallet_of
from tracker.rooms.assist.circles import Circle, circles_of, find_circle
from tracker.rooms.assist.errors import NoSuchThread
from tracker.rooms.assist.feature import ENDINGS
from tracker.rooms.assist.model import AssistThread, ThreadStatus
from tracker.rooms.assist.reading import thread_at
from tracker.rooms.assist.service import Assist, AssistQuestion
from tracker.store.sqlite import SqliteTable


class Help(Room):
    """People in a room, who help each other there."""

    def __init__(self, table: SqliteTable, clock: HandClock) -> None:
        super().__init__(table, clock)
        self.numbers = count(1)
        self.assist = self.on(table)

    def on(self, table: SqliteTable | FaultyTable) -> Assist:
        return Assist(table, self.clock, lambda: f"help{next(self.numbers):04}", keep_days=365)

    async def circle(self, name: str) -> Circle:
        return find_circle(await circles_of(self.table, self.id(name)), "Gym")

    async def ask(self, name: str, title: str = "Squats", task: str | None = None) -> AssistThread:
        question = AssistQuestion(await self.circle(name), name, title, "How deep?", task)
        return (await self.assist.ask(self.id(name), question)).thread

    async def answer(self, name: str, thread: AssistThread, text: str = "Deep") -> None:
        self.clock.advance(61)
        await self.assist.answer(self.id(name), thread.id, text)

    async def read(self, name: str, thread: AssistThread) -> list[str] | None:
        """None where there is no such thread for them."""
        try:
            scene = await self.assist.scene(self.id(name), thread.id)
        except NoSuchThread:
            return None
        return [f"{one.name}: {one.text}" if one.user else "[deleted]" for one in scene.messages]

    async def heard(self, name: str) -> list[str]:
        every = await outbox.history(self.table, self.id(name))
        return [one.kind.name for one in every[::-1] if one.kind.name.startswith("assist")]

    async def points(self, name: str) -> int:
        return (await wallet_of(self.table, self.id(name))).points

    async def delete(self, name: str) -> None:
        tools = tools_at(self.table, self.clock)
        await delete_person(self.table, Holder(self.id(name)), self.clock(), first=farewells(tools))

    async def pass_time(self, seconds: float) -> None:
        self.clock.advance(seconds)
        await run_due(ENDINGS, tools_at(self.table, self.clock))

    async def status(self, thread: AssistThread) -> ThreadStatus:
        found = await thread_at(self.table, thread.id)
        assert found is not None
        return found.status
