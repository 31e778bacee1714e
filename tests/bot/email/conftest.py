"""The addresses of e-mail on a real web server, with a person who has an e-mail channel."""

import io
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from aiohttp import ClientSession
from prometheus_client import CollectorRegistry

from bot.email import events, unsubscribe
from bot.feature import rules_of
from bot.features import FEATURES
from bot.services import Services
from bot.web.readiness import Readiness
from bot.web.routes import new_app
from bot.web.running import RunningServices
from bot.web.server import listening
from bot.web.site.place import Place
from scheduler.channels.email.message import UNSUBSCRIBE
from scheduler.context import open_context
from scheduler.pulse import Pulse
from tests.fakes.clock import HandClock
from tests.fakes.sns import TOPIC, FakeTopic
from tests.scheduler.channels.letters import ADA
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.notify import outbox
from tracker.notify.model import OutboxItem, PersonChannel
from tracker.notify.stopped import StoppedAddresses, Why
from tracker.settings import Settings, WebSettings
from tracker.signing import Signer
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table

RULES = rules_of(FEATURES)

TOKEN = "a-secret-of-the-operator"  # noqa: S105 - of a test, worth nothing


@dataclass
class Site:
    url: str
    client: ClientSession
    services: Services
    running: RunningServices
    ada: User

    async def link(self, person: str | None = None, address: str = ADA) -> str:
        """As it stands in a message."""
        signer = await Signer.of(self.services.table)
        who = self.ada.id if person is None else person
        return f"{self.url}/unsubscribe?token={signer.token(UNSUBSCRIBE, who, address)}"

    async def channel(self) -> PersonChannel:
        return await self.services.channels.find(self.ada.id, "email")

    async def why(self, address: str = ADA) -> Why | None:
        found = await StoppedAddresses(self.services.table, self.services.clock).find("email", address)
        return None if found is None else found.why

    async def told(self) -> list[OutboxItem]:
        return await outbox.history(self.services.table, self.ada.id)


@asynccontextmanager
async def site_on(table: Table, clock: HandClock, **email: Any) -> AsyncGenerator[Site]:  # noqa: ANN401 - settings
    settings = Settings.model_validate({"email": {"events_token": TOKEN, "events_topic": TOPIC, **email}})
    running, pulse = RunningServices(), Pulse(lambda: 0.0)
    app = new_app(
        Readiness(table, pulse),
        CollectorRegistry(),
        [*unsubscribe.routes(running, Place()), *events.routes(running)],
    )
    async with (
        listening(app, WebSettings(port=0)) as url,
        open_context(settings, table, features=RULES, out=io.StringIO(), pulse=pulse, clock=clock) as context,
        ClientSession() as client,
    ):
        services = Services.of(settings, context, FEATURES)
        running.open(services)
        ada = await services.accounts.register(parse_identity(f"email:{ADA}"))
        await services.channels.add(ada.id, "email", ADA)
        yield Site(url, client, services, running, ada)


@pytest.fixture
async def topic(clock: HandClock) -> AsyncIterator[FakeTopic]:
    async with FakeTopic(clock).running() as running:
        yield running


@pytest.fixture
async def site(sqlite_table: SqliteTable, clock: HandClock, topic: FakeTopic) -> AsyncIterator[Site]:
    async with site_on(sqlite_table, clock, endpoint_url=topic.url) as opened:
        yield opened
