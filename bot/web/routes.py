"""Every address of the web server and what it answers."""

import asyncio
from collections.abc import Iterable, Iterator

from aiohttp import web
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from bot.web.connections import SOFTWARE
from bot.web.readiness import Readiness, is_ready

ROOT = web.AppKey("root", str)
"""What stands before every path that people see: `/quest`, or nothing."""


def new_app(
    readiness: Readiness, registry: CollectorRegistry, more: Iterable[web.RouteDef] = (), root: str = ""
) -> web.Application:
    """`more` are the addresses of features."""

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
    app[ROOT] = root
    app.on_response_prepare.append(_say_little)
    app.add_routes(
        [
            web.get("/metrics", metrics),
            *_below(root, [web.get("/healthz", healthz), web.get("/readyz", readyz), *more]),
        ]
    )
    return app


def _below(root: str, routes: Iterable[web.RouteDef]) -> Iterator[web.RouteDef]:
    """A proxy may leave the path before ours where it is, or take it away: both are answered."""
    for one in routes:
        for before in dict.fromkeys(("", root)):
            yield web.RouteDef(one.method, f"{before}{one.path}", one.handler, one.kwargs)


def any_name(path: str) -> str:
    """As the router wants it: the library would find no thing whose name has a brace in it."""
    return path.replace("}", ":[^/]+}")


async def _say_little(_: web.Request, response: web.StreamResponse) -> None:
    """No version of anything, and nothing to guess a type from."""
    response.headers["Server"] = SOFTWARE
    response.headers["X-Content-Type-Options"] = "nosniff"
