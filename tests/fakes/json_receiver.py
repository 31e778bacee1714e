"""A receiver of plain JSON on loopback, as home servers have them, which can be slow, wrong or gone."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, Self

from aiohttp import web


class JsonReceiver:
    """Answers 200, or what a test wrote down: a status, a place to go to, or None for no answer at all."""

    def __init__(self) -> None:
        self.port = 0
        self.answers: list[int | str | None] = []
        self.taken: list[dict[str, Any]] = []
        self.paths: list[str] = []

    @classmethod
    @asynccontextmanager
    async def running(cls) -> AsyncGenerator[Self]:
        receiver = cls()
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", receiver._receive)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1, handler_cancellation=True)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        receiver.port = runner.addresses[0][1]
        try:
            yield receiver
        finally:
            await runner.cleanup()

    async def _receive(self, request: web.Request) -> web.Response:
        self.paths.append(request.path)
        answer = self.answers.pop(0) if self.answers else 200
        match answer:
            case None:
                await asyncio.Event().wait()
                raise AssertionError
            case str():
                return web.Response(status=307, headers={"Location": answer})
            case int():
                if answer < 300:
                    self.taken.append(await request.json())
                return web.Response(status=answer)
