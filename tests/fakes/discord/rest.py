"""The REST side: every request is noted, may meet a fault or a limit, and is answered or refused."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias

from aiohttp import web

from tests.fakes.discord.refusals import NOT_FOUND, UNAUTHORIZED, Refused
from tests.fakes.discord.requests import Asked, read, refuse

if TYPE_CHECKING:
    from tests.fakes.discord.buckets import Bucket
    from tests.fakes.discord.server import FakeDiscord

ROOT = "/api/v10"
Handler: TypeAlias = Callable[..., Awaitable[web.Response]]
"""Takes what was asked, and the parts of the path by name."""


class Rest:
    def __init__(self, discord: "FakeDiscord") -> None:
        self._discord = discord

    def route(self, line: str, handler: Handler, *, authorized: bool = True) -> web.RouteDef:
        """`line` is a method and a path: "GET /users/@me"."""
        method, path = line.split()

        async def serve(request: web.Request) -> web.StreamResponse:
            return await self._serve(request, handler, authorized=authorized)

        return web.route(method, f"{ROOT}{path}", serve)

    def nothing_else(self) -> web.RouteDef:
        return web.route("*", f"{ROOT}/{{path:.*}}", self._unknown)

    async def _unknown(self, request: web.Request) -> web.StreamResponse:
        return await self._serve(request, _nowhere, authorized=False)

    async def _serve(self, request: web.Request, handler: Handler, *, authorized: bool) -> web.StreamResponse:
        asked = await read(request, request.path.removeprefix(ROOT))
        self._discord.requests.append(asked)

        async def proceed() -> web.StreamResponse:
            return await self._proceed(request, asked, handler, authorized=authorized)

        fault = self._discord.troubles.next_for(asked.line)
        try:
            response = await (fault(request, proceed) if fault else proceed())
            if request.transport is not None and not request.transport.is_closing():
                asked.status = response.status
                await response.prepare(request)
                await response.write_eof()
        finally:
            for news in (*asked.tells, self._discord.news):
                news.tell()
        return response

    async def _proceed(
        self, request: web.Request, asked: Asked, handler: Handler, *, authorized: bool
    ) -> web.StreamResponse:
        bucket = self._bucket(asked)
        if bucket and (limited := bucket.take(asked.line)) is not None:
            return limited
        if authorized and request.headers.get("Authorization") != f"Bot {self._discord.token}":
            handler = _unauthorized
        try:
            response = await handler(asked, **request.match_info)
        except Refused as refused:
            asked.refusal = refused.refusal
            response = refuse(refused.refusal)
        if bucket:
            response.headers.update(bucket.headers(asked.line))
        return response

    def _bucket(self, asked: Asked) -> "Bucket | None":
        return next((bucket for bucket in self._discord.buckets if bucket.on in asked.line), None)


async def _unauthorized(_asked: Asked, **_path: str) -> web.Response:
    raise Refused(UNAUTHORIZED)


async def _nowhere(_asked: Asked, **_path: str) -> web.Response:
    raise Refused(NOT_FOUND)
