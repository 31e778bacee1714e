"""Workers that poll one stand-in hiscores from one table, each on a monotonic clock of its own."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count, pairwise
from typing import Self

from aiohttp import web

from scheduler.character_lookup import link_character, link_number
from scheduler.definitions import definitions_of
from scheduler.leases import Leases
from scheduler.poll import Poller
from scheduler.sources.registry import Sources, open_sources
from scheduler.sources.timing import Timing
from scheduler.sources.web.json_target import HttpJsonTarget
from tests.fakes.clock import START, HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.fakes.hiscores import FakeHiscores
from tests.fakes.web_faults import Good
from tests.patience import PATIENCE
from tests.recorders import recorder_on
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.goals.characters.service import Characters
from tracker.goals.model import Character, Frequency, Goal
from tracker.goals.pace.history import points
from tracker.goals.service import Goals
from tracker.ids import ulids
from tracker.listeners import character_listeners
from tracker.notify import outbox
from tracker.readings import Number
from tracker.settings import HttpJsonSettings, PollSettings, RuneScapeSettings, SourcesSettings
from tracker.store.entity import from_item
from tracker.store.keys import SubjectKey
from tracker.store.segments import Subject
from tracker.store.table import Table
from tracker.subjects import Observed

SETTINGS = PollSettings(
    soonest_seconds=60,
    latest_seconds=600,
    latest_failing_seconds=1200,
    concurrency=4,
    not_found_seconds=1800,
    down_seconds=3600,
)

BOB = Subject("osrs", "main:bob")
REACHED = 13_034_431
"""The xp of level 99."""


class Gate:
    """Holds answers back until it is opened. They say what was true when they were asked for."""

    def __init__(self) -> None:
        self.opened = asyncio.Event()
        self.arrived = asyncio.Event()
        self.waiting = self.most = 0

    async def __call__(self, request: web.Request, good: Good) -> web.StreamResponse:
        del request
        self.arrived.set()
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        await self.opened.wait()
        self.waiting -= 1
        return web.Response(body=good.body, content_type=good.content_type)


class Worker:
    """A process that polls. Its calls of the table are counted, but for those of its leases."""

    versions = count()

    def __init__(self, realm: "Realm", name: str, sources: Sources, start: float) -> None:
        self._realm, self._start = realm, start
        self.behind = 0.0
        """How many seconds have passed it by."""
        self.sources = sources
        self.table = FaultyTable(realm.table)
        self.lease_table = FaultyTable(realm.table)
        self.leases = Leases(
            self.lease_table,
            name,
            monotonic=self.monotonic,
            new_version=lambda: f"{name}-{next(self.versions)}",
        )
        self.recorder = recorder_on(self.table, realm.clock, keep_days=90)
        self.poller = Poller(
            self.table,
            realm.clock,
            sources,
            self.recorder,
            self.leases,
            realm.settings,
            monotonic=self.monotonic,
            chance=lambda: realm.chance,
        )

    def monotonic(self) -> float:
        return self._start + self._realm.seconds() - self.behind

    async def start(self) -> None:
        """Begin what is due, and do not wait for it."""
        await self.poller.tend()
        await self.poller.tick()

    async def step(self) -> None:
        await self.start()
        await self.poller.quiet()


class Realm:
    """The game, the table, the people and their goals."""

    def __init__(self, table: Table, clock: HandClock, game: FakeHiscores, stack: AsyncExitStack) -> None:
        self.table, self.clock, self.game = table, clock, game
        self.settings = SETTINGS
        self.chance = 0.5
        self._stack = stack
        self._accounts = Accounts(table, clock, ulids(clock))
        self._ids = count(1)
        self.characters = Characters(table, clock, character_listeners(table))
        self.goals = Goals(table, clock, lambda: f"goal{next(self._ids)}")

    @classmethod
    @asynccontextmanager
    async def of(cls, table: Table, clock: HandClock) -> AsyncGenerator[Self]:
        async with FakeHiscores.running() as game, AsyncExitStack() as stack:
            yield cls(table, clock, game, stack)

    async def worker(self, name: str = "one", start: float = 1e6) -> Worker:
        """A process, with connections of its own."""
        return Worker(self, name, await self.sources(), start)

    async def sources(self) -> Sources:
        runescape = RuneScapeSettings.model_validate(
            {
                **dict.fromkeys(("osrs_url", "rs3_url", "runemetrics_url"), self.game.url),
                "requests_per_second": 100_000,
                "timeout_seconds": PATIENCE,
            }
        )
        timing = Timing(self.clock, self.seconds, _at_once, lambda: 0.5)
        web = HttpJsonSettings(allow_private=True, requests_per_second=100_000, timeout_seconds=PATIENCE)
        opened = open_sources(
            SourcesSettings(runescape=runescape, http_json=web),
            timing=timing,
            definitions=definitions_of(self.table),
        )
        return await self._stack.enter_async_context(opened)

    def seconds(self) -> float:
        return (self.clock() - START).total_seconds()

    async def person(self, name: str = "local:me") -> User:
        return await self._accounts.get_or_register(parse_identity(name))

    async def character(self, name: str = "Bob", person: User | None = None) -> Character:
        """One that somebody has just linked; it has to be in the game."""
        user = person or await self.person()
        return await link_character(await self.sources(), self.characters, user.id, name)

    async def goal(self, text: str, character: Character, frequency: Frequency = Frequency.DAILY) -> Goal:
        user = await self._accounts.get(character.user)
        return await self.goals.add(user, character, text, frequency=frequency)

    async def number(self, name: str, url: str, text: str, person: User | None = None) -> Goal:
        """A goal for the `count` at an address on the web."""
        user = person or await self.person()
        target = HttpJsonTarget.of(url, "count")
        number = await link_number(await self.sources(), self.characters, user.id, name, target)
        return await self.goal(text, number)

    async def bob(self, text: str = "99 fishing", frequency: Frequency = Frequency.DAILY) -> Goal:
        """Bob, with some xp in Fishing, and a goal."""
        self.game.osrs("Bob").train("Fishing", 5_000_000)
        return await self.goal(text, await self.character(), frequency)

    async def run(self, seconds: float, *workers: Worker, step: float = 5) -> None:
        """Time passes; these workers live."""
        for _ in range(int(seconds / step)):
            self.clock.advance(step)
            for worker in workers:
                await worker.step()

    async def times_asked(self, seconds: float, *workers: Worker, step: float = 5) -> dict[str, list[float]]:
        """When the game was asked for each player, while these workers lived."""
        times: dict[str, list[float]] = {}
        for _ in range(int(seconds / step)):
            before = len(self.game.asked)
            await self.run(step, *workers, step=step)
            for asked in self.game.asked[before:]:
                times.setdefault(asked.player, []).append(self.seconds())
        return times

    async def settled(self, name: str = "one") -> Worker:
        """A worker that has listed its shards for the second time, which is the last one for hours."""
        worker = await self.worker(name)
        await self.run(120, worker, step=20)
        return worker

    async def until_asked(self, worker: Worker) -> None:
        """Until just after its next look at Bob."""
        before = self.asked()
        while self.asked() == before:
            await self.run(5, worker)

    async def hang(self, worker: Worker) -> Gate:
        """A look at Bob has begun, and its answer is on its way."""
        gate = Gate()
        self.game.go_wrong(gate, player="bob")
        self.clock.advance(self.settings.latest_seconds)
        await worker.start()
        await gate.arrived.wait()
        return gate

    def asked(self, name: str = "bob") -> int:
        """How often the game was asked for a character."""
        return sum(asked.player == name for asked in self.game.asked)

    async def values(self, goal: Goal) -> list[Number]:
        return [point.value for point in await points(self.table, goal)]

    async def told(self, person: User | None = None) -> list[str]:
        """The kinds of all messages, oldest first."""
        user = person or await self.person()
        return [item.kind.name for item in reversed(await outbox.history(self.table, user.id))]

    async def observed(self, subject: Subject) -> Observed:
        item = await self.table.get(SubjectKey(subject).key)
        assert item is not None
        return from_item(Observed, item)


def gaps(times: Sequence[float]) -> list[float]:
    return [later - earlier for earlier, later in pairwise(times)]


async def _at_once(seconds: float) -> None:
    """Waits of the sources take no time here: what is waited for is what the poller plans."""
    del seconds
