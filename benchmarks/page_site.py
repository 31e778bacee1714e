"""The pages of somebody who has used Questlog for three years, beside a handler that is as bare as can be."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, cast

from aiohttp import ClientSession, web

from benchmarks.habit_past import Past
from benchmarks.population import DAYS, Settler, goals_by_date
from benchmarks.tasks import person_tasks
from bot.features import FEATURES
from bot.services import Services
from bot.web.running import RunningServices
from bot.web.site.place import SESSION, Place
from bot.web.site.routes import site_routes
from tests.bot.web.api_site import ApiSite, api_site
from tracker.accounts.model import User
from tracker.clock import Clock, system_clock
from tracker.goals.model import ProgressRecord
from tracker.settings import Settings
from tracker.store.entity import to_item
from tracker.store.keys import IdentityKind
from tracker.store.sqlite import SqliteTable
from tracker.store.sqlite_schema import connect_reader
from tracker.store.values import Item

if TYPE_CHECKING:
    from tests.fakes.clock import HandClock

HABITS, GOALS, TASKS, YEARS = 50, 25, 100, 3 * 365
BARE = "/bare"


class NotingFile(SqliteTable):
    """Notes each statement by which something is read, with its values."""

    def __init__(
        self, path: Path, writer: sqlite3.Connection, reader: sqlite3.Connection, clock: Clock
    ) -> None:
        super().__init__(path, writer, reader, clock)
        self.read_by: list[str] = []
        reader.set_trace_callback(self.read_by.append)


@dataclass
class Bare:
    """Reads the same items, one statement after the other, and answers the same bytes."""

    path: Path
    statements: list[str] = field(default_factory=list[str])
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict[str, str])

    def __post_init__(self) -> None:
        self._connection = connect_reader(self.path)

    async def serve(self, _: web.Request) -> web.Response:
        await asyncio.to_thread(self._read)
        return web.Response(body=self.body, headers=self.headers)

    def _read(self) -> list[list[object]]:
        return [
            [json.loads(row[-1]) for row in self._connection.execute(one) if isinstance(row[-1], str)]
            for one in self.statements
        ]

    def close(self) -> None:
        self._connection.close()


@dataclass
class FullSite:
    site: ApiSite
    table: NotingFile
    bare: Bare
    person: User

    async def cookie(self) -> str:
        """Of a browser that is signed in."""
        begun = await self.site.services.sessions.begin(self.person.id, "terminal", "a benchmark")
        return f"{Place().cookie(SESSION)}={begun.secret}"

    async def look(self, path: str = "/") -> bytes:
        """A page as it comes, packed, with nothing of what was read noted before."""
        headers = {"Cookie": await self.cookie(), "Accept-Encoding": "gzip"}
        async with ClientSession(auto_decompress=False, headers=headers) as client:
            await (await client.get(self.site.url + path)).read()
            self.table.read_by.clear()
            async with client.get(self.site.url + path) as answer:
                body = await answer.read()
                assert answer.status == 200
                names = ("Content-Type", "Content-Encoding", "Content-Security-Policy", "Cache-Control")
                self.bare.headers = {name: answer.headers[name] for name in names}
        self.bare.body, self.bare.statements = body, [one for one in self.table.read_by if "SELECT" in one]
        return body


@asynccontextmanager
async def full_site() -> AsyncGenerator[FullSite]:
    with TemporaryDirectory() as folder:
        path, clock = Path(folder) / "questlog.db", cast("HandClock", system_clock)
        table = cast("NotingFile", await NotingFile.open(path, clock))
        bare = Bare(path)

        def more(running: RunningServices) -> Iterable[web.RouteDef]:
            return [*site_routes(running, FEATURES, Settings().web), web.get(BARE, bare.serve)]

        try:
            async with api_site(table, clock, more=more) as site:
                yield FullSite(site, table, bare, await _somebody(site.services))
        finally:
            bare.close()
            await table.close()


async def _somebody(services: Services) -> User:
    settler = Settler(services, IdentityKind.DISCORD, "discord", "dm:{}", goals_by_date(GOALS))
    person = await services.accounts.get(await settler.settle("100000001"))
    await Past(services.table, services.clock, services.habits).of(person, HABITS, YEARS)
    await services.table.write_many(puts=[item async for item in _progress(services, person)])
    await services.table.write_many(puts=person_tasks(person, TASKS, services.clock().date()))
    return person


async def _progress(services: Services, person: User) -> AsyncIterator[Item]:
    """A record a day of each goal, before those of the weeks that everybody has."""
    since = services.clock() - timedelta(days=2 * DAYS)
    for goal in await services.goals.list(person.id):
        for at in (since - timedelta(days=ago) for ago in range(YEARS)):
            yield to_item(ProgressRecord(at=at, value=3_000_000, day=at.date()), goal.progress_key(at))
