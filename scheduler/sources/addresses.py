"""Which addresses numbers on the web may be read from: those of the internet, not of our own networks."""

import socket
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import TypeAlias

AddressInfo: TypeAlias = tuple[int, int, int, str, Sequence[str | int]]
"""As `socket.getaddrinfo` answers."""


class PrivateAddress(OSError):
    """Our own rules refuse the connection."""


_NAT64 = IPv6Network("64:ff9b::/96")


def is_public(host: str) -> bool:
    """False for loopback, private, link-local, shared, multicast and reserved, also inside an IPv6 one."""
    address = ip_address(host)
    inner = _wrapped(address) if isinstance(address, IPv6Address) else None
    return address.is_global and not address.is_multicast and (inner is None or is_public(str(inner)))


def _wrapped(address: IPv6Address) -> IPv4Address | None:
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    teredo = address.teredo
    return address.ipv4_mapped or address.sixtofour or (teredo[1] if teredo else None)


def public_socket(target: AddressInfo) -> socket.socket:
    """For aiohttp, which calls it for each address that it is about to connect to, however it came by it.

    So a name cannot answer with one address when it is checked and with another when it is used.
    """
    family, kind, protocol, _, address = target
    if not is_public(str(address[0])):
        raise PrivateAddress("a private address")
    return socket.socket(family, kind, protocol)
