"""The whole of Questlog on a clock in hand: hiscores and a webhook on loopback, and all that lies between."""

import asyncio
import io
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Self

from bot.feature import Feature, rules_of
from bot.features import FEATURES
from scheduler.character_lookup import link_character, rename_character
from scheduler.context import Context, open_context
from scheduler.pulse import Pulse
from scheduler.rounds import run_due
from scheduler.sources.timing import Timing
from tests.fakes.clock import HandClock
from tests.fakes.hiscores import FakeHiscores
from tests.fakes.webhook_receiver import SECRET, WebhookReceiver
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.feature import work_of
from tracker.goals.characters.service import Characters
from tracker.goals.model import Character, Frequency, Goal, LatestProgress
from tracker.goals.pace.history import ends, points
from tracker.goals.service import Goals
from tracker.habits.service import Habits
from tracker.ids import ulids
from tracker.listeners import character_listeners
from tracker.notify.channels import Channels
from tracker.readings import Number
from tracker.settings import Settings
from tracker.store.table import Table

MINUTES = 60.0
HOURS = 3600.0


async def at_once(seconds: float) -> None:
    """Nobody waits on a clock in hand."""
    del seconds
    await asyncio.sleep(0)


class World:
    """`pass_time` lets the service do what it would do meanwhile. A restart keeps the table only."""

    def __init__(
        self,
        table: Table,
        clock: HandClock,
        hiscores: FakeHiscores,
        webhook: WebhookReceiver,
        features: Sequence[Feature] = FEATURES,
    ) -> None:
        self.features = features
        self.table, self.clock, self.hiscores, self.webhook = table, clock, hiscores, webhook
        self.settings = Settings.model_validate(
            {
                "sources": {
                    "runescape": {
                        "osrs_url": hiscores.url,
                        "rs3_url": hiscores.url,
                        "runemetrics_url": hiscores.url,
                        "requests_per_second": 100_000,
                    }
                },
                "poll": {"soonest_seconds": 600, "latest_seconds": 1800, "latest_failing_seconds": 3600},
                "webhook": {"secret": SECRET, "allow_private": True},
            }
        )
        self.people: list[User] = []
        self.accounts = Accounts(table, clock, ulids(clock))
        self.characters = Characters(table, clock, character_listeners(table))
        numbers = iter(range(10_000))
        self.goals = Goals(table, clock, lambda: f"goal{next(numbers)}")
        self.habits = Habits(table, clock, ulids(clock))
        self._stack = AsyncExitStack()
        self._context: Context | None = None

    @classmethod
    @asynccontextmanager
    async def of(
        cls, table: Table, clock: HandClock, features: Sequence[Feature] = FEATURES
    ) -> AsyncGenerator[Self]:
        async with FakeHiscores.running() as hiscores, WebhookReceiver.running() as webhook:
            world = cls(table, clock, hiscores, webhook, features)
            await world.start()
            try:
                yield world
            finally:
                await world.stop()

    @property
    def context(self) -> Context:
        assert self._context is not None
        return self._context

    async def start(self) -> None:
        self._context = await self._stack.enter_async_context(
            open_context(
                self.settings,
                self.table,
                features=rules_of(self.features),
                clock=self.clock,
                monotonic=self.monotonic,
                chance=lambda: 0.5,
                timing=Timing(self.clock, self.monotonic, sleep=at_once, chance=lambda: 0.5),
                pulse=Pulse(self.monotonic),
                out=io.StringIO(),
            )
        )

    async def stop(self) -> None:
        await self._stack.aclose()
        self._context = None

    async def restart(self) -> None:
        await self.stop()
        await self.start()

    def monotonic(self) -> float:
        return self.clock().timestamp()

    async def person(self, name: str = "local:me", **settings: str) -> User:
        user = await self.accounts.register(parse_identity(name))
        await Channels(self.table, self.clock).add(user.id, "webhook", f"{self.webhook.url}?{name}")
        user = await self.accounts.change_settings(user.id, settings) if settings else user
        self.people.append(user)
        return user

    async def character(self, user: User, name: str = "Zezima", **where: str) -> Character:
        return await link_character(self.context.sources, self.characters, user.id, name, **where)

    async def goal(
        self, user: User, character: Character, text: str, frequency: Frequency = Frequency.MILESTONES
    ) -> Goal:
        return await self.goals.add(user, character, text, frequency=frequency)

    async def only_goal(self, text: str) -> Goal:
        """Of the only character of the only person."""
        user = await self.person()
        return await self.goal(user, await self.character(user), text)

    async def renamed(self, character: Character, name: str) -> Character:
        return await rename_character(self.context.sources, self.characters, character.user, character, name)

    async def look(self) -> None:
        """What is due is polled; nothing else happens."""
        await self.context.poller.tend()
        await self.context.poller.tick()
        await self.context.poller.quiet()

    async def pass_time(self, seconds: float, *, step: float = 10 * MINUTES) -> None:
        """The service runs all the while, looking about every `step` seconds."""
        gone = 0.0
        while gone < seconds:
            self.clock.advance(min(step, seconds - gone))
            gone += step
            await self.look()
            for work in work_of(rules_of(self.features)):
                await run_due(work, self.context.tools)
            await self.context.dispatcher.run(hurry=True)

    def told(self, kind: str | None = None, to: str | None = None) -> list[dict[str, Any]]:
        """The parts of all messages that arrived, in order; those of a kind and to a person where named."""
        taken = [
            document for key, document in self.webhook.taken.items() if to in (None, self.webhook.asked[key])
        ]
        parts = [part for document in taken for part in document["messages"]]
        return [part for part in parts if kind in (None, part["kind"])]

    def kinds(self) -> list[str]:
        return [part["kind"] for part in self.told()]

    async def latest(self, goal: Goal) -> LatestProgress | None:
        return (await ends(self.table, goal))[1]

    async def values(self, goal: Goal) -> list[Number]:
        return [point.value for point in await points(self.table, goal)]
