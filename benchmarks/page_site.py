"""The pages of somebody who has used Questlog for three years, beside a handler that is as bare as can be."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterable, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TypeVar, cast

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
from tracker.store.query import Query, QueryPage
from tracker.store.sqlite import SqliteTable
from tracker.store.sqlite_schema import connect_reader
from tracker.store.steps import Lookup, ReadSteps
from tracker.store.values import Item, Key

if TYPE_CHECKING:
    from tests.fakes.clock import HandClock

HABITS, GOALS, TASKS, YEARS = 50, 25, 100, 3 * 365
BARE, BY_TABLE = "/bare", "/by-table"
T = TypeVar("T")


class NotingFile(SqliteTable):
    """Notes how something is read while it is asked to: each statement with its values, and each visit."""

    def __init__(
        self, path: Path, writer: sqlite3.Connection, reader: sqlite3.Connection, clock: Clock
    ) -> None:
        super().__init__(path, writer, reader, clock)
        self._connection = reader
        self._visits: list[list[Lookup]] | None = None

    @contextmanager
    def noting(self) -> Generator[tuple[list[str], list[list[Lookup]]]]:
        statements, self._visits = list[str](), list[list[Lookup]]()
        self._connection.set_trace_callback(statements.append)
        try:
            yield statements, self._visits
        finally:
            self._connection.set_trace_callback(None)
            self._visits = None

    async def _get_many(self, keys: Sequence[Key]) -> dict[Key, Item]:
        self._visited([Lookup(keys=keys)])
        return await super()._get_many(keys)

    async def _query(self, query: Query) -> QueryPage:
        self._visited([Lookup(queries=[query])])
        return await super()._query(query)

    async def _read(
        self, keys: Sequence[Key], queries: Sequence[Query]
    ) -> tuple[dict[Key, Item], list[QueryPage]]:
        self._visited([Lookup(keys, queries)])
        return await super()._read(keys, queries)

    async def read_in_steps(self, steps: ReadSteps[T]) -> T:
        if self._visits is None:
            return await super().read_in_steps(steps)
        self._visited(visit := list[Lookup]())
        return await super().read_in_steps(_noted(steps, visit))

    def _visited(self, visit: list[Lookup]) -> None:
        if self._visits is not None:
            self._visits.append(visit)


def _noted(steps: ReadSteps[T], visit: list[Lookup]) -> ReadSteps[T]:
    lookup = next(steps)
    try:
        while True:
            visit.append(lookup)
            lookup = steps.send((yield lookup))
    except StopIteration as done:
        return done.value


def _again(visit: Sequence[Lookup]) -> ReadSteps[None]:
    for lookup in visit:
        _ = yield lookup


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
class ByTable:
    """Reads the same items by Questlog's own table, in the same visits, and answers the same bytes."""

    table: SqliteTable
    bare: Bare
    visits: list[list[Lookup]] = field(default_factory=list[list[Lookup]])

    async def serve(self, _: web.Request) -> web.Response:
        for visit in self.visits:
            await self.table.read_in_steps(_again(visit))
        return web.Response(body=self.bare.body, headers=self.bare.headers)


@dataclass
class FullSite:
    site: ApiSite
    table: NotingFile
    bare: Bare
    by_table: ByTable
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
            with self.table.noting() as (statements, visits):
                async with client.get(self.site.url + path) as answer:
                    body = await answer.read()
                    assert answer.status == 200
                    names = ("Content-Type", "Content-Encoding", "Content-Security-Policy", "Cache-Control")
                    self.bare.headers = {name: answer.headers[name] for name in names}
        self.bare.body, self.bare.statements = body, [one for one in statements if "SELECT" in one]
        self.by_table.visits = visits
        return body


@asynccontextmanager
async def full_site() -> AsyncGenerator[FullSite]:
    with TemporaryDirectory() as folder:
        path, clock = Path(folder) / "questlog.db", cast("HandClock", system_clock)
        table = cast("NotingFile", await NotingFile.open(path, clock))
        by_table = ByTable(table, bare := Bare(path))

        def more(running: RunningServices) -> Iterable[web.RouteDef]:
            own = site_routes(running, FEATURES, Settings().web)
            return [*own, web.get(BARE, bare.serve), web.get(BY_TABLE, by_table.serve)]

        try:
            async with api_site(table, clock, more=more) as site:
                yield FullSite(site, table, bare, by_table, await _somebody(site.services))
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
