"""Questlog with its webhook for SMS on loopback, and telephones that text it."""

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import ClientSession, web
from prometheus_client import CollectorRegistry

from bot.feature import Feature
from bot.features import FEATURES
from bot.services import Services
from bot.sms.inbound import Inbound
from bot.telemetry import RefusalMetrics
from bot.web.running import RunningServices
from bot.web.server import listening
from tests.fakes.clock import HandClock
from tests.fakes.phone import PATH, PUBLIC, SMS_SETTINGS, FakePhone
from tests.patience import PATIENCE
from tests.world import HOURS, World
from tracker.accounts.model import User
from tracker.goals.model import Frequency, Goal
from tracker.notify.channels import Channels
from tracker.settings import Settings, WebSettings
from tracker.store.table import Table
from tracker.store.values import Item

ADA, BOB, STRANGER = "+15550100001", "+15550100002", "+15550100009"


class SmsWorld(World):
    """`inbound` is what answers; `phone` texts it."""

    services: Services
    registry: CollectorRegistry
    inbound: Inbound
    running: RunningServices
    url: str
    web: ClientSession

    def phone(self, number: str = ADA) -> FakePhone:
        return FakePhone(number, self.web, self.url)

    async def owner(self, number: str = ADA, **settings: str) -> User:
        """Somebody who has this number, with a channel to it and another one."""
        user = await self.person(f"phone:{number}", **settings)
        await Channels(self.table, self.clock).add(user.id, "sms", number)
        return user

    async def plays(self, *goals: str, number: str = ADA, name: str = "Zezima", **settings: str) -> User:
        """From a million in Woodcutting and Fishing, with these goals, an hour ago."""
        user = await self.owner(number, **settings)
        await self.sets(user, *goals, name=name)
        return user

    async def sets(self, user: User, *goals: str, name: str = "Zezima") -> list[Goal]:
        self.hiscores.osrs(name).train("Woodcutting", 1_000_000).train("Fishing", 1_000_000)
        character = await self.character(user, name)
        found: list[Goal] = []
        for goal in goals:
            self.clock.advance(1)
            found.append(await self.goal(user, character, goal, Frequency.DAILY))
        await self.pass_time(HOURS)
        return found

    async def again(self, user: User) -> User:
        """As they are now."""
        return await self.accounts.get(user.id)

    async def everything(self) -> list[Item]:
        """All that is stored, to compare."""
        items = [item async for item in self.table.scan()]
        return sorted(items, key=lambda item: (item["PK"], item["SK"]))


@asynccontextmanager
async def texting(
    table: Table, clock: HandClock, features: Sequence[Feature] = FEATURES
) -> AsyncGenerator[SmsWorld]:
    """Nothing is ever late, however busy the machine is."""
    async with SmsWorld.of(table, clock, features) as world:
        world.settings = with_sms(world.settings)
        world.registry = CollectorRegistry()
        count = RefusalMetrics(world.registry).count
        world.services = Services.of(world.settings, world.context, features, count_refusal=count)
        world.running = RunningServices()
        world.inbound = Inbound(world.running, features, seconds=PATIENCE)
        app = web.Application()
        app.add_routes([web.post(PATH, world.inbound.receive)])
        async with (
            listening(app, WebSettings(port=0)) as world.url,
            ClientSession() as world.web,
            world.running.opened(world.services),
        ):
            yield world


def with_sms(settings: Settings, **changes: Any) -> Settings:  # noqa: ANN401 - of any kind
    sms = {**SMS_SETTINGS, **changes}
    return Settings.model_validate({**settings.model_dump(), "sms": sms, "web": {"public_url": PUBLIC}})


@pytest.fixture
async def world(sqlite_table: Table, clock: HandClock) -> AsyncIterator[SmsWorld]:
    async with texting(sqlite_table, clock) as world:
        yield world
