"""A page that a link in a letter opens: no session is needed, no script runs, and its address is a secret."""

from collections.abc import Mapping
from http import HTTPStatus

from aiohttp import web

from bot.web.site.failing import Handler, guarded
from bot.web.site.guard import WITHOUT_SCRIPTS
from bot.web.site.place import Place
from bot.web.site.rendering import answer
from bot.web.site.scene import frame_of
from bot.web.site.visiting import Door
from tracker.frozen import frozen

_HEADERS = {"Content-Security-Policy": WITHOUT_SCRIPTS, "Referrer-Policy": "no-referrer"}


@frozen
class LinkPage:
    title: str
    text: str
    label: str = ""
    """Of a button that posts to the same address; without one there is none."""
    fields: Mapping[str, str] | None = None
    """What it posts."""
    is_main: bool = True
    """Whether the button is what the page is for."""
    status: HTTPStatus = HTTPStatus.OK


def link_page(request: web.Request, place: Place, page: LinkPage) -> web.Response:
    return answer(request, "by_link.html", status=page.status, frame=frame_of(request, place), page=page)


def by_link(handler: Handler, place: Place, door: Door) -> Handler:
    """Also where it fails, nobody hears the address, and nothing runs."""
    answering = guarded(handler, place, door)

    async def answered(request: web.Request) -> web.StreamResponse:
        response = await answering(request)
        response.headers.update(_HEADERS)
        return response

    return answered
