"""What web pages work with that do more than watch: it is there once the service is up."""

import time
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

from aiohttp import web

from bot.services import Services
from bot.web.live.watchers import Watchers
from bot.web.strangers import Strangers
from bot.web.there import Looks
from bot.web.under_way import UnderWay


class RunningServices:
    """Closed until the services are given to it: the web server listens before the store is read."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._services: Services | None = None
        self.monotonic = monotonic
        """By which it is counted how often somebody asks."""
        self.watchers = Watchers()
        self.under_way = UnderWay()
        self.strangers = Strangers(monotonic)
        self.looks = Looks(monotonic)

    def open(self, services: Services) -> None:
        self._services = services

    def services(self) -> Services:
        """Raises a 503, upon which whoever asks tries again."""
        if self._services is None:
            raise web.HTTPServiceUnavailable(text="Questlog is starting.\n", headers={"Retry-After": "5"})
        return self._services

    @asynccontextmanager
    async def opened(self, services: Services) -> AsyncGenerator[None]:
        """Open for as long as a block lasts."""
        self.open(services)
        try:
            yield
        finally:
            self._services = None
            async with AsyncExitStack() as stack:
                stack.push_async_callback(self.watchers.close)
                stack.push_async_callback(self.under_way.close)
