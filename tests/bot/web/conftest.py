"""A web server on a free port of loopback, with a pulse moved by hand and a client that asks it."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
from aiohttp import ClientResponse, ClientSession
from prometheus_client import CollectorRegistry

from bot.web.readiness import Readiness
from bot.web.routes import new_app
from bot.web.server import listening
from scheduler.pulse import Pulse
from tracker.settings import WebSettings
from tracker.store.table import Table


class Seconds:
    """A monotonic clock moved by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Site:
    """What a test asks, and what it changes."""

    url: str
    client: ClientSession
    registry: CollectorRegistry
    readiness: Readiness

    async def get(self, path: str) -> ClientResponse:
        return await self.client.get(self.url + path)


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


@pytest.fixture
def pulse(seconds: Seconds) -> Pulse:
    beating = Pulse(seconds)
    beating.mark()
    return beating


@pytest.fixture
async def site(table: Table, pulse: Pulse) -> AsyncIterator[Site]:
    readiness = Readiness(table, pulse)
    registry = CollectorRegistry()
    app = new_app(readiness, registry)
    async with listening(app, WebSettings(port=0)) as url, ClientSession() as client:
        yield Site(url, client, registry, readiness)
