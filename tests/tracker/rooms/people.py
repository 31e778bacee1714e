"""People who talk in rooms, by name, on one table."""

from itertools import count
from typing import TYPE_CHECKING

from tests.fakes.clock import HandClock
from tracker.accounts.belongings import Holder
from tracker.accounts.deletion import delete_person
from tracker.accounts.identity import parse_identity
from tracker.accounts.service import Accounts
from tracker.notify import outbox
from tracker.notify.model import OutboxItem
from tracker.rooms import leaving
from tracker.rooms.history import History
from tracker.rooms.messages import SAID
from tracker.rooms.model import RoomMessage, Tell
from tracker.rooms.safety import Safety
from tracker.rooms.saying import Saying, Spoken
from tracker.rooms.service import NewRoom, Rooms, Who
from tracker.store.table import Table

if TYPE_CHECKING:
    from tracker.accounts.model import User


class Circle:
    def __init__(self, table: Table, clock: HandClock, *, keep_days: int = 365) -> None:
        numbers, codes = count(1), count(1)

        def new_id() -> str:
            return f"thing{next(numbers):06}"

        def new_code() -> str:
            return f"{next(codes):010}"

        self.table, self.clock = table, clock
        self.rooms = Rooms(table, clock, new_id, new_code)
        self.saying = Saying(table, clock, new_id, keep_days)
        self.history = History(table, clock)
        self.safety = Safety(table, clock, self.history, self.those_who_run_it)
        self.operators: list[str] = []
        self.people: dict[str, User] = {}
        self.room = ""

    async def those_who_run_it(self) -> list[str]:
        return self.operators

    async def arrive(self, *names: str) -> None:
        for name in names:
            accounts = Accounts(self.table, self.clock, lambda name=name: f"person-{name}")
            self.people[name] = await accounts.get_or_register(parse_identity(f"local:{name}"))

    async def meet(self, *names: str, tell: Tell = Tell.ALL) -> NewRoom:
        """The first one makes a room, and the others join it."""
        await self.arrive(*names)
        first, *others = names
        made = await self.rooms.create(Who(self.people[first], first), "Gym")
        self.room, self.code = made.room.id, made.invitation.code if made.invitation else ""
        for name in others:
            await self.join(name)
        for name in names:
            await self.rooms.edit(self.id(name), self.room, tell=tell)
        return made

    async def join(self, name: str) -> None:
        await self.rooms.join(Who(self.people[name], name), self.code)

    def id(self, name: str) -> str:
        return self.people[name].id

    async def say(self, name: str, text: str, occasion: str | None = None) -> Spoken:
        return await self.saying.say(self.id(name), self.room, text, occasion)

    async def sees(self, name: str) -> list[str]:
        """What somebody reads of the room, oldest first."""
        page = await self.history.page(self.id(name), self.room, 100)
        return [shown(one) for one in page.messages]

    async def told(self, name: str) -> list[OutboxItem]:
        return [one for one in await outbox.history(self.table, self.id(name)) if one.kind is SAID]

    async def delete(self, name: str) -> None:
        async def farewell(user_id: str) -> None:
            await leaving.forget(self.table, user_id, self.clock())

        holder = Holder(self.people.pop(name).id)
        await delete_person(self.table, holder, self.clock(), first=[farewell])


def shown(message: RoomMessage) -> str:
    return f"{message.name}: {message.text}" if message.is_there else "[deleted]"
