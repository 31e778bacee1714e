"""Every address of the web server and what it answers."""

import asyncio
from collections.abc import Iterable

from aiohttp import web
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from bot.web.connections import SOFTWARE
from bot.web.readiness import Readiness, is_ready

_INDEX = """Questlog {version}

/healthz  200 while the process is alive
/readyz   200 while it can do its work, else 503 and what is wrong
/metrics  for Prometheus
"""


def new_app(
    readiness: Readiness, registry: CollectorRegistry, version: str, more: Iterable[web.RouteDef] = ()
) -> web.Application:
    """`more` are the addresses of features."""

    async def index(_: web.Request) -> web.Response:
        return web.Response(text=_INDEX.format(version=version))

    async def healthz(_: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    async def readyz(_: web.Request) -> web.Response:
        parts = await readiness.parts()
        ready = is_ready(parts)
        return web.json_response({"ready": ready, "parts": parts}, status=200 if ready else 503)

    async def metrics(_: web.Request) -> web.Response:
        body = await asyncio.to_thread(generate_latest, registry)  # it reads files of /proc
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})

    app = web.Application()
    app.on_response_prepare.append(_say_little)
    app.add_routes(
        [
            web.get("/", index),
            web.get("/healthz", healthz),
            web.get("/readyz", readyz),
            web.get("/metrics", metrics),
            *more,
        ]
    )
    return app


async def _say_little(_: web.Request, response: web.StreamResponse) -> None:
    """No version of anything, and nothing to guess a type from."""
    response.headers["Server"] = SOFTWARE
    response.headers["X-Content-Type-Options"] = "nosniff"
