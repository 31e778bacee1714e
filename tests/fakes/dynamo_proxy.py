"""A proxy on loopback between the DynamoDB engine and a server, with the faults of a network and a service.

Faults are planned for an operation ("PutItem"); each call of it takes the next one, and when none is left,
calls go through.
"""

import asyncio
import json
from collections import defaultdict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from aiohttp import ClientSession, web

_KEPT_HEADERS = ("X-Amz-Target", "Content-Type", "Authorization", "X-Amz-Date")
_BODY_TYPE = "application/x-amz-json-1.0"
_MAX_BODY = 16 * 1024 * 1024


class Fault(Protocol):
    async def __call__(self, proxy: "DynamoProxy", request: web.Request) -> web.StreamResponse: ...


@dataclass
class DynamoProxy:
    """What stands between."""

    upstream: str
    session: ClientSession
    url: str = ""
    calls: list[str] = field(default_factory=list[str])
    """The operations that arrived, in order."""
    _plans: dict[str, deque[Fault]] = field(default_factory=lambda: defaultdict(deque))

    def plan(self, operation: str, *faults: Fault) -> None:
        self._plans[operation].extend(faults)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        operation = request.headers.get("X-Amz-Target", "").rpartition(".")[2]
        self.calls.append(operation)
        planned = self._plans[operation]
        return await (planned.popleft()(self, request) if planned else forward(self, request))

    async def send(self, request: web.Request, body: bytes) -> tuple[int, bytes]:
        """The server's own answer."""
        headers = {name: request.headers[name] for name in _KEPT_HEADERS if name in request.headers}
        async with self.session.post(self.upstream, data=body, headers=headers) as answer:
            return answer.status, await answer.read()


@asynccontextmanager
async def proxy_before(upstream: str) -> AsyncIterator[DynamoProxy]:
    async with ClientSession() as session:
        proxy = DynamoProxy(upstream, session)
        app = web.Application(client_max_size=_MAX_BODY)
        app.router.add_route("*", "/{path:.*}", proxy.handle)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        try:
            site = web.TCPSite(runner, "127.0.0.1", 0)
            await site.start()
            proxy.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
            yield proxy
        finally:
            await runner.cleanup()


async def forward(proxy: DynamoProxy, request: web.Request) -> web.StreamResponse:
    status, body = await proxy.send(request, await request.read())
    return _response(status, body)


async def lose_reply(proxy: DynamoProxy, request: web.Request) -> web.StreamResponse:
    """The server does what it is asked, and nobody hears of it."""
    await proxy.send(request, await request.read())
    return _hang_up(request)


async def lose_request(_proxy: DynamoProxy, request: web.Request) -> web.StreamResponse:
    """The connection breaks before the server hears anything."""
    return _hang_up(request)


@dataclass(frozen=True)
class Answer:
    """An error, in the words of DynamoDB."""

    code: str
    message: str = ""
    status: int = 400
    more: dict[str, Any] = field(default_factory=dict[str, Any])

    async def __call__(self, _proxy: DynamoProxy, _request: web.Request) -> web.StreamResponse:
        kind = f"com.amazonaws.dynamodb.v20120810#{self.code}"
        return _response(
            self.status, json.dumps({"__type": kind, "message": self.message, **self.more}).encode()
        )


@dataclass(frozen=True)
class Success:
    """An answer that DynamoDB could give, made up by the test."""

    body: dict[str, Any]

    async def __call__(self, _proxy: DynamoProxy, _request: web.Request) -> web.StreamResponse:
        return _response(200, json.dumps(self.body).encode())


THROTTLED = Answer("ThrottlingException", "Throughput exceeds the current capacity of your table or index.")
OVER_PROVISION = Answer(
    "ProvisionedThroughputExceededException",
    "The level of configured provisioned throughput for the table was exceeded.",
)
BROKEN = Answer(
    "InternalServerError", "The request could not be processed because of an internal error.", 500
)
OVERLOADED = Answer("ServiceUnavailable", "Service is not available. Please try again.", 503)


def cancelled(*codes: str) -> Answer:
    """A transaction that was cancelled, with a code for each of its operations ("None": nothing wrong)."""
    return Answer(
        "TransactionCanceledException",
        f"Transaction cancelled, please refer cancellation reasons for specific reasons [{', '.join(codes)}]",
        more={"CancellationReasons": [{"Code": code} | _message(code) for code in codes]},
    )


def _message(code: str) -> dict[str, str]:
    return {} if code == "None" else {"Message": f"{code} for an item of this transaction."}


@dataclass(frozen=True)
class LeaveUndone:
    """Do the first few of a batch, and hand the others back."""

    done: int

    async def __call__(self, proxy: DynamoProxy, request: web.Request) -> web.StreamResponse:
        asked = json.loads(await request.read())
        [(table, wanted)] = asked["RequestItems"].items()
        first, rest = _split(wanted, self.done)
        answer: dict[str, Any] = {"Responses": {table: []}}
        if self.done:
            body = json.dumps({**asked, "RequestItems": {table: first}}).encode()
            answer = json.loads((await proxy.send(request, body))[1])
        answer["UnprocessedKeys" if isinstance(wanted, dict) else "UnprocessedItems"] = {table: rest}
        return _response(200, json.dumps(answer).encode())


def _split(wanted: Any, count: int) -> tuple[Any, Any]:  # noqa: ANN401 - a list of writes, or a map with keys
    if isinstance(wanted, list):
        return wanted[:count], wanted[count:]
    return {**wanted, "Keys": wanted["Keys"][:count]}, {**wanted, "Keys": wanted["Keys"][count:]}


@dataclass(frozen=True)
class Slow:
    """Hold the call until `go` is set; `arrived` says that it is here."""

    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    go: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, proxy: DynamoProxy, request: web.Request) -> web.StreamResponse:
        self.arrived.set()
        await self.go.wait()
        return await forward(proxy, request)


async def not_dynamodb(_proxy: DynamoProxy, _request: web.Request) -> web.StreamResponse:
    """Some other web server listens here."""
    return web.Response(text="<html><body>It works!</body></html>", content_type="text/html")


def _response(status: int, body: bytes) -> web.Response:
    return web.Response(status=status, body=body, headers={"Content-Type": _BODY_TYPE})


def _hang_up(request: web.Request) -> web.StreamResponse:
    if request.transport is not None:
        request.transport.close()
    return web.Response()
