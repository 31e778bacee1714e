"""What makes the pages an app on a phone: the manifest, the worker that keeps the shell, and its page."""

import hashlib
import json
from collections.abc import Iterator
from functools import cached_property
from http import HTTPStatus
from importlib import resources

from aiohttp import web

from bot.web.site.assets import own_assets
from bot.web.site.guard import HEADERS
from bot.web.site.place import HOME, Place
from bot.web.site.rendering import answer
from bot.web.site.scene import frame_of

MANIFEST, WORKER, OFFLINE = "/manifest.webmanifest", "/worker.js", "/offline"
PAPER, ACCENT = "#f6f5f1", "#2f6f8f"
"""As `site.css` and `icon.svg` have them."""
ICONS = (
    ("icons/icon-192.png", "192x192", "any"),
    ("icons/icon-512.png", "512x512", "any"),
    ("icons/maskable-192.png", "192x192", "maskable"),
    ("icons/maskable-512.png", "512x512", "maskable"),
)
KEPT = ("site.css", "later.js", "offline.js", "icon.svg")
"""What the page that is shown offline loads."""
LATER = "later.js"
_NO_CACHE = "no-cache"


class Installing:
    def __init__(self, place: Place) -> None:
        self._place = place

    def routes(self) -> Iterator[web.RouteDef]:
        yield web.get(MANIFEST, self._manifest)
        yield web.get(WORKER, self._worker)
        yield web.get(OFFLINE, self._offline)

    async def _manifest(self, _: web.Request) -> web.Response:
        path, asset = self._place.path, own_assets().path
        said = {
            "id": path(HOME),
            "name": "Questlog",
            "short_name": "Questlog",
            "description": "Your habits, goals and tasks, and the numbers that you want to move.",
            "start_url": path(HOME),
            "scope": path(HOME),
            "display": "standalone",
            "background_color": PAPER,
            "theme_color": ACCENT,
            "icons": [
                {"src": path(asset(name)), "sizes": sizes, "type": "image/png", "purpose": purpose}
                for name, sizes, purpose in ICONS
            ],
            "shortcuts": [
                {"name": "Today", "url": path(HOME)},
                {"name": "Habits", "url": path("/habits")},
            ],
        }
        return web.json_response(
            said, content_type="application/manifest+json", headers={"Cache-Control": _NO_CACHE}
        )

    async def _worker(self, _: web.Request) -> web.Response:
        """Above all that it looks after. A browser asks for it anew, and so learns of a new edition."""
        headers = {**HEADERS, "Cache-Control": _NO_CACHE}
        return web.Response(text=self._script, content_type="text/javascript", headers=headers)

    @cached_property
    def _script(self) -> str:
        path, assets = self._place.path, own_assets()
        shell = [path(OFFLINE), *(path(assets.path(name)) for name in KEPT)]
        source = resources.files("bot.web").joinpath("static", "worker.js").read_text()
        page = resources.files("bot.web.site").joinpath("templates", "offline.html").read_text()
        edition = f"shell-{hashlib.sha256(json.dumps([shell, source, page]).encode()).hexdigest()[:12]}"
        icon = path(assets.path(ICONS[0][0]))
        known = {"ROOT": self._place.root, "SHELL": shell, "EDITION": edition, "ICON": icon}
        lines = [f"const {name} = {json.dumps(value)};" for name, value in known.items()]
        later = json.dumps(path(assets.path(LATER)))
        return "\n".join([*lines, f"importScripts({later});", source])

    async def _offline(self, request: web.Request) -> web.Response:
        """It holds nothing of anybody: what it shows is what the browser has kept for its own person."""
        return answer(request, "offline.html", frame=frame_of(request, self._place), status=HTTPStatus.OK)
