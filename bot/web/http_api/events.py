"""`GET /api/v1/events`: what happens to the person of a token, as it happens."""

from aiohttp import web

from bot.web.http_api.caller import token_holder, visit_of
from bot.web.http_api.problems import too_many_readers
from bot.web.live.stream import stream
from bot.web.live.watchers import TooManyWatchers
from bot.web.running import RunningServices
from tracker.accounts.model import User
from tracker.accounts.tokens import TokenScope


async def events(running: RunningServices, request: web.Request) -> web.StreamResponse:
    """Raises HttpRefused."""
    here = await visit_of(running, request, TokenScope.READ)

    async def allowed() -> User | None:
        return await token_holder(here.services, request)

    try:
        return await stream(request, here.services, running.watchers, here.person, allowed)
    except TooManyWatchers:
        raise too_many_readers() from None
