"""Questlog with the real Discord client, logged in to a stand-in: what people do there is what is tested."""

import io
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Self

from prometheus_client import CollectorRegistry

from bot.charts.drawing import Drawings
from bot.charts.message_pictures import MessagePictures
from bot.feature import Feature, rules_of
from bot.features import FEATURES
from bot.services import Services
from bot.slash.client import QuestlogClient
from bot.slash.connection import connected
from bot.slash.opening import new_client
from bot.slash.own_part import slash_parts
from bot.slash.part import SlashPart
from bot.telemetry import RefusalMetrics
from scheduler.context import open_context
from scheduler.pulse import Pulse
from scheduler.sources.timing import Timing
from tests.fakes.clock import HandClock
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.tiny_bot import pointed_at
from tests.fakes.discord.users import FakeUser
from tests.fakes.hiscores import FakeHiscores
from tests.fakes.webhook_receiver import WebhookReceiver
from tests.patience import PATIENCE
from tests.world import World, at_once
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.settings import Settings
from tracker.store.table import Table


class BotWorld(World):
    """`discord` is the stand-in, `client` the bot on it. A restart makes a new client on the same table."""

    discord: FakeDiscord
    client: QuestlogClient
    more: Sequence[SlashPart] = ()
    registry: CollectorRegistry
    """What the client counts."""

    @classmethod
    @asynccontextmanager
    async def on_discord(
        cls,
        table: Table,
        clock: HandClock,
        features: Sequence[Feature] = FEATURES,
        *,
        more: Sequence[SlashPart] = (),
        discord: FakeDiscord | None = None,
        http_json: Mapping[str, Any] | None = None,
        github: Mapping[str, Any] | None = None,
        **settings: Any,  # noqa: ANN401 - of any kind
    ) -> AsyncGenerator[Self]:
        """`more` is what Discord has besides features; `settings` are those of `[discord]`, `http_json` and
        `github` those of these sources."""
        async with (
            FakeHiscores.running() as hiscores,
            WebhookReceiver.running() as webhook,
            FakeDiscord.running(clock) as own,
        ):
            world = cls(table, clock, hiscores, webhook, features)
            world.discord, world.more = discord or own, more
            world.settings = with_discord(world.settings, world.discord, **settings)
            if http_json:
                world.settings = with_source(world.settings, "http_json", http_json)
            if github:
                world.settings = with_source(world.settings, "github", github)
            with pointed_at(world.discord):
                await world.start()
                try:
                    yield world
                finally:
                    await world.stop()

    async def start(self) -> None:
        self.registry = CollectorRegistry()
        self.client = new_client(
            self.settings.discord, [*slash_parts(self.features), *self.more], registry=self.registry
        )
        self.client.defer_seconds = PATIENCE  # a busy machine promises nothing that a test did not ask for
        drawings = self._stack.enter_context(Drawings())
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
                discord=self.client,
                pictures=MessagePictures(self.table, self.clock, drawings, self.features),
            )
        )
        count = RefusalMetrics(self.registry).count
        services = Services.of(
            self.settings, self._context, self.features, drawings=drawings, count_refusal=count
        )
        self.client.serve(services)
        await self._stack.enter_async_context(connected(self.client, self.settings.discord))
        await self.discord.gateway.until_ready(self.discord.shards if self.settings.discord.sharded else 1)
        await self.client.wait_until_ready()

    async def account_of(self, user: FakeUser) -> User | None:
        return await self.accounts.find(parse_identity(f"discord:{user.id}"))


def with_discord(settings: Settings, discord: FakeDiscord, **changes: Any) -> Settings:  # noqa: ANN401 - of any kind
    """Settings that lead to the stand-in."""
    given = {
        "token": discord.token,
        "api_url": discord.api_url,
        "gateway_url": discord.gateway_url,
        **changes,
    }
    return Settings.model_validate({**settings.model_dump(), "discord": given})


def with_source(settings: Settings, name: str, given: Mapping[str, Any]) -> Settings:
    """Settings for numbers on the web, or for GitHub."""
    sources = {**settings.sources.model_dump(), name: given}
    return Settings.model_validate({**settings.model_dump(), "sources": sources})
