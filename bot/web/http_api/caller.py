"""Whose program asks: the person of its token, who may ask only so often."""

import re
from datetime import timedelta

from aiohttp import web

from bot.services import Services
from bot.visit import Visit
from bot.web.http_api.problems import no_token, starting, too_often, unknown_token, wrong_scope
from bot.web.running import RunningServices
from tracker.accounts.errors import NoSuchUser
from tracker.accounts.model import User
from tracker.accounts.tokens import Tokens, TokenScope
from tracker.front_ends import FrontEnd
from tracker.limits import Limit, Limits

CALLS = Limit("api", 60, timedelta(minutes=1))
"""So often a person's programs may ask."""

_BEARER = re.compile(r"bearer +(?P<token>[A-Za-z0-9._~+/-]+=*) *", re.IGNORECASE | re.ASCII)


async def visit_of(running: RunningServices, request: web.Request, needed: TokenScope) -> Visit:
    """Raises HttpRefused."""
    services, token = _services(running), _token(request)
    tokens = Tokens(services.table, services.clock)
    limits = Limits(services.table, services.clock)
    if (holder := await tokens.holder(token)) is None:
        if not running.strangers.have_room(request):
            raise too_often(limits.now() + CALLS.within, limits.now())
        raise unknown_token()
    if (until := await limits.take(CALLS, holder.user_id)) is not None:
        raise too_often(until, limits.now())
    if not holder.scope.allows(needed):
        raise wrong_scope(holder.scope, needed)
    try:
        person = await services.accounts.get(holder.user_id)
    except NoSuchUser:
        raise unknown_token() from None
    await tokens.note_use(token, holder)
    now, by_device = services.clock().replace(microsecond=0), holder.scope is TokenScope.TELL
    return Visit(services, person, FrontEnd.API, now, by_device=by_device)


async def token_holder(services: Services, request: web.Request) -> User | None:
    """None where the token leads to nobody any more."""
    holder = await Tokens(services.table, services.clock).holder(_token(request))
    try:
        return None if holder is None else await services.accounts.get(holder.user_id)
    except NoSuchUser:
        return None


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
