"""Pages that use the store: while it cannot be reached, whoever asks is told to come back."""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import TypeAlias

from aiohttp import web

from tracker.logs import get_logger
from tracker.store.errors import StoreError

log = get_logger(__name__)

Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]
_LATER = {"Retry-After": "60"}


def available(handler: Handler) -> Handler:
    @wraps(handler)
    async def answered(request: web.Request) -> web.StreamResponse:
        try:
            return await handler(request)
        except StoreError as error:
            log.warning("page not served", problem=str(error))
            raise web.HTTPServiceUnavailable(text="Try again in a minute.\n", headers=_LATER) from error

    return answered
