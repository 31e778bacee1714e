"""`/api/v1`: every use case for programs, such as phone shortcuts and home automation, each for one person.

`/api` is the same as it was before there were versions, and answers errors as it did. docs/api.md has both.
"""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial

from aiohttp import web

from bot.feature import Feature
from bot.visit import Visit
from bot.web.available import Handler
from bot.web.http_api.answering import answer
from bot.web.http_api.caller import visit_of
from bot.web.http_api.description import description_routes
from bot.web.http_api.events import events
from bot.web.http_api.fields import fields_of
from bot.web.http_api.problems import (
    as_json,
    failed,
    looked_too_often,
    no_such_address,
    problem,
    refusal,
    store_down,
    wrong_method,
)
from bot.web.part import Route
from bot.web.routes import any_name
from bot.web.running import RunningServices
from bot.web.strangers import AskedTooOften
from bot.web.there import GUILD, visit_there
from tracker.accounts.tokens import TokenScope
from tracker.front_ends import FrontEnd
from tracker.frozen import frozen
from tracker.logs import get_logger
from tracker.refusals import Refused
from tracker.store.errors import StoreError

log = get_logger(__name__)


@frozen
class Edition:
    prefix: str
    answer: Callable[[web.Request, Route, Visit], Awaitable[web.Response]]
    refuse: Callable[[web.Request, Refused], web.Response]


async def _plain_answer(request: web.Request, route: Route, here: Visit) -> web.Response:
    return as_json((await route.do(here, route.ask.of(await fields_of(request)))).json_value())


V1 = Edition("/api/v1", answer, problem)
UNVERSIONED = Edition("/api", _plain_answer, refusal)
"""What programs use that were written before there were versions."""


def api_routes(running: RunningServices, features: Sequence[Feature]) -> Iterator[web.RouteDef]:
    """Those of all features, twice; and an answer for every address that is none."""
    for edition in (V1, UNVERSIONED):
        for route in feature_routes(features):
            path = edition.prefix + any_name(route.path)
            yield web.route(
                route.method, path, _guarded(running, edition, _answering(running, edition, route))
            )
    yield from description_routes(V1.prefix, [*feature_routes(features)])
    yield web.get(f"{V1.prefix}/events", _guarded(running, V1, partial(events, running)), allow_head=False)
    yield web.route("*", "/api{rest:(/.*)?}", _unknown)


def feature_routes(features: Sequence[Feature]) -> Iterator[Route]:
    for feature in features:
        if (module := feature.part("api")) is not None:
            yield from module.ROUTES


def _answering(running: RunningServices, edition: Edition, route: Route) -> Handler:
    async def answered(request: web.Request) -> web.StreamResponse:
        try:
            return await edition.answer(request, route, await _visit(running, request, route.scope))
        except (Refused, StoreError, ConnectionError):
            raise  # each has its answer, or nobody to hear one
        except Exception:  # the border of a request: logged, and answered as all else is
            number = running.services().new_id()
            log.exception("bug", error_id=number, method=route.method, address=route.path)
            raise failed(number) from None

    return answered


async def _visit(running: RunningServices, request: web.Request, needed: TokenScope) -> Visit:
    """Of whose token it is; on the server that the path names, and there only where they may be."""
    here = await visit_of(running, request, needed)
    if (server := request.match_info.get(GUILD)) is None:
        return here
    try:
        return await visit_there(here, server, running.looks)
    except AskedTooOften as refused:
        raise looked_too_often(refused) from None


def _guarded(running: RunningServices, edition: Edition, handler: Handler) -> Handler:
    """With an answer for whatever is refused."""

    async def guarded(request: web.Request) -> web.StreamResponse:
        try:
            return await handler(request)
        except Refused as refused:
            return _refused(running, request, edition, refused)
        except StoreError as error:
            log.warning("api not answered", problem=str(error))
            return _refused(running, request, edition, store_down())

    return guarded


def _refused(
    running: RunningServices, request: web.Request, edition: Edition, refused: Refused
) -> web.Response:
    with suppress(web.HTTPServiceUnavailable):  # nothing is counted while Questlog starts
        running.services().count_refusal(FrontEnd.API, refused.code)
    return edition.refuse(request, refused)


async def _unknown(request: web.Request) -> web.Response:
    """Whoever asks here has taken a wrong address, or a wrong method at a right one."""
    allowed: set[str] = set()
    for resource in request.app.router.resources():
        _, methods = await resource.resolve(request)
        allowed |= methods
    allowed.discard("*")  # this one's own
    return problem(request, wrong_method(sorted(allowed)) if allowed else no_such_address())
