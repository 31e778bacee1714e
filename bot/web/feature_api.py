"""`/api`: every use case for programs, such as phone shortcuts and home automation, each for one person.

A request carries the person's token; docs/api.md says how.
"""

import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from datetime import timedelta

from aiohttp import web

from bot.feature import Feature
from bot.services import Services
from bot.visit import Visit
from bot.web.fields import fields_of
from bot.web.part import Route
from bot.web.problems import as_json, no_token, refusal, starting, store_down, too_often, unknown_token
from bot.web.running import RunningServices
from tracker.accounts.errors import NoSuchUser
from tracker.accounts.tokens import Tokens
from tracker.front_ends import FrontEnd
from tracker.limits import Limit, Limits
from tracker.logs import get_logger
from tracker.refusals import Refused
from tracker.store.errors import StoreError

log = get_logger(__name__)

CALLS = Limit("api", 60, timedelta(minutes=1))
"""So often a person's programs may ask."""

_BEARER = re.compile(r"bearer +(?P<token>[A-Za-z0-9._~+/-]+=*) *", re.IGNORECASE | re.ASCII)


def api_routes(running: RunningServices, features: Sequence[Feature]) -> Iterator[web.RouteDef]:
    for feature in features:
        if (module := feature.part("api")) is not None:
            routes: Sequence[Route] = module.ROUTES
            for route in routes:
                yield web.route(route.method, f"/api{_any_name(route.path)}", _answering(running, route))


def _any_name(path: str) -> str:
    """The library would find no thing whose name has a brace in it."""
    return path.replace("}", ":[^/]+}")


def page_routes(running: RunningServices, features: Sequence[Feature]) -> Iterator[web.RouteDef]:
    """Pages that people open in a browser, in `routes` of a feature's `pages.py`."""
    for feature in features:
        if (module := feature.part("pages")) is not None:
            yield from module.routes(running)


def _answering(running: RunningServices, route: Route) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def answered(request: web.Request) -> web.Response:
        try:
            here = await _visit(running, request)
            ask = route.ask.of(await fields_of(request))
            return as_json((await route.do(here, ask)).json_value())
        except Refused as refused:
            return _refused(running, refused)
        except StoreError as error:
            log.warning("api not answered", problem=str(error))
            return _refused(running, store_down())

    return answered


def _refused(running: RunningServices, refused: Refused) -> web.Response:
    with suppress(web.HTTPServiceUnavailable):  # nothing is counted while Questlog starts
        running.services().count_refusal(FrontEnd.API, refused.code)
    return refusal(refused)


async def _visit(running: RunningServices, request: web.Request) -> Visit:
    """Whose token it is, if they have not asked too often. Raises HttpRefused."""
    services = _services(running)
    person = await Tokens(services.table, services.clock).holder(_token(request))
    if person is None:
        raise unknown_token()
    limits = Limits(services.table, services.clock)
    if (until := await limits.take(CALLS, person)) is not None:
        raise too_often(until, limits.now())
    try:
        user = await services.accounts.get(person)
    except NoSuchUser:
        raise unknown_token() from None
    return Visit(services, user, FrontEnd.API, services.clock().replace(microsecond=0))


def _services(running: RunningServices) -> Services:
    try:
        return running.services()
    except web.HTTPServiceUnavailable:
        raise starting() from None


def _token(request: web.Request) -> str:
    """From its header only: what stands in an address is logged by everybody on the way."""
    given = request.headers.getall("Authorization", [])
    if not given:
        raise no_token()
    found = _BEARER.fullmatch(given[0]) if len(given) == 1 else None
    if found is None:
        raise unknown_token()
    return found["token"]
