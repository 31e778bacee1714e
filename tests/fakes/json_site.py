"""A web site on loopback that serves what a test puts there, and remembers what it was asked."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Self

from aiohttp import web

from tests.fakes.web_faults import Fault, Good, page


class JsonSite:
    """Each path has one answer; a path without one is not found."""

    def __init__(self) -> None:
        self.url = ""
        self.port = 0
        self.asked: list[tuple[str, dict[str, str]]] = []
        self._answers: dict[str, Fault] = {}

    @classmethod
    @asynccontextmanager
    async def running(cls) -> AsyncGenerator[Self]:
        site = cls()
        app = web.Application()
        app.router.add_get("/{path:.*}", site._answer)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1, handler_cancellation=True)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        site.port = runner.addresses[0][1]
        site.url = f"http://127.0.0.1:{site.port}"
        try:
            yield site
        finally:
            await runner.cleanup()

    def serve(self, path: str, document: object) -> str:
        """Answers the address of the document."""
        return self.answer(path, page(json.dumps(document), content_type="application/json"))

    def answer(self, path: str, fault: Fault) -> str:
        self._answers[path] = fault
        return self.url + path

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        self.asked.append((request.path, dict(request.headers)))
        fault = self._answers.get(request.path, page("nothing here", 404))
        return await fault(request, Good(b'{"count": 5}', "application/json"))
