"""Where members of a server come together: people with goals, and what the server is told of them."""

from collections.abc import Iterable
from itertools import count

from tests.fakes.clock import HandClock
from tests.tracker.goals.looking import Ground
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.notify import outbox
from tracker.notify.model import OutboxItem
from tracker.servers.model import Announces, News, Server
from tracker.servers.service import Servers
from tracker.store.segments import Subject
from tracker.store.table import Table

GUILD = 80351110224678912


class Hall(Ground):
    def __init__(self, table: Table, clock: HandClock) -> None:
        super().__init__(table, clock)
        numbers = count(1)
        self.accounts = Accounts(table, clock, lambda: f"account{next(numbers)}")
        self.servers = Servers(table, clock, self.accounts)

    async def server(
        self, guild: int = GUILD, announces: Announces = Announces.REACHED, name: str = "The Clan"
    ) -> Server:
        return await self.servers.announce(await self.servers.set_up(guild, name), announces)

    async def player(
        self,
        name: str,
        server: Server,
        *goals: str,
        xp: int = 1_000_000,
        agreed: Iterable[News] = tuple(News),
    ) -> User:
        """A member with a character of the same name, and goals for it, who agreed to all of it."""
        user = await self.person(name)
        for news in agreed:
            await self.servers.join(user, server, news)
        character = await self.character(user, name, subject=subject(name), woodcutting_xp=xp)
        for text in goals:
            await self.goal(user, character, text)
        return user

    async def cuts(self, name: str, xp: int, **more: int) -> None:
        values = {"woodcutting.xp": xp, **{key.replace("_", "."): value for key, value in more.items()}}
        await self.look(values, subject=subject(name))

    async def announced(self, server: Server) -> list[OutboxItem]:
        """Oldest first."""
        return (await outbox.history(self.table, server.account))[::-1]


def subject(name: str) -> Subject:
    return Subject("osrs", f"main:{name.lower()}")
