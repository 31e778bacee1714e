"""The texts that describe the API are made once, but a failure is not kept."""

from collections.abc import Iterator

from aiohttp import ClientSession, web

from bot.features import FEATURES
from bot.web.http_api.description import description_routes
from bot.web.http_api.problems import PROBLEMS
from bot.web.http_api.serving import feature_routes
from bot.web.part import Route
from bot.web.routes import ROOT
from bot.web.server import listening
from tracker.settings import WebSettings


class ShortOfMemory(list[Route]):
    """Read for the first time when there is no memory."""

    reads = 0

    def __iter__(self) -> Iterator[Route]:
        self.reads += 1
        if self.reads == 1:
            raise MemoryError
        return super().__iter__()


async def test_what_could_not_be_made_is_made_for_whoever_asks_next() -> None:
    routes = ShortOfMemory(feature_routes(FEATURES))
    app = web.Application()
    app[ROOT] = ""
    app.add_routes(description_routes("/api/v1", routes))
    async with listening(app, WebSettings(port=0)) as url, ClientSession() as client:
        statuses: list[int] = []
        for path in ("/api/v1/openapi.json", "/api/v1/openapi.json", PROBLEMS):
            async with client.get(url + path) as answer:
                statuses.append(answer.status)
    assert statuses == [500, 200, 200]
