"""One of the game's servers: asked at our pace, and left alone when it wants to be."""

from collections.abc import Callable
from datetime import datetime
from typing import TypeAlias
from urllib.parse import quote

from yarl import URL

from scheduler.sources.answers import content
from scheduler.sources.breaker import Breaker
from scheduler.sources.client import Client, WebPage
from scheduler.sources.gate import SourceGate
from tracker.clock import Clock

Judge: TypeAlias = Callable[[WebPage, str, datetime], bytes]


class GameServer:
    """`title` names it for people ("The Old School hiscores"); `root` is the server's address."""

    def __init__(
        self,
        title: str,
        root: str,
        *,
        client: Client,
        gate: SourceGate,
        breaker: Breaker,
        clock: Clock,
        judge: Judge = content,
    ) -> None:
        self.title = title
        self.clock = clock
        self._root = root.rstrip("/")
        self._client = client
        self._gate = gate
        self._breaker = breaker
        self._judge = judge

    async def body(self, path: str, **parameters: object) -> bytes:
        """The content of a good page. Raises SourceFailure."""
        query = "&".join(f"{name}={quote(str(value), safe='')}" for name, value in parameters.items())
        url = URL(f"{self._root}{path}?{query}", encoded=True)

        async def request() -> bytes:
            return self._judge(await self._client.get(url, self.title), self.title, self.clock())

        return await self._gate.ask(request, self._breaker)
