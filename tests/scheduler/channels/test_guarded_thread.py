"""A thread that connects to the internet only, and beside it threads that may go anywhere."""

import asyncio
import socket
import threading
from pathlib import Path

import pytest

from scheduler.channels.guarded_thread import Guard, TimeIsOver, guarded
from scheduler.sources.addresses import PrivateAddress


def connect(family: socket.AddressFamily, address: tuple[str, int] | str) -> None:
    with socket.socket(family) as made:
        made.settimeout(1)
        made.connect(address)


def connect_guarded(family: socket.AddressFamily, address: tuple[str, int] | str) -> bool:
    guard = Guard()
    with guarded(guard), pytest.raises(PrivateAddress):
        connect(family, address)
    return guard.refused


@pytest.mark.parametrize(
    ("family", "host"),
    [
        (socket.AF_INET, "127.0.0.1"),
        (socket.AF_INET, "10.0.0.1"),
        (socket.AF_INET, "169.254.169.254"),
        (socket.AF_INET, "localhost"),
        (socket.AF_INET6, "::1"),
        (socket.AF_INET6, "::ffff:127.0.0.1"),
    ],
)
def test_it_reaches_no_private_address(family: socket.AddressFamily, host: str) -> None:
    assert connect_guarded(family, (host, 9))


def test_it_reaches_nothing_inside_this_machine(tmp_path: Path) -> None:
    assert connect_guarded(socket.AF_UNIX, str(tmp_path / "socket"))


def test_it_sends_no_datagram_there_either() -> None:
    guard = Guard()
    with (
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as made,
        guarded(guard),
        pytest.raises(PrivateAddress),
    ):
        made.sendto(b"x", ("127.0.0.1", 9))
    assert guard.refused


async def test_other_threads_and_the_time_after_it_are_free() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        home = ("127.0.0.1", server.getsockname()[1])
        guard = Guard()
        with guarded(guard):
            await asyncio.to_thread(connect, socket.AF_INET, home)
        await asyncio.to_thread(connect_guarded, socket.AF_INET, home)
        await asyncio.to_thread(connect, socket.AF_INET, home)
        assert not guard.refused


async def test_when_its_time_is_over_what_waits_for_an_answer_ends_and_nothing_more_begins() -> None:
    guard = Guard(only_public=False)
    connected = threading.Event()

    def listen_for_ever(home: tuple[str, int]) -> bytes:
        with guarded(guard), socket.create_connection(home) as made:
            connected.set()
            heard = made.recv(1)  # without a time limit of its own
            with pytest.raises(TimeIsOver):
                connect(socket.AF_INET, home)
            return heard

    with socket.create_server(("127.0.0.1", 0)) as server:
        waiting = asyncio.create_task(asyncio.to_thread(listen_for_ever, server.getsockname()))
        await asyncio.to_thread(connected.wait)
        guard.end()
        assert await waiting == b""
