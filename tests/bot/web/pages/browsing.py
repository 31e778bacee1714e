"""A browser without scripts: cookies, links, forms. It checks of each page what holds for all of them."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from aiohttp import ClientResponse, ClientSession, CookieJar, web
from discord import Client

from bot.features import FEATURES
from bot.web.running import RunningServices
from bot.web.site.guard import CONTENT_SECURITY_POLICY, WITHOUT_SCRIPTS
from bot.web.site.routes import site_routes
from tests.bot.web.api_site import ApiSite, api_site
from tests.bot.web.pages.page import Form, Page
from tests.bot.web.pages.typed_elsewhere import typed_elsewhere
from tests.bot.web.pages.world import World
from tests.conversations.front_ends import play
from tests.fakes.clock import HandClock
from tests.fakes.hiscores import FakeHiscores
from tracker.accounts.model import User
from tracker.settings import Settings
from tracker.store.table import Table


@dataclass(frozen=True)
class Got:
    """What came back, without following where it leads."""

    status: int
    page: Page
    headers: dict[str, str]
    path: str

    @property
    def leads_to(self) -> str:
        where = urlsplit(self.headers.get("Location", ""))
        return f"{where.path}{'?' if where.query else ''}{where.query}"


@dataclass
class Browser:
    site: ApiSite
    client: ClientSession
    root: str = ""
    world: World | None = None
    """What lies around, where somebody needs it."""
    shown: Page | None = None
    """What the last button led to."""

    @property
    def url(self) -> str:
        return self.site.url

    async def get(self, path: str, **headers: str) -> Got:
        """Redirects are followed, as browsers do."""
        got = await self.ask("GET", path, headers=headers)
        for _ in range(5):
            if got.status != 303:
                return got
            got = await self.ask("GET", got.leads_to)
        raise AssertionError(f"{path} leads round in circles")

    async def post(self, path: str, fields: dict[str, str] | None = None, **headers: str) -> Got:
        """As from a form of ours, unless headers say otherwise."""
        own = {"Origin": self.url, "Sec-Fetch-Site": "same-origin", **headers}
        return await self.ask("POST", path, data=fields or {}, headers={k: v for k, v in own.items() if v})

    async def send(self, form: Form, **typed: str) -> Got:
        """Fill a form in, press its button, and see where that leads."""
        got = await self.post(form.action, {**form.fields, **typed})
        return await self.get(got.leads_to) if got.status == 303 else got

    async def press(self, path: str, button: str, **typed: str) -> Got:
        """On the page at this address; without one, on the page that the last button led to."""
        page = (await self.get(path)).page if path else self.shown
        assert page is not None, "nothing was pressed yet"
        form = page.form(button)
        form.action = form.action or path
        got = await self.send(form, **typed)
        self.shown = got.page
        return got

    async def ask(self, method: str, path: str, **request: Any) -> Got:  # noqa: ANN401 - of the client
        async with self.client.request(method, self.url + path, allow_redirects=False, **request) as response:
            text = await response.text() if response.content_type.startswith("text/") else ""
            _check(path, response)
            page = Page(text)
            assert page.forbidden == [], (path, page.forbidden)
            assert typed_elsewhere(page.text) == [], (path, page.text)
            return Got(response.status, page, dict(response.headers), path)

    async def sign_in(self, user: User | None = None) -> Got:
        link = await self.site.services.sessions.new_link((user or self.site.ada).id, "discord")
        form = (await self.get(f"{self.root}/login?link={link.secret}")).page.form("Sign in")
        return await self.send(form)


def _check(path: str, response: ClientResponse) -> None:
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    if response.content_type == "text/html":
        by_letter = path.startswith("/confirm?")
        policy = WITHOUT_SCRIPTS if by_letter else CONTENT_SECURITY_POLICY
        assert response.headers["Content-Security-Policy"] == policy, path
        assert response.headers["Cache-Control"] == "no-store", path
        wanted = "no-referrer" if by_letter or "/s/" in path else "same-origin"  # those addresses are secrets
        assert response.headers["Referrer-Policy"] == wanted, path


def pages_of(settings: Settings) -> Any:  # noqa: ANN401 - what `api_site` takes
    def routes(running: RunningServices) -> list[web.RouteDef]:
        return [*site_routes(running, FEATURES, settings.web)]

    return routes


@asynccontextmanager
async def browsing(
    table: Table,
    clock: HandClock,
    *,
    email: Mapping[str, object] | None = None,
    push: Mapping[str, object] | None = None,
    client: Client | None = None,
    more: Mapping[str, Any] | None = None,
    **web_settings: Any,  # noqa: ANN401 - settings
) -> AsyncGenerator[Browser]:
    """The game's own server is a stand-in, in whose hiscores are Zezima and Zez Two. `more` are settings by
    their section."""
    others = {"web": web_settings, "email": email or {}, "push": push or {}, **(more or {})}
    async with (
        FakeHiscores.running() as game,
        _browsing(table, clock, _settings(game, others), client) as browser,
    ):
        play(game)
        yield browser


def _settings(game: FakeHiscores, others: Mapping[str, Any]) -> Settings:
    runescape = {"osrs_url": game.url, "rs3_url": game.url, "requests_per_second": 1000}
    sources = {**others.get("sources", {}), "runescape": runescape}
    return Settings.model_validate({**others, "sources": sources})


@asynccontextmanager
async def _browsing(
    table: Table, clock: HandClock, settings: Settings, discord: Client | None
) -> AsyncGenerator[Browser]:
    async with (
        api_site(table, clock, settings, pages_of(settings), discord=discord) as site,
        ClientSession(cookie_jar=CookieJar(unsafe=True)) as client,
    ):
        yield Browser(site, client)


@asynccontextmanager
async def another(browser: Browser) -> AsyncGenerator[Browser]:
    """A second browser, of somebody else."""
    async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as client:
        yield Browser(browser.site, client, browser.root)
