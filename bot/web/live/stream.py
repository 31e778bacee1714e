"""Server-sent events: what happens to a person, as it happens, to whoever may see it.

Programs are let in by a token (`bot/web/http_api/events.py`), pages by a session: both call `stream`.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress

from aiohttp import web

from bot.documents import Document
from bot.services import Services
from bot.web.connections import HttpConnection
from bot.web.live.documents import happening_document
from bot.web.live.watchers import Watcher, Watchers
from tracker.accounts.export import exact_json
from tracker.accounts.model import User
from tracker.happenings.model import KEPT
from tracker.happenings.reading import Since, beginning, is_known, watch
from tracker.logs import get_logger
from tracker.store.errors import StoreError

log = get_logger(__name__)

PING_SECONDS = 25.0
"""So often something is sent where nothing happens: proxies close what is silent for a minute."""
SEND_SECONDS = 10.0
"""Whoever takes longer to read what was sent is left."""
RETRY_MILLISECONDS = 3000

HEADERS = {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
}
MISSED = "event: missed\ndata: {}\n\n"
"""To whoever comes back too late: what they show may be old, and is to be read anew."""

Allowed = Callable[[], Awaitable[User | None]]
"""The person as they are now; None where whoever follows may no longer."""


async def stream(
    request: web.Request, services: Services, watchers: Watchers, person: User, allowed: Allowed
) -> web.StreamResponse:
    """Until the client goes, or may no longer, or the service stops.

    It goes on after the id in `Last-Event-ID`, or in `after` of the address. Raises TooManyWatchers.
    """
    with watchers.watching(services.table, person.id) as watcher:
        response = web.StreamResponse(headers=HEADERS)
        if isinstance(request.protocol, HttpConnection):
            request.protocol.stay_open()
        following = _Following(services, response, person, allowed, watcher)
        with suppress(ConnectionError):  # the client is gone
            try:
                await following.go(request)
                async with asyncio.timeout(SEND_SECONDS):
                    await response.write_eof()
            except TimeoutError:
                _leave(request)
        return response


def _leave(request: web.Request) -> None:
    """What waits to be sent would otherwise wait for as long as the client does not read."""
    if isinstance(request.protocol, HttpConnection):
        request.protocol.abort()


def _on_one_line(document: Document) -> str:
    """JSON has line breaks between its values alone."""
    return re.sub(r"\n *", " ", exact_json(document.json_value()))


class _Following:
    def __init__(
        self,
        services: Services,
        response: web.StreamResponse,
        person: User,
        allowed: Allowed,
        watcher: Watcher,
    ) -> None:
        self._table, self._response, self._watcher = services.table, response, watcher
        self._person, self._allowed = person, allowed
        self._asks_at = asyncio.get_running_loop().time() + PING_SECONDS

    async def go(self, request: web.Request) -> None:
        """All that happens once the answer has begun is told. Raises TimeoutError."""
        after = request.headers.get("Last-Event-ID") or request.query.get("after", "")
        was_watched = await watch(self._table, self._person)
        now = self._table.instant()
        known = is_known(after, now)
        since = Since(after) if known else beginning(now)
        await self._response.prepare(request)
        await self._send(f"retry: {RETRY_MILLISECONDS}\n\n")
        if after and not (known and was_watched and since.at > now - KEPT):
            await self._send(MISSED)
        with suppress(StoreError):  # whoever is left comes back, and goes on where it was
            while not self._watcher.is_over:
                await self._tell(since)
                if not await self._next():
                    break

    async def _tell(self, since: Since) -> None:
        while found := await since.fresh(self._table, self._person.id):
            for one in found:
                data = _on_one_line(happening_document(one))
                await self._send(f"id: {since.give(one)}\nevent: {one.kind}\ndata: {data}\n\n")

    async def _next(self) -> bool:
        """Wait until something happens. However much does, whether they still may is asked as often."""
        time = asyncio.get_running_loop().time
        if await self._watcher.sleep(max(self._asks_at - time(), 0)) and time() < self._asks_at:
            return True
        self._asks_at = time() + PING_SECONDS
        return await self._may_go_on()

    async def _may_go_on(self) -> bool:
        person = await self._allowed()
        if person is None:
            return False
        self._person = person
        await watch(self._table, person)
        await self._send(": still here\n\n")
        return True

    async def _send(self, text: str) -> None:
        async with asyncio.timeout(SEND_SECONDS):
            await self._response.write(text.encode())
