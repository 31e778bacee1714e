"""Styles, scripts and symbols: under names that change with what is in them, so that browsers keep them."""

import gzip
import hashlib
import mimetypes
from collections.abc import Iterable
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from aiohttp import web

from tracker.frozen import frozen

FOLDER = "/static"
FOREVER = "public, max-age=31536000, immutable"
_HASH = 12
_SERVED = (".css", ".js", ".svg", ".png", ".webmanifest")
_TEXT = (".css", ".js", ".svg", ".webmanifest")


@frozen
class Asset:
    path: str
    """Below the root: `/static/site.0123456789ab.css`."""
    content_type: str
    body: bytes
    packed: bytes | None
    """With gzip, where that makes it smaller."""


class Assets:
    def __init__(self, every: Iterable[tuple[str, bytes]]) -> None:
        self._by_name = {name: _asset(name, body) for name, body in every}
        self._by_path = {one.path: one for one in self._by_name.values()}

    def path(self, name: str) -> str:
        """Of a file, by its name in the folder: `site.css`."""
        return self._by_name[name].path

    def has(self, name: str) -> bool:
        return name in self._by_name

    async def serve(self, request: web.Request) -> web.Response:
        """Whatever stands before it on the internet."""
        found = self._by_path.get(f"{FOLDER}/{request.match_info['file']}")
        if found is None:
            raise web.HTTPNotFound(text="There is no such file.\n")
        headers = {"Cache-Control": FOREVER, "Vary": "Accept-Encoding", "Content-Type": found.content_type}
        if found.packed is not None and "gzip" in request.headers.get("Accept-Encoding", ""):
            return web.Response(body=found.packed, headers={**headers, "Content-Encoding": "gzip"})
        return web.Response(body=found.body, headers=headers)


@cache
def own_assets() -> Assets:
    """Those in `bot/web/static`: read once."""
    return Assets(_files(resources.files("bot.web").joinpath("static")))


def _files(folder: Traversable, before: str = "") -> Iterable[tuple[str, bytes]]:
    for one in folder.iterdir():
        if one.is_dir():
            yield from _files(one, f"{before}{one.name}/")
        elif one.name.endswith(_SERVED):
            yield f"{before}{one.name}", one.read_bytes()


def _asset(name: str, body: bytes) -> Asset:
    stem, _, ending = name.rpartition(".")
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if ending == "webmanifest":
        kind = "application/manifest+json"
    text = name.endswith(_TEXT)
    packed = gzip.compress(body, 9, mtime=0) if text else None
    path = f"{FOLDER}/{stem}.{hashlib.sha256(body).hexdigest()[:_HASH]}.{ending}"
    return Asset(path, f"{kind}; charset=utf-8" if text else kind, body, packed)
