"""A thread that connects to the internet only, and not for longer than it may, whatever library runs in it.

Python tells an audit hook of each connection before it is made, with the address that it goes to. So it makes
no difference how a library came by it: by a name that answers differently each time, a redirect, a document.
"""

import os
import socket
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from functools import cache
from typing import cast

from scheduler.sources.addresses import PrivateAddress, is_public

_CONNECTIONS = frozenset({"socket.connect", "socket.sendto", "socket.sendmsg"})
_CONNECT = "socket.connect"


class TimeIsOver(OSError):
    """The thread may connect to nothing more."""


class Guard:
    """What one thread may do, and what it was kept from; libraries turn that into errors of their own."""

    def __init__(self, *, only_public: bool = True) -> None:
        self.refused = False
        """Whether it wanted to go where it may not."""
        self.is_over = False
        self._only_public = only_public
        self._lock = threading.Lock()
        self._lines: list[socket.socket] = []
        """The same connections under numbers of our own: a library may wrap or close its own meanwhile."""

    def end(self) -> None:
        """From any thread: its connections are cut, so that what waits for an answer ends; no more begin."""
        with self._lock:
            self.is_over = True
            for line in self._lines:
                with suppress(OSError):  # it is not connected, or not any more
                    line.shutdown(socket.SHUT_RDWR)

    def judge(self, event: str, arguments: tuple[object, ...]) -> None:
        """Raises OSError where the connection may not be made."""
        if self._only_public and not _is_allowed(arguments[1]):
            self.refused = True
            raise PrivateAddress("a private address")
        with self._lock:
            if self.is_over:
                raise TimeIsOver("it took too long")
            if event == _CONNECT:
                made = cast("socket.socket", arguments[0])
                self._lines.append(socket.socket(fileno=os.dup(made.fileno())))

    def close(self) -> None:
        with self._lock:
            for line in self._lines:
                line.close()
            self._lines.clear()


class _Here(threading.local):
    guard: Guard | None = None


_here = _Here()


@contextmanager
def guarded(guard: Guard) -> Generator[None]:
    """In the block this thread is held to it: what it may not connect to is as if it were not there."""
    _watch()
    _here.guard = guard
    try:
        yield
    finally:
        _here.guard = None
        guard.close()


def is_guarded() -> bool:
    return _here.guard is not None


@cache
def _watch() -> None:
    """A hook is for the whole process and for good; so there is one, and only where it is needed."""
    sys.addaudithook(_judge)


def _judge(event: str, arguments: tuple[object, ...]) -> None:
    guard = _here.guard
    if guard is not None and event in _CONNECTIONS:
        guard.judge(event, arguments)


def _is_allowed(address: object) -> bool:
    """Only numbers: libraries look a name up before they connect. A path leads into this machine."""
    try:
        return isinstance(address, tuple) and is_public(str(cast("tuple[object, ...]", address)[0]))
    except ValueError:
        return False
