"""A receiver of plain JSON on loopback, as homes have them; it can be slow, endless, wrong or gone."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, Self

from aiohttp import web


class JsonReceiver:
    """Answers 200, or what a test wrote down: a status, a place to go to, or None for no answer at all.

    Bytes are a packed body, and a float is for an answer that comes byte by byte, so many seconds apart.
    """

    def __init__(self) -> None:
        self.port = 0
        self.answers: list[int | float | str | bytes | None] = []
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

    async def _receive(self, request: web.Request) -> web.StreamResponse:
        self.paths.append(request.path)
        answer = self.answers.pop(0) if self.answers else 200
        match answer:
            case None:
                await asyncio.Event().wait()
                raise AssertionError
            case float():
                return await _drip(request, answer)
            case bytes():
                self.taken.append(await request.json())
                return web.Response(body=answer, headers={"Content-Encoding": "gzip"})
            case str():
                return web.Response(status=307, headers={"Location": answer})
            case int():
                if answer < 300:
                    self.taken.append(await request.json())
                return web.Response(status=answer)


async def _drip(request: web.Request, seconds: float) -> web.StreamResponse:
    response = web.StreamResponse()
    await response.prepare(request)
    while True:
        await response.write(b"x")
        await asyncio.sleep(seconds)
