"""`openapi.json` and `/api/docs`: the same for everybody, made once, when somebody first asks."""

import asyncio
import gzip
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from importlib import metadata

from aiohttp import web

from bot.web.http_api.docs_page import HEADERS, docs_page
from bot.web.http_api.openapi import Schema, openapi
from bot.web.http_api.problems import PROBLEMS
from bot.web.part import Route
from bot.web.routes import ROOT
from tracker.frozen import frozen

_SHARED = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}


@frozen
class _Made:
    text: bytes
    packed: bytes
    tag: str

    @classmethod
    def of(cls, text: str) -> "_Made":
        body = text.encode()
        tag = hashlib.sha256(body).hexdigest()[:24]
        return cls(body, gzip.compress(body, 9, mtime=0), f'"{tag}"')


class _Description:
    """A text that takes a second to make. Many who ask at once wait for the same one."""

    def __init__(self, make: Callable[[str], str], kind: str, headers: Mapping[str, str]) -> None:
        self._make, self._kind, self._headers = make, kind, {**headers, **_SHARED}
        self._making: asyncio.Task[_Made] | None = None

    async def serve(self, request: web.Request) -> web.Response:
        if self._making is None or _has_failed(self._making):
            made_of = partial(self._make, request.app[ROOT])
            self._making = asyncio.create_task(asyncio.to_thread(lambda: _Made.of(made_of())))
        made = await asyncio.shield(self._making)
        headers = {**self._headers, "ETag": made.tag}
        if request.headers.get("If-None-Match") == made.tag:
            return web.Response(status=304, headers=headers)
        if "gzip" not in request.headers.get("Accept-Encoding", ""):
            return web.Response(body=made.text, content_type=self._kind, charset="utf-8", headers=headers)
        headers["Content-Encoding"] = "gzip"
        return web.Response(body=made.packed, content_type=self._kind, charset="utf-8", headers=headers)


def _has_failed(task: asyncio.Task[_Made]) -> bool:
    """Whoever waited for it has heard of that; whoever asks next begins anew."""
    return task.done() and (task.cancelled() or task.exception() is not None)


def description_routes(prefix: str, routes: Sequence[Route]) -> Iterator[web.RouteDef]:
    @cache
    def described(root: str) -> Schema:
        return openapi(routes, metadata.version("questlog"), f"{root}{prefix}")

    programs = _Description(lambda root: json.dumps(described(root)), "application/json", {})
    people = _Description(lambda root: docs_page(described(root), root), "text/html", HEADERS)
    yield web.get(f"{prefix}/openapi.json", programs.serve)
    yield web.get(PROBLEMS, people.serve)
