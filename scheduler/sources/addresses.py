"""Which addresses numbers on the web may be read from: those of the internet, not of our own networks."""

import socket
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import TypeAlias

AddressInfo: TypeAlias = tuple[int, int, int, str, Sequence[str | int]]
"""As `socket.getaddrinfo` answers."""


class PrivateAddress(OSError):
    """Our own rules refuse the connection."""


_NOT_PUBLIC = tuple(
    IPv4Network(network)
    for network in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",  # shared by the customers of a carrier; Alibaba's metadata are here, too
        "127.0.0.0/8",
        "168.63.129.16/32",  # what Azure's machines ask about themselves
        "169.254.0.0/16",  # and those of most others
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
    )
)
_GLOBAL_UNICAST = IPv6Network("2000::/3")
"""All that the internet uses of IPv6; whatever lies outside is somebody's own, or nobody's."""
_NOT_PUBLIC_6 = tuple(map(IPv6Network, ("2001::/23", "2001:db8::/32", "3fff::/20")))
_SIX_TO_FOUR = IPv6Network("2002::/16")
_MAPPED, _NAT64 = IPv6Network("::ffff:0:0/96"), IPv6Network("64:ff9b::/96")


def is_public(host: str) -> bool:
    """False for loopback, private, link-local, shared, multicast and reserved, also inside an IPv6 one.

    By a list of its own: what Python calls global differs from one version to the next.
    """
    address = ip_address(host)
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _NOT_PUBLIC)
    if (inner := _wrapped(address)) is not None:
        return is_public(str(inner))
    return address in _GLOBAL_UNICAST and not any(address in network for network in _NOT_PUBLIC_6)


def _wrapped(address: IPv6Address) -> IPv4Address | None:
    if address in _MAPPED or address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.sixtofour if address in _SIX_TO_FOUR else None


def public_socket(target: AddressInfo) -> socket.socket:
    """For aiohttp, which calls it for each address that it is about to connect to, however it came by it.

    So a name cannot answer with one address when it is checked and with another when it is used.
    """
    family, kind, protocol, _, address = target
    if not is_public(str(address[0])):
        raise PrivateAddress("a private address")
    return socket.socket(family, kind, protocol)
