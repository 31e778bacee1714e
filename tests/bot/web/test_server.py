"""Binding the socket: which address is told, and which refusals."""

import socket
from collections.abc import Iterator

import pytest
from aiohttp import ClientSession, web

from bot.exits import Exit, Refusal
from bot.web.server import listening
from bot.web_address import url
from tests.patience import PATIENCE
from tracker.settings import WebSettings


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


async def refusal_of(settings: WebSettings) -> Refusal:
    with pytest.raises(Refusal) as refused:
        async with listening(web.Application(), settings):
            pytest.fail("it listens")
    return refused.value


async def test_port_0_becomes_a_real_port() -> None:
    async with listening(web.Application(), WebSettings(port=0)) as address, ClientSession() as client:
        assert not address.endswith(":0")
        assert (await client.get(address)).status == 404


async def test_the_socket_is_closed_with_its_block() -> None:
    async with listening(web.Application(), WebSettings(port=0)) as address:
        port = int(address.rsplit(":", 1)[1])

    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)


async def test_a_port_that_is_taken_is_refused_with_what_to_do(taken_port: int) -> None:
    refused = await refusal_of(WebSettings(port=taken_port))

    assert refused.exit_code is Exit.WEB
    assert f"127.0.0.1 port {taken_port}: another program does" in str(refused)
    assert "web.port" in str(refused)


@pytest.mark.parametrize("host", ["192.0.2.1", "a..b"])
async def test_a_host_that_is_not_this_machine_is_refused_with_what_to_do(host: str) -> None:
    refused = await refusal_of(WebSettings(host=host, port=0))

    assert refused.exit_code is Exit.WEB
    assert f"cannot listen on {host} port 0" in str(refused)
    assert "web.host" in str(refused)


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("127.0.0.1", "http://127.0.0.1:8080"),
        ("0.0.0.0", "http://127.0.0.1:8080"),  # noqa: S104 - written, not bound
        ("::", "http://[::1]:8080"),
        ("::1", "http://[::1]:8080"),
        ("localhost", "http://localhost:8080"),
    ],
)
def test_an_address_is_written_as_a_client_of_this_machine_needs_it(host: str, shown: str) -> None:
    assert url(host, 8080) == shown
