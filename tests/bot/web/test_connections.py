"""Clients that begin and do not go on: they lose their connections, and nobody else notices them."""

import asyncio
import errno
import os
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from urllib.parse import urlsplit

import pytest
from aiohttp import ClientSession, web
from prometheus_client import CollectorRegistry
from structlog.testing import capture_logs

from bot.web.connections import ConnectionLimits, most_connections
from bot.web.readiness import Readiness
from bot.web.routes import new_app
from bot.web.server import listening
from scheduler.pulse import Pulse
from tests.fakes.loop_time import leap
from tracker.settings import WebSettings
from tracker.store.table import Table

EVER, SOON = 1e9, 10.0
PATIENT = ConnectionLimits(
    headers_seconds=EVER, body_seconds=EVER, request_seconds=EVER, idle_seconds=EVER, most=100
)
GET = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
BEGUN = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: "
POST = b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf"


class Client:
    """A bare connection, so that a request can stop anywhere."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def answer(self) -> str:
        """The head of the next answer, whose body is read, too."""
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        length = next(line.split(":")[1] for line in head.splitlines() if line.startswith("Content-Length"))
        await self.reader.readexactly(int(length))
        return head

    async def ended(self) -> bytes:
        """What came before the server closed the connection; time leaps until it does."""
        reading = asyncio.ensure_future(self.reader.read())
        while not reading.done():
            await leap(SOON)
        try:
            return reading.result()
        except ConnectionResetError:
            return b""


class Door:
    def __init__(self, url: str, stack: AsyncExitStack) -> None:
        self.url, self._stack = url, stack
        self.begun, self.release, self.finished = asyncio.Queue[None](), asyncio.Event(), asyncio.Event()

    async def client(self, data: bytes = b"") -> Client:
        place = urlsplit(self.url)
        reader, writer = await asyncio.open_connection(place.hostname, place.port)
        self._stack.callback(writer.close)
        client = Client(reader, writer)
        await client.send(data)
        return client

    async def status(self, path: str = "/readyz") -> int:
        async with ClientSession() as session, session.get(self.url + path) as answer:
            return answer.status

    async def echo(self, request: web.Request) -> web.Response:
        return web.Response(body=await request.read())

    async def work(self, _: web.Request) -> web.Response:
        await self.begun.put(None)
        await self.release.wait()
        self.finished.set()
        return web.Response(text="done\n")


@asynccontextmanager
async def door(table: Table, pulse: Pulse, limits: ConnectionLimits) -> AsyncGenerator[Door]:
    async with AsyncExitStack() as stack:
        made = Door("", stack)
        more = [web.post("/echo", made.echo), web.get("/work", made.work)]
        app = new_app(Readiness(table, pulse), CollectorRegistry(), more)
        made.url = await stack.enter_async_context(listening(app, WebSettings(port=0), limits))
        yield made


@pytest.mark.parametrize("sent", [b"", BEGUN, b"\r\n", b"GET"])
async def test_headers_that_do_not_end_lose_their_connection(table: Table, pulse: Pulse, sent: bytes) -> None:
    async with door(table, pulse, replace(PATIENT, headers_seconds=SOON)) as opened:
        assert await (await opened.client(sent)).ended() == b""


async def test_a_second_request_that_does_not_end_loses_its_connection_too(
    table: Table, pulse: Pulse
) -> None:
    async with door(table, pulse, replace(PATIENT, headers_seconds=SOON)) as opened:
        client = await opened.client(GET)
        assert "200 OK" in await client.answer()
        await client.send(BEGUN)
        assert await client.ended() == b""


async def test_a_connection_is_used_for_longer_than_headers_may_take() -> None:
    """Each request begins anew, whoever made the application."""
    app = web.Application()
    app.add_routes([web.get("/healthz", _ok)])
    async with AsyncExitStack() as stack:
        limits = replace(PATIENT, headers_seconds=SOON)
        url = await stack.enter_async_context(listening(app, WebSettings(port=0), limits))
        client = await Door(url, stack).client(GET)
        assert "200 OK" in await client.answer()
        await leap(2 * SOON)
        await client.send(GET)
        assert "200 OK" in await client.answer()


async def _ok(_: web.Request) -> web.Response:
    return web.Response(text="ok\n")


async def test_a_body_that_does_not_end_loses_its_connection_and_is_no_fault(
    table: Table, pulse: Pulse, caplog: pytest.LogCaptureFixture
) -> None:
    async with door(table, pulse, replace(PATIENT, body_seconds=SOON)) as opened:
        assert await (await opened.client(POST)).ended() == b""
        assert await opened.status() == 200
    assert "Traceback" not in caplog.text


async def test_work_that_takes_too_long_loses_its_client_and_is_done_all_the_same(
    table: Table, pulse: Pulse
) -> None:
    async with door(table, pulse, replace(PATIENT, body_seconds=SOON, request_seconds=SOON)) as opened:
        client = await opened.client(GET.replace(b"healthz", b"work"))
        assert await client.ended() == b""
        opened.release.set()
        await opened.finished.wait()


async def test_a_connection_that_is_not_used_any_more_ends(table: Table, pulse: Pulse) -> None:
    async with door(table, pulse, replace(PATIENT, idle_seconds=SOON)) as opened:
        client = await opened.client(GET)
        assert "200 OK" in await client.answer()
        assert await client.ended() == b""


@pytest.mark.parametrize(("sent", "leaps"), [(b"", 3), (BEGUN, 3), (POST, 4), (GET, 15)])
async def test_as_it_is_shipped_no_client_keeps_its_place_for_long(
    table: Table, pulse: Pulse, sent: bytes, leaps: int
) -> None:
    async with door(table, pulse, ConnectionLimits()) as opened:
        reading = asyncio.ensure_future((await opened.client(sent)).reader.read())
        for _ in range(leaps):
            await leap(SOON)
        assert reading.done()


@pytest.mark.parametrize("sent", [b"", BEGUN, POST])
async def test_those_who_only_begin_make_room_for_those_who_ask(
    table: Table, pulse: Pulse, sent: bytes
) -> None:
    async with door(table, pulse, replace(PATIENT, most=8)) as opened:
        with capture_logs() as lines:
            first = [await opened.client(sent) for _ in range(60)]
            assert await opened.status() == 200
        assert [await one.ended() for one in first[:52]] == [b""] * 52
        assert [line["event"] for line in lines] == ["too many connections to the web server"]


async def test_three_hundred_slow_clients_keep_nobody_waiting(table: Table, pulse: Pulse) -> None:
    """How long others wait meanwhile is measured: `make bench slow`."""
    async with door(table, pulse, ConnectionLimits()) as opened:
        slow = [await opened.client(sent) for sent in (b"", BEGUN, POST) for _ in range(100)]
        assert [await opened.status() for _ in range(5)] == [200] * 5
        for one in slow:
            await one.send(b"x")  # each goes on as slowly as it began
        assert await opened.status() == 200
        assert not any(one.reader.at_eof() for one in slow), "they still have time"


async def test_where_everybody_is_being_answered_the_newest_has_to_go(table: Table, pulse: Pulse) -> None:
    async with door(table, pulse, replace(PATIENT, most=2)) as opened:
        busy = [await opened.client(GET.replace(b"healthz", b"work")) for _ in range(2)]
        for _ in busy:
            await opened.begun.get()
        assert await (await opened.client(GET)).ended() == b""
        opened.release.set()
        assert all(["200 OK" in await one.answer() for one in busy])
        assert await opened.status() == 200


async def test_a_storm_of_connections_that_cannot_be_accepted_is_one_line(table: Table, pulse: Pulse) -> None:
    said = {
        "message": "socket.accept() out of system resource",
        "exception": OSError(errno.EMFILE, os.strerror(errno.EMFILE)),
    }
    loop = asyncio.get_running_loop()
    async with door(table, pulse, PATIENT):
        with capture_logs() as lines:
            for _ in range(1000):
                loop.call_exception_handler(said)
    assert [(line["event"], line["times"]) for line in lines] == [("no connection can be accepted", 1)]
    assert loop.get_exception_handler() is None


@pytest.mark.parametrize(("files", "most"), [(256, 128), (1024, 512), (1_048_576, 1000), (-1, 1000)])
def test_connections_take_no_more_than_half_of_the_files(files: int, most: int) -> None:
    assert most_connections(files) == most


@pytest.mark.parametrize(
    "sent",
    [
        b"GARBAGE\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        POST.replace(b"100", b"-4"),
        GET.replace(b"Host: x", b"Host: x\r\nX: " + b"a" * 20_000),
        POST.replace(b"100\r\n", b"4\r\nContent-Encoding: gzip\r\n"),
    ],
)
async def test_what_is_no_http_leaves_no_traceback_in_the_log(
    table: Table, pulse: Pulse, caplog: pytest.LogCaptureFixture, sent: bytes
) -> None:
    """Whoever finds the port could fill the disk."""
    async with door(table, pulse, PATIENT) as opened:
        for _ in range(3):
            assert b" 400 " in await (await opened.client(sent)).reader.readline()
        assert await opened.status() == 200
    assert caplog.text == ""


@pytest.mark.parametrize("sent", [GET, GET.replace(b"/healthz", b"/nowhere"), b"GARBAGE\r\n\r\n"])
async def test_nobody_is_told_what_the_server_is_made_of(table: Table, pulse: Pulse, sent: bytes) -> None:
    async with door(table, pulse, PATIENT) as opened:
        head = await (await opened.client(sent)).answer()
    assert "\r\nServer: Questlog\r\n" in head
    assert "aiohttp" not in head
    assert "Python" not in head
