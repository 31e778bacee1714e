"""Connections of the web server: how long each may take, how many there may be, and which one has to go.

A client that only begins (headers without an end, a body that drips) must not keep others out. So each part
of a request has its time, and where there are too many connections, the one goes that has waited longest.
"""

import asyncio
import resource
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import field
from typing import Any, TypeAlias

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from bot.web.available import Handler
from tracker.frozen import frozen
from tracker.logs import get_logger

log = get_logger(__name__)

SOFTWARE = "Questlog"
"""All that a client is told about what serves it."""
BACKLOG = 64
"""So many are accepted in one go, before the first of them is counted."""
_ACCEPT = "socket.accept()"  # how asyncio begins what it says when the process has no files left
_SELDOM_SECONDS = 60.0
_MOST = 1000

Context: TypeAlias = dict[str, Any]


def most_connections(files: int | None = None) -> int:
    """Half of the files that the process may open: the other half is for the store, sources and channels."""
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0] if files is None else files
    return _MOST if files == resource.RLIM_INFINITY else min(_MOST, files // 2)


@frozen
class ConnectionLimits:
    headers_seconds: float = 10.0
    body_seconds: float = 20.0
    request_seconds: float = 60.0
    """For what the service does once it has a whole request."""
    idle_seconds: float = 130.0
    """Longer than proxies keep a connection that they may use again: 60 s at nginx, 120 s at Caddy."""
    most: int = field(default_factory=most_connections)


class Connections:
    """All that are open."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self.limits = limits
        self._open: dict[HttpConnection, None] = {}
        self._warn = Seldom()

    def add(self, connection: "HttpConnection") -> None:
        self._open[connection] = None
        if len(self._open) > self.limits.most:
            self._warn("too many connections to the web server", most=self.limits.most)
            self._longest_waiting(connection).abort()

    def remove(self, connection: "HttpConnection") -> None:
        self._open.pop(connection, None)

    def _longest_waiting(self, newest: "HttpConnection") -> "HttpConnection":
        """The newest has said nothing yet, and goes where all others are being answered."""
        return next((one for one in self._open if one.is_waiting), newest)


class HttpConnection(web.RequestHandler):
    """aiohttp's own, with a deadline for what comes next."""

    def __init__(self, connections: Connections, server: web.Server) -> None:
        loop, idle = asyncio.get_running_loop(), connections.limits.idle_seconds
        no_log: Any = None  # requests are not logged, and only None says so
        super().__init__(server, loop=loop, access_log=no_log, keepalive_timeout=idle)
        self._connections, self._limits, self._time = connections, connections.limits, loop
        self._request: web.Request | None = None
        self._wire: asyncio.BaseTransport | None = None
        """Until it is lost: aiohttp lets go of it as soon as it has nothing more to say, sent or not."""
        self._deadline: asyncio.TimerHandle | None = None
        self._idle = False

    @property
    def is_waiting(self) -> bool:
        """Whether it waits for its client: for a request, or for the rest of one."""
        return self._request is None or not self._request.content.is_eof()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._wire = transport
        self._until(self._limits.headers_seconds, self.abort)
        self._connections.add(self)

    def connection_lost(self, exc: BaseException | None) -> None:
        self._forget_deadline()
        self._wire = None
        self._connections.remove(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._idle:
            self._idle = False
            self._until(self._limits.headers_seconds, self.abort)
        super().data_received(data)

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        response = super().handle_error(request, status, exc, message)
        response.headers["Server"] = SOFTWARE
        return response

    def log_exception(self, *args: Any, **more: Any) -> None:  # noqa: ANN401 - as aiohttp's own
        """What is no HTTP is its client's fault: a traceback of each would let anybody fill the log."""
        fault = more.get("exc_info")
        if isinstance(fault, HttpProcessingError | web.RequestPayloadError):
            log.debug("request not understood", problem=f"{fault}")
        else:
            super().log_exception(*args, **more)

    def abort(self) -> None:
        """The client gets no answer. What is done for it goes on, as after any client that went away."""
        self._forget_deadline()
        self._connections.remove(self)
        if isinstance(self._wire, asyncio.WriteTransport):
            self._wire.abort()

    def stay_open(self) -> None:
        """What is answered has no end of its own. Whoever writes it sees to a client that does not read."""
        self._forget_deadline()

    @contextmanager
    def answering(self, request: web.Request) -> Generator[None]:
        self._request, self._idle = request, False
        self._until(self._limits.body_seconds, self._body_due)
        try:
            yield
        finally:
            self._request, self._idle = None, True
            self._until(self._limits.idle_seconds, self.abort)

    def _body_due(self) -> None:
        if self.is_waiting:
            self.abort()
        else:
            self._until(self._limits.request_seconds, self.abort)

    def _until(self, seconds: float, then: Callable[[], None]) -> None:
        self._forget_deadline()
        if self._wire is not None:
            self._deadline = self._time.call_later(seconds, then)

    def _forget_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


@web.middleware
async def in_time(request: web.Request, handler: Handler) -> web.StreamResponse:
    """The outermost: from here on the connection no longer waits for its client."""
    connection = request.protocol
    if not isinstance(connection, HttpConnection):
        return await handler(request)
    with connection.answering(request):
        try:
            return await handler(request)
        except web.RequestPayloadError:
            raise web.HTTPBadRequest(text="The body cannot be read.\n") from None
        except ConnectionError:
            if connection.transport is not None:
                raise
            raise web.HTTPRequestTimeout from None  # nobody hears it: a client that went is no fault of ours


class Seldom:
    """Says something once in a while, and then how often it was so."""

    def __init__(self) -> None:
        self._silent_until, self._times = 0.0, 0

    def __call__(self, event: str, **said: object) -> None:
        now = asyncio.get_running_loop().time()
        self._times += 1
        if now >= self._silent_until:
            log.warning(event, times=self._times, **said)
            self._silent_until, self._times = now + _SELDOM_SECONDS, 0


@contextmanager
def without_accept_storms() -> Generator[None]:
    """asyncio writes a traceback for each connection that it cannot accept: 50 MB a minute were seen."""
    loop, warn = asyncio.get_running_loop(), Seldom()
    before = loop.get_exception_handler()

    def handle(loop: asyncio.AbstractEventLoop, context: Context) -> None:
        if str(context.get("message", "")).startswith(_ACCEPT):
            warn("no connection can be accepted", problem=str(context.get("exception")))
        elif before is not None:
            before(loop, context)
        else:
            loop.default_exception_handler(context)

    loop.set_exception_handler(handle)
    try:
        yield
    finally:
        loop.set_exception_handler(before)
