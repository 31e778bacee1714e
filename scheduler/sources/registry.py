"""Every source by its name, built from the settings in one place, and closed at the end."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

import aiohttp
from pydantic import HttpUrl

from scheduler.sources.addresses import public_socket
from scheduler.sources.answers import content
from scheduler.sources.breaker import Breaker, Patience
from scheduler.sources.client import Client
from scheduler.sources.gate import Limiter, SourceGate
from scheduler.sources.github.limits import LATER as COUNTED_LATER
from scheduler.sources.github.source import GitHub
from scheduler.sources.runescape import osrs, rs3, runemetrics
from scheduler.sources.runescape.osrs import Osrs
from scheduler.sources.runescape.rs3 import Rs3
from scheduler.sources.runescape.runemetrics import RuneMetrics
from scheduler.sources.service import GameServer, Judge
from scheduler.sources.source import NotFound, Source, SourceFailure
from scheduler.sources.timing import Timing
from scheduler.sources.web import http_json
from scheduler.sources.web.fair_slots import FairSlots
from scheduler.sources.web.http_json import Definitions, HttpJson, no_definitions
from tracker.readings import Reading
from tracker.settings import GitHubSettings, HttpJsonSettings, RuneScapeSettings, SourcesSettings
from tracker.store.segments import Subject

if TYPE_CHECKING:
    from scheduler.sources.runescape.modes import CharacterSource

_PAGE_BYTES = 512 * 1024  # the game's pages have about 10 KB
_GITHUB_BYTES = 8 * 1024 * 1024  # a hundred commits that were found have about 500 KB


class Sources:
    """All that can be asked."""

    def __init__(
        self,
        osrs: Osrs,
        rs3: Rs3,
        http_json: HttpJson,
        github: GitHub,
        breakers: Mapping[str, Breaker] | None = None,
    ) -> None:
        self.osrs = osrs
        self.rs3 = rs3
        self.http_json = http_json
        self.github = github
        """Has no subjects: it counts for many accounts at once."""
        self.games: dict[str, CharacterSource] = {osrs.name: osrs, rs3.name: rs3}
        self.by_name: dict[str, Source] = {**self.games, http_json.name: http_json}
        self._breakers = breakers or {}

    def resting(self) -> dict[str, SourceFailure | None]:
        """Of each server why it is left alone now; None where it is asked."""
        return {name: one.why_open() for name, one in self._breakers.items()}

    async def fetch(self, subject: Subject) -> Reading:
        """Raises SourceFailure."""
        return await self._of(subject).fetch(subject)

    async def fetch_if_changed(self, subject: Subject, content_hash: int | None) -> Reading | None:
        """None if nothing changed since the reading with that hash. Raises SourceFailure."""
        return await self._of(subject).fetch_if_changed(subject, content_hash)

    def describe(self, subject: Subject) -> str:
        return self._of(subject).describe(subject)

    def _of(self, subject: Subject) -> Source:
        if (source := self.by_name.get(subject.source)) is None:
            raise NotFound(f"There is no source {subject.source!r}; there are {', '.join(self.by_name)}.")
        return source


@asynccontextmanager
async def open_sources(
    settings: SourcesSettings, *, timing: Timing | None = None, definitions: Definitions = no_definitions
) -> AsyncGenerator[Sources]:
    """Connections live as long as the block. `definitions` knows which number on the web a subject is."""
    timing = timing or Timing()
    async with AsyncExitStack() as stack:
        game = await stack.enter_async_context(_game_session(settings.runescape))
        web = await stack.enter_async_context(_web_session(settings.http_json))
        github = await stack.enter_async_context(open_github(settings.github, timing))
        services = _Services(settings.runescape, game, timing)
        yield Sources(
            services.osrs(),
            services.rs3(),
            _http_json(settings.http_json, web, timing, definitions),
            github,
            services.breakers,
        )


@asynccontextmanager
async def open_github(settings: GitHubSettings, timing: Timing | None = None) -> AsyncGenerator[GitHub]:
    """Its connections live as long as the block."""
    connector = aiohttp.TCPConnector(limit=0)
    async with _session(connector, settings.timeout_seconds, settings.user_agent) as session:
        client = Client(session, _GITHUB_BYTES, settings.timeout_seconds, COUNTED_LATER)
        yield GitHub(settings, client, timing or Timing())


class _Services:
    """The game's servers. Those at one address share its pace; each is judged, and left alone, by itself."""

    def __init__(self, settings: RuneScapeSettings, session: aiohttp.ClientSession, timing: Timing) -> None:
        self._settings = settings
        self._timing = timing
        self._client = Client(session, _PAGE_BYTES, settings.timeout_seconds)
        self._gates: dict[tuple[str | None, int | None], SourceGate] = {}
        self.breakers: dict[str, Breaker] = {}
        """By the names of servers."""

    def osrs(self) -> Osrs:
        return Osrs(self._service(osrs.NAME, osrs.TITLE, self._settings.osrs_url))

    def rs3(self) -> Rs3:
        hiscores = self._service(rs3.NAME, rs3.TITLE, self._settings.rs3_url)
        profiles = self._service(
            "runemetrics", runemetrics.TITLE, self._settings.runemetrics_url, runemetrics.judge
        )
        return Rs3(hiscores, RuneMetrics(profiles))

    def _service(self, name: str, title: str, root: HttpUrl, judge: Judge = content) -> GameServer:
        limiter = Limiter(self._settings.requests_per_second, self._settings.concurrency, self._timing)
        gate = self._gates.setdefault((root.host, root.port), SourceGate(limiter, self._timing))
        breaker = Breaker(name, Patience(blocked=self._settings.blocked_seconds), self._timing)
        self.breakers[title] = breaker
        return GameServer(
            title,
            str(root),
            client=self._client,
            gate=gate,
            breaker=breaker,
            clock=self._timing.clock,
            judge=judge,
        )


def _http_json(
    settings: HttpJsonSettings, session: aiohttp.ClientSession, timing: Timing, definitions: Definitions
) -> HttpJson:
    limiter = Limiter(settings.requests_per_second, settings.concurrency, timing)
    client = Client(session, settings.max_bytes, settings.timeout_seconds)
    slots = FairSlots(settings.concurrency)
    return http_json.HttpJson(client, SourceGate(limiter, timing), slots, timing, definitions)


def _game_session(settings: RuneScapeSettings) -> aiohttp.ClientSession:
    # The limiter alone decides how many requests are under way.
    connector = aiohttp.TCPConnector(limit=0)
    return _session(connector, settings.timeout_seconds, settings.user_agent)


def _web_session(settings: HttpJsonSettings) -> aiohttp.ClientSession:
    """A session of its own: where people may send us is not where the operator may."""
    guard = None if settings.allow_private else public_socket
    connector = aiohttp.TCPConnector(limit=0, socket_factory=guard)
    return _session(connector, settings.timeout_seconds, settings.user_agent)


def _session(connector: aiohttp.TCPConnector, seconds: float, user_agent: str) -> aiohttp.ClientSession:
    return aiohttp.ClientSession(
        connector=connector,
        timeout=aiohttp.ClientTimeout(total=seconds),
        headers={"User-Agent": user_agent},
        cookie_jar=aiohttp.DummyCookieJar(),  # what a server remembers of one subject is not for the next
    )
