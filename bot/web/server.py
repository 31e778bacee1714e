"""The listening socket: bound, served for as long as a block lasts, and closed."""

import asyncio
import errno
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import cast

from aiohttp import web

from bot.exits import Exit, Refusal
from bot.web.connections import (
    BACKLOG,
    ConnectionLimits,
    Connections,
    HttpConnection,
    in_time,
    without_accept_storms,
)
from bot.web_address import url
from tracker.settings import WebSettings

STOP_SECONDS = 1.0


@asynccontextmanager
async def listening(
    app: web.Application, settings: WebSettings, limits: ConnectionLimits | None = None
) -> AsyncGenerator[str]:
    """Yields the address under which this machine reaches it; port 0 has become a real one."""
    app.middlewares.insert(0, in_time)
    runner = web.AppRunner(app, shutdown_timeout=STOP_SECONDS)
    await runner.setup()
    try:
        with without_accept_storms():
            server = await _bind(runner, settings, Connections(limits or ConnectionLimits()))
            try:
                yield url(*server.sockets[0].getsockname()[:2])
            finally:
                server.close()
    finally:
        await runner.cleanup()


async def _bind(runner: web.AppRunner, settings: WebSettings, connections: Connections) -> asyncio.Server:
    served = cast("web.Server", runner.server)
    loop = asyncio.get_running_loop()
    try:
        return await loop.create_server(
            lambda: HttpConnection(connections, served), settings.host, settings.port, backlog=BACKLOG
        )
    except (OSError, UnicodeError) as error:  # UnicodeError: a host that no resolver can be asked for
        raise Refusal(_explain(error, settings), exit_code=Exit.WEB) from error


def _explain(error: Exception, settings: WebSettings) -> str:
    place = f"{settings.host} port {settings.port}"
    match getattr(error, "errno", None):
        case errno.EADDRINUSE:
            return (
                f"the web server cannot listen on {place}: another program does; "
                "stop that program, or choose another port with web.port (0 picks a free one)"
            )
        case errno.EACCES:
            return (
                f"the web server may not listen on {place}: ports below 1024 need special rights; "
                "choose a higher one with web.port"
            )
        case _:
            return (
                f"the web server cannot listen on {place} ({error}); "
                "set web.host to an address of this machine, such as 127.0.0.1 or 0.0.0.0"
            )
