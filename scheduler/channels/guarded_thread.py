"""A thread that connects to the internet only, whatever library runs in it.

Python tells an audit hook of each connection before it is made, with the address that it goes to. So it makes
no difference how a library came by it: by a name that answers differently each time, a redirect, a document.
"""

import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import cast

from scheduler.sources.addresses import PrivateAddress, is_public

_CONNECTIONS = frozenset({"socket.connect", "socket.sendto", "socket.sendmsg"})


@dataclass(slots=True)
class Guard:
    """What it kept this thread from; libraries turn that into errors of their own."""

    refused: bool = False


class _Here(threading.local):
    guard: Guard | None = None


_here = _Here()


@contextmanager
def public_only() -> Generator[Guard]:
    """In the block this thread reaches no private address: a connection fails as if nothing were there."""
    _watch()
    _here.guard = Guard()
    try:
        yield _here.guard
    finally:
        _here.guard = None


@cache
def _watch() -> None:
    """A hook is for the whole process and for good; so there is one, and only where it is needed."""
    sys.addaudithook(_judge)


def _judge(event: str, arguments: tuple[object, ...]) -> None:
    guard = _here.guard
    if guard is None or event not in _CONNECTIONS or _is_allowed(arguments[1]):
        return
    guard.refused = True
    raise PrivateAddress("a private address")


def _is_allowed(address: object) -> bool:
    """Only numbers: libraries look a name up before they connect. A path leads into this machine."""
    try:
        return isinstance(address, tuple) and is_public(str(cast("tuple[object, ...]", address)[0]))
    except ValueError:
        return False
