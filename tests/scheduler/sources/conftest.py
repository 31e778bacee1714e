"""The sources, pointed at a stand-in for the game's servers, with time in hand."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest

from scheduler.sources.github.source import GitHub
from scheduler.sources.registry import Sources, open_github, open_sources
from scheduler.sources.web.http_json import HttpJson
from scheduler.sources.web.json_target import HttpJsonTarget
from tests.fakes.github import FakeGitHub, github_settings
from tests.fakes.hiscores import FakeHiscores
from tests.fakes.json_site import JsonSite
from tests.scheduler.sources.timing import HandTime
from tracker.settings import HttpJsonSettings, RuneScapeSettings, SourcesSettings

NewSources = Callable[..., Awaitable[Sources]]
NewHttpJson = Callable[..., Awaitable[HttpJson]]
NewGitHub = Callable[..., Awaitable[GitHub]]


@pytest.fixture
def time() -> HandTime:
    return HandTime()


@pytest.fixture
async def game() -> AsyncIterator[FakeHiscores]:
    async with FakeHiscores.running() as running:
        yield running


@pytest.fixture
async def new_sources(game: FakeHiscores, time: HandTime) -> AsyncIterator[NewSources]:
    """Sources with other settings of `[sources.runescape]`."""
    async with AsyncExitStack() as stack:

        async def make(**settings: object) -> Sources:
            urls = dict.fromkeys(("osrs_url", "rs3_url", "runemetrics_url"), game.url)
            runescape = RuneScapeSettings.model_validate({**urls, "timeout_seconds": 5, **settings})
            opened = open_sources(SourcesSettings(runescape=runescape), timing=time.timing)
            return await stack.enter_async_context(opened)

        yield make


@pytest.fixture
async def sources(new_sources: NewSources) -> Sources:
    return await new_sources()


@pytest.fixture
async def site() -> AsyncIterator[JsonSite]:
    async with JsonSite.running() as running:
        yield running


@pytest.fixture
async def new_http_json(time: HandTime) -> AsyncIterator[NewHttpJson]:
    """The source with other settings, which knows the targets of `known`."""
    async with AsyncExitStack() as stack:

        async def make(known: dict[str, HttpJsonTarget], **settings: object) -> HttpJson:
            async def definitions(key: str) -> HttpJsonTarget | None:
                return known.get(key)

            chosen = HttpJsonSettings.model_validate(
                {"allow_private": True, "timeout_seconds": 5, **settings}
            )
            opened = open_sources(
                SourcesSettings(http_json=chosen), timing=time.timing, definitions=definitions
            )
            return (await stack.enter_async_context(opened)).http_json

        yield make


@pytest.fixture
async def github(time: HandTime) -> AsyncIterator[FakeGitHub]:
    async with FakeGitHub.running(time.clock) as running:
        yield running


@pytest.fixture
async def new_source(github: FakeGitHub, time: HandTime) -> AsyncIterator[NewGitHub]:
    """The source with other settings of `[sources.github]`."""
    async with AsyncExitStack() as stack:

        async def make(**settings: object) -> GitHub:
            chosen = github_settings(github.url, **{"timeout_seconds": 30, **settings})
            return await stack.enter_async_context(open_github(chosen, time.timing))

        yield make


@pytest.fixture
async def source(new_source: NewGitHub) -> GitHub:
    return await new_source()
