"""A room that is shown in a channel on Discord, and the people in it, for tests."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

from tests.bot.slash.bot_world import BotWorld
from tests.fakes.clock import HandClock
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.rooms.service import Who
from tracker.store.table import Table

if TYPE_CHECKING:
    from tests.fakes.discord.messages import FakeMessage
    from tests.fakes.discord.places import FakeChannel
    from tests.fakes.discord.users import FakeUser


@dataclass
class Club:
    """Ada owns the room and manages the server; Bob is there, too; Cem has a phone, and Eve is no member."""

    world: BotWorld
    clock: HandClock
    hall: "FakeChannel"
    ada: "FakeUser"
    bob: "FakeUser"
    eve: "FakeUser"
    room: str = ""
    people: dict[str, User] = field(default_factory=dict[str, User])

    async def begin(self) -> None:
        made = await self.ada.slash("room create", in_=self.hall, name="Gym")
        code = next(word for word in made.text.replace("*", " ").split() if len(word) == 11 and "-" in word)
        await self.bob.slash("room join", in_=self.hall, code=code)
        cem = await self.world.accounts.register(parse_identity("phone:+15005550006"))
        joined = await self.rooms.join(Who(cem, "Cem"), code)
        self.room, self.people["Cem"] = joined.room.id, cem
        for user in (self.ada, self.bob):
            found = await self.world.account_of(user)
            assert found is not None
            self.people[user.name.title()] = found

    @property
    def rooms(self):  # noqa: ANN201 - the service
        return self.world.client.services.rooms

    async def bridge(self) -> str:
        return (await self.ada.slash("room bridge", in_=self.hall, room="Gym")).text

    async def texts(self, what: str) -> None:
        """Cem says something, by whichever way he has."""
        self.clock.advance(13)
        await self.world.client.services.saying.say(self.people["Cem"].id, self.room, what)

    async def relayed(self, seconds: float = 1) -> list[str]:
        """Time passes, the service shows what is due, and this is what stands in the channel."""
        self.clock.advance(seconds)
        relay = self.world.context.room_relay
        assert relay is not None
        await relay.run()
        return [line_of(one) for one in self.hall.messages]

    @classmethod
    @asynccontextmanager
    async def meeting(cls, table: Table, clock: HandClock) -> AsyncGenerator[Self]:
        async with AsyncExitStack() as stack:
            world = await stack.enter_async_context(BotWorld.on_discord(table, clock))
            guild = world.discord.guild("The Club")
            ada, bob, eve = (world.discord.user(name) for name in ("ada", "bob", "eve"))
            guild.permit(ada, "manage_guild")
            it = cls(world, clock, guild.channel, ada, bob, eve)
            await it.begin()
            yield it


def line_of(message: "FakeMessage") -> str:
    return " ".join(message.text.replace("#", "").replace("\N{SPEECH BALLOON}", "").split())
