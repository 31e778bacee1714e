"""What strangers get at a link: a page, a picture for chats, and a badge. Nobody is signed in here.

A link that was ended, one that never was, and what is no link at all are answered alike: by one read, with
the same words. How often an address may ask is bounded, and how often it may have pictures drawn more so.
"""

from collections.abc import Iterator
from hashlib import sha256
from http import HTTPStatus

from aiohttp import web

from bot.names import TITLE, plain_line
from bot.shares.badge import MEDIA_TYPE, badge
from bot.shares.public_parts import PictureLook, PublicView
from bot.shares.showing import shown
from bot.shares.usecases import BADGE, PATH, links_of
from bot.web.available import available
from bot.web.running import RunningServices
from bot.web.site.failing import Handler, guarded, problem
from bot.web.site.guard import HEADERS
from bot.web.site.place import Place
from bot.web.site.rendering import answer
from bot.web.site.scene import frame_of
from bot.web.site.visiting import Door
from bot.web.strangers import AskedTooOften, Rate, address_of
from tracker.refusals import Refused

PICTURE = "/picture.png"
LOOKS, PICTURES = 60, 20
"""So many answers an address gets in a minute, and so many of them pictures."""
KEPT_SECONDS = 300
"""So long others may keep a badge or a picture: a link that is ended is gone everywhere after that."""
NOT_FOUND = "Nothing is shared here, or not any more."
BUSY = "Many pictures are being drawn. Try again in a minute."
_SMALL = {
    "Cache-Control": f"public, max-age={KEPT_SECONDS}",
    "Content-Security-Policy": "default-src 'none'; style-src 'none'; sandbox",
    "X-Robots-Tag": "noindex, nofollow",
    "Referrer-Policy": "no-referrer",
}
THEME, DARK = "theme", "dark"
"""A picture is asked for with a theme by the page, which says itself what it is about."""


class PublicPages:
    def __init__(self, running: RunningServices, place: Place) -> None:
        self._running, self._place = running, place
        self._door = Door(running, place)
        self._looks, self._pictures = Rate(LOOKS, running.monotonic), Rate(PICTURES, running.monotonic)

    def routes(self) -> Iterator[web.RouteDef]:
        one = f"{PATH}{{secret:[^/]+}}"
        yield web.get(one, guarded(self._page, self._place, self._door))
        yield web.get(f"{one}{PICTURE}", self._small(self._picture))
        yield web.get(f"{one}{BADGE}", self._small(self._badge))

    async def _shown(self, request: web.Request) -> PublicView | None:
        """Raises AskedTooOften, and 503 while Questlog starts."""
        services = self._running.services()
        if not self._looks.has_room(address_of(request)):
            raise AskedTooOften("Too many requests come from your address. Wait a minute, and try again.")
        thing = await links_of(services).opened(request.match_info["secret"])
        return None if thing is None else await shown(services, thing)

    async def _page(self, request: web.Request) -> web.StreamResponse:
        view = await self._shown(request)
        if view is None:
            response = problem(request, self._place, "Nothing here", NOT_FOUND, HTTPStatus.NOT_FOUND)
        else:
            here = f"{self._place.origin_of(request)}{self._place.path(PATH)}{request.match_info['secret']}"
            response = answer(
                request,
                "share.html",
                frame=frame_of(request, self._place),
                view=view,
                title=plain_line(view.title, TITLE),
                address=here,
                picture=None if view.draw is None else f"{here}{PICTURE}",
            )
        response.headers["Referrer-Policy"] = "no-referrer"  # the address is the secret
        return response

    def _small(self, handler: Handler) -> Handler:
        """Pictures say no in a line of text."""

        async def answered(request: web.Request) -> web.StreamResponse:
            try:
                return await handler(request)
            except Refused as refused:
                self._door.count(refused)
                return _plain(f"{refused}", HTTPStatus.TOO_MANY_REQUESTS)

        return available(answered)

    async def _picture(self, request: web.Request) -> web.StreamResponse:
        if not self._pictures.has_room(address_of(request)):
            raise AskedTooOften("Too many pictures go to your address. Wait a minute, and try again.")
        view = await self._shown(request)
        if view is None or view.draw is None:
            return _plain(NOT_FOUND, HTTPStatus.NOT_FOUND)
        theme = request.query.get(THEME)
        look = PictureLook(dark=theme == DARK, headline=theme is None)
        drawn = await view.draw(self._running.services(), look=look)
        if drawn is None:
            return _plain(BUSY, HTTPStatus.SERVICE_UNAVAILABLE)
        return _kept(request, drawn.png, "image/png")

    async def _badge(self, request: web.Request) -> web.StreamResponse:
        view = await self._shown(request)
        if view is None:
            return _plain(NOT_FOUND, HTTPStatus.NOT_FOUND)
        return _kept(request, badge(view.title, view.badge, view.tone).encode(), MEDIA_TYPE)


def _plain(text: str, status: HTTPStatus) -> web.Response:
    later = {} if status is HTTPStatus.NOT_FOUND else {"Retry-After": "60"}
    headers = {**HEADERS, "Referrer-Policy": "no-referrer", **later}
    return web.Response(text=f"{text}\n", status=status, headers=headers)


def _kept(request: web.Request, body: bytes, media_type: str) -> web.Response:
    """Asked for again, it is sent only where it has changed."""
    tag = sha256(body).hexdigest()[:24]
    headers = {**_SMALL, "ETag": f'"{tag}"'}
    if any(one.value in {tag, "*"} for one in request.if_none_match or ()):
        return web.Response(status=HTTPStatus.NOT_MODIFIED, headers=headers)
    return web.Response(body=body, content_type=media_type, headers=headers)
