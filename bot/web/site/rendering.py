"""Templates, and how what they make is sent."""

import gzip
import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from typing import Any

from aiohttp import web
from jinja2 import Environment, PackageLoader, StrictUndefined

from bot.web.site import markdown
from bot.web.site.guard import HEADERS
from bot.web.site.part import Download
from bot.web.site.scene import PageScene

SEEN, MARK = "X-Seen", "@mark@"
"""By which a page that is open says what it shows, and what stands for it until it is known."""
SAID, SHOWN = "<!--said-->", '<div id="seen"'
"""Where what is said once ends, and where all the rest does."""
_NUMBER = re.compile(r'name="_once" value="[^"]*"')
"""Each form has its own, and another one each time."""
_WORTH_PACKING = 1000


@cache
def templates() -> Environment:
    made = Environment(
        loader=PackageLoader("bot.web.site"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.tests["in_reach"] = _in_reach
    made.filters["markdown"] = markdown.html
    made.filters["inline"] = markdown.inline
    return made


def _in_reach(value: Any, other: Any) -> bool:  # noqa: ANN401 - a hint, and the ink it is written with
    return bool(other.can_say(value))


def answer(
    request: web.Request,
    template: str,
    *,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    **given: Any,  # noqa: ANN401 - whatever the template asks for
) -> web.Response:
    html, more = templates().get_template(template).render(**given), dict(headers or {})
    if isinstance(given.get("scene"), PageScene):
        mark = _mark(html)
        if request.headers.get(SEEN) == mark:
            return web.Response(status=204, headers=HEADERS)
        html = html.replace(MARK, mark, 1)
    body = html.encode()
    if len(body) >= _WORTH_PACKING and "gzip" in request.headers.get("Accept-Encoding", ""):
        body, more["Content-Encoding"] = gzip.compress(body, 5, mtime=0), "gzip"
    return web.Response(
        body=body, status=status, content_type="text/html", charset="utf-8", headers={**HEADERS, **more}
    )


def _mark(html: str) -> str:
    """What a page shows, but for what it says once: a page that is open asks whether it is still so."""
    shown = _NUMBER.sub("", html.partition(SAID)[2].partition(SHOWN)[0])
    return sha256(shown.encode()).hexdigest()[:16]


def download(file: Download) -> web.Response:
    headers = {**HEADERS, "Content-Disposition": f'attachment; filename="{file.name}"'}
    return web.Response(body=file.content, content_type=file.media_type, headers=headers)


def picture(request: web.Request, png: bytes) -> web.Response:
    """A chart: asked for again each time, and sent only where it has changed."""
    tag = f'"{sha256(png).hexdigest()[:24]}"'
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    if request.headers.get("If-None-Match") == tag:
        return web.Response(status=304, headers=headers)
    return web.Response(body=png, content_type="image/png", headers=headers)
