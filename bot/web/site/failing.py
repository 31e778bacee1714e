"""How a page says no: to the login, a page that says why, or one that asks to come back."""

from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import TypeAlias
from urllib.parse import quote

from aiohttp import web

from bot.web.http_api.problems import STATUSES
from bot.web.site.late import is_late
from bot.web.site.late import refused as refused_late
from bot.web.site.place import HOME, LOGIN, Place
from bot.web.site.rendering import answer
from bot.web.site.scene import frame_of
from bot.web.site.visiting import Door, NotSignedIn
from tracker.logs import get_logger
from tracker.refusals import Refused
from tracker.store.errors import StoreError

log = get_logger(__name__)

Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]
_TITLES: Mapping[HTTPStatus, str] = {
    HTTPStatus.NOT_FOUND: "That is not here",
    HTTPStatus.FORBIDDEN: "That is not for you to do",
    HTTPStatus.TOO_MANY_REQUESTS: "Too many requests",
}
_LATER = frozenset({HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE})


def guarded(handler: Handler, place: Place, door: Door) -> Handler:
    async def answered(request: web.Request) -> web.StreamResponse:
        try:
            return await handler(request)
        except NotSignedIn:
            if is_late(request):
                return refused_late(HTTPStatus.UNAUTHORIZED, "not_signed_in", "You are signed out here.")
            return _to_login(request, place)
        except Refused as refused:
            door.count(refused)
            status = STATUSES[refused.reason]
            if is_late(request):
                return refused_late(status, refused.code, f"{refused}")
            title = _TITLES.get(status, "That did not work")
            return problem(request, place, title, f"{refused}", status)
        except StoreError as error:
            log.warning("page not served", problem=str(error))
            text = "Questlog cannot reach its records now. Try again in a minute."
            if is_late(request):
                return refused_late(HTTPStatus.SERVICE_UNAVAILABLE, "store_down", text)
            return problem(request, place, "Come back in a minute", text, HTTPStatus.SERVICE_UNAVAILABLE)
        except (web.HTTPException, ConnectionError):
            raise  # an answer already, or nobody to hear one
        except Exception:  # the border of a request: logged, and answered as all else is
            number, resource = door.services.new_id(), request.match_info.route.resource
            address = resource and resource.canonical
            log.exception("bug", error_id=number, method=request.method, address=address)
            text = f"This is not your fault. Tell whoever runs this Questlog the number {number}."
            status = HTTPStatus.INTERNAL_SERVER_ERROR
            return problem(request, place, "Something went wrong here", text, status)

    return answered


def problem(
    request: web.Request, place: Place, title: str, text: str, status: HTTPStatus
) -> web.StreamResponse:
    headers = {"Retry-After": "60"} if status in _LATER else {}
    frame = frame_of(request, place)
    return answer(
        request,
        "plain.html",
        status=status,
        headers=headers,
        frame=frame,
        title=title,
        text=text,
        onward=HOME,
    )


def _to_login(request: web.Request, place: Place) -> web.StreamResponse:
    """Whatever was asked for comes after it; what was posted has to be said again."""
    wanted = frame_of(request, place).path if request.method in {"GET", "HEAD"} else HOME
    onward = "" if wanted == HOME else f"?next={quote(wanted, safe='/')}"
    headers = {"Location": place.path(f"{LOGIN}{onward}"), "Cache-Control": "no-store"}
    if "HX-Request" in request.headers:  # a script would put the login into the middle of the page
        return web.Response(
            status=200, headers={"HX-Redirect": headers["Location"], "Cache-Control": "no-store"}
        )
    return web.Response(status=HTTPStatus.SEE_OTHER, headers=headers)
