"""How often one may ask: whoever is known, and an address from which comes what nobody knows."""

import ipaddress
from collections import OrderedDict
from collections.abc import Callable

from aiohttp import web

from tracker.refusals import Reason, Refused

ADDRESS_RATE = 60
"""Requests in a minute of an address, at the login and with what signs nobody in: a cookie or a token."""


class AskedTooOften(Refused):
    code = "too_often"
    reason = Reason.TOO_OFTEN


def address_of(request: web.Request) -> str:
    """Who asks, for counting alone: what a proxy on this network added last, else the peer itself."""
    peer = request.remote or ""
    # Some proxies add a header of their own behind one that the client sent, and not to it.
    forwarded = ",".join(request.headers.getall("X-Forwarded-For", [])).rpartition(",")[2].strip()
    return (_counted(forwarded) if _is_near(peer) else None) or _counted(peer) or peer


def _counted(address: str) -> str | None:
    """Whoever has one address of version 6 has all 2^64 of its network. None for what is no address."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return None
    if isinstance(found, ipaddress.IPv4Address) or found.ipv4_mapped is not None:
        return f"{found}"
    return f"{ipaddress.ip_network((found, 64), strict=False)}"


def _is_near(peer: str) -> bool:
    try:
        return ipaddress.ip_address(peer).is_private
    except ValueError:
        return False


class Rate:
    """So often within a minute, for each of many: counted here, because a page view is no write."""

    def __init__(
        self, most: int, monotonic: Callable[[], float], *, seconds: float = 60.0, names: int = 10_000
    ) -> None:
        self._most, self._monotonic, self._seconds, self._names = most, monotonic, seconds, names
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """How much room each has, and since when."""

    def has_room(self, who: str) -> bool:
        """Takes it where there is some."""
        now = self._monotonic()
        left, since = self._left.pop(who, (float(self._most), now))
        left = min(self._most, left + (now - since) * self._most / self._seconds)
        self._left[who] = (left - 1 if left >= 1 else left, now)
        if len(self._left) > self._names:
            self._left.popitem(last=False)
        return left >= 1


class Strangers:
    """Nobody guesses a secret, and nobody makes us look for many."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._rate = Rate(ADDRESS_RATE, monotonic)

    def have_room(self, request: web.Request) -> bool:
        """Takes it where there is some."""
        return self._rate.has_room(address_of(request))
