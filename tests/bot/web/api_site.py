"""The HTTP API on a real web server, with a person who has habits and a token."""

import io
import json
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import quote

from aiohttp import ClientSession, web
from discord import Client
from prometheus_client import CollectorRegistry

from bot.feature import Feature, rules_of
from bot.features import FEATURES
from bot.services import Services
from bot.telemetry import RefusalMetrics
from bot.web.http_api.serving import api_routes
from bot.web.readiness import Readiness
from bot.web.routes import new_app
from bot.web.running import RunningServices
from bot.web.server import listening
from bot.web.site.place import Place
from scheduler.context import open_context
from scheduler.pulse import Pulse
from tests.fakes.clock import HandClock
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.accounts.tokens import Tokens
from tracker.habits.day_context import read_logs
from tracker.habits.model import Habit, HabitLog
from tracker.settings import Settings, WebSettings
from tracker.store.table import Table


class Said(NamedTuple):
    """What the API answered."""

    status: int
    document: Any
    headers: dict[str, str]

    @property
    def code(self) -> str:
        return self.document["error"]["code"]

    @property
    def message(self) -> str:
        return self.document["error"]["message"]


@dataclass
class ApiSite:
    url: str
    client: ClientSession
    services: Services
    running: RunningServices
    clock: HandClock
    ada: User
    token: str
    registry: CollectorRegistry
    """What is counted."""

    async def habit(self, text: str, user: User | None = None) -> Habit:
        self.clock.advance(1)
        return await self.services.habits.add_written(user or self.ada, text)

    async def logs(self, habit: Habit) -> list[HabitLog]:
        return [*(await read_logs(self.services.table, habit.id)).values()]

    async def tells(self, habit: str, act: str = "complete", /, **fields: Any) -> Said:  # noqa: ANN401 - any JSON
        """With a JSON body where anything is said."""
        return await self.posts(f"/api/v1/habits/{quote(habit, safe='')}/{act}", json=fields or None)

    async def posts(self, path: str, *, token: str | None = None, **request: Any) -> Said:  # noqa: ANN401 - of the client
        headers = {"Authorization": f"Bearer {token or self.token}", **request.pop("headers", {})}
        return await self.asks("POST", path, headers=headers, **request)

    async def lists(self) -> Said:
        return await self.gets("/api/v1/habits")

    async def gets(self, path: str) -> Said:
        return await self.asks("GET", path, headers={"Authorization": f"Bearer {self.token}"})

    async def asks(self, method: str, path: str, **request: Any) -> Said:  # noqa: ANN401 - of the client
        async with self.client.request(method, self.url + path, **request) as response:
            kept = method == "GET" and response.status == 200 and path.startswith("/api/v1/")
            assert response.headers["Cache-Control"] == ("private, no-cache" if kept else "no-store")
            problem = response.status >= 400 and path.startswith("/api/v1/")
            assert response.content_type == ("application/problem+json" if problem else "application/json")
            body = await response.text()
            assert self.token not in body
            return Said(response.status, json.loads(body), dict(response.headers))


@asynccontextmanager
async def api_site(
    table: Table,
    clock: HandClock,
    settings: Settings | None = None,
    more: Callable[[RunningServices], Iterable[web.RouteDef]] = lambda _: (),
    features: Sequence[Feature] = FEATURES,
    *,
    discord: Client | None = None,
) -> AsyncGenerator[ApiSite]:
    """`more` are other pages of the same server; `discord` is the client, where there is one."""
    running, pulse, registry, settings = (
        RunningServices(monotonic=lambda: clock().timestamp()),
        Pulse(lambda: 0.0),
        CollectorRegistry(),
        settings or Settings(),
    )
    count = RefusalMetrics(registry).count
    routes = [*api_routes(running, features), *more(running)]
    app = new_app(Readiness(table, pulse), registry, routes, Place.of(settings.web).root)
    async with (
        listening(app, WebSettings(port=0)) as url,
        open_context(
            settings,
            table,
            features=rules_of(features),
            out=io.StringIO(),
            pulse=pulse,
            clock=clock,
            discord=discord,
        ) as context,
        ClientSession() as client,
        running.opened(services := Services.of(settings, context, features, count_refusal=count)),
    ):
        ada = await services.accounts.register(parse_identity("local:ada"))
        token = (await Tokens(table, clock).make(ada.id)).token
        yield ApiSite(url, client, services, running, clock, ada, token, registry)
