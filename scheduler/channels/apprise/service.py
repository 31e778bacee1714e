"""A service of Apprise, from the side of a thread: all of this blocks, and nothing of it belongs in the loop.

The library is loaded when it is first needed. It and those below it write addresses into their logs, so none
of them may say anything: an address is made of secrets.
"""

import logging
import socket
from functools import cache
from typing import TYPE_CHECKING

from scheduler.channels.apprise.short_answers import shorten_answers
from scheduler.channels.guarded_thread import Guard, guarded
from scheduler.sources.addresses import is_public
from tracker.notify.titles import SERVICES, scheme_of
from tracker.settings import AppriseSettings

if TYPE_CHECKING:
    from apprise import AppriseAsset
    from apprise.plugins import NotifyBase

TALKATIVE = ("apprise", "urllib3", "requests")
SOCKET_SECONDS = 10.0
MOST_TARGETS = 10
"""Rooms or people that one address may name: each is a request of its own."""


class Unusable(Exception):
    """The address leads to nothing that may be used. As text it is for people, without a full stop."""


class OutOfBounds(Exception):
    """The service is in a network where Questlog may not send."""


def is_offered(scheme: str, settings: AppriseSettings) -> bool:
    return scheme in (settings.services or SERVICES)


def opened(address: str, settings: AppriseSettings) -> "NotifyBase":
    """Ready to send. Whatever the address asks for besides that is not heeded; raises Unusable."""
    if not is_offered(scheme_of(address), settings):
        raise Unusable("this service is not offered here")
    from apprise import Apprise  # noqa: PLC0415 - see above
    from apprise.common import OverflowMode  # noqa: PLC0415

    asset = _asset()
    service = Apprise.instantiate(address, asset=asset)  # pyright: ignore[reportUnknownMemberType]
    if service is None or _reads_files(service):
        raise Unusable("its address is not complete, or not right")
    if len(service) > MOST_TARGETS:
        raise Unusable(f"its address names more than {MOST_TARGETS} places")
    service.request_rate_per_sec = 0  # it would sleep between them, and keep a thread
    service.redirects = False
    service.overflow_mode = OverflowMode.TRUNCATE  # pieces would come seconds apart, and some of them twice
    service.socket_connect_timeout = min(service.socket_connect_timeout, SOCKET_SECONDS)
    service.socket_read_timeout = min(service.socket_read_timeout, SOCKET_SECONDS)
    if not settings.allow_private:  # at home a certificate may be one's own
        service.verify_certificate = True
    return service


def deliver(address: str, settings: AppriseSettings, guard: Guard, title: str, body: str) -> bool:
    """Whether the service took it; raises Unusable, OutOfBounds and TimeoutError."""
    service = opened(address, settings)
    with guarded(guard):
        taken = _notify(service, title, body)
    if guard.refused and not taken:
        raise OutOfBounds
    if guard.is_over and not taken:
        raise TimeoutError
    return taken


def leads_inside(service: "NotifyBase") -> bool:
    """Whether its host is known to be in a private network. Only what looks like a host is looked up.

    In the addresses of many services a secret stands in that place, and a look-up tells it to others.
    """
    host = str(service.host or "")
    if not any("{host}" in one for one in service.templates):
        return False
    if host != "localhost" and "." not in host and ":" not in host:
        return False
    try:
        found = socket.getaddrinfo(host, None)
    except (OSError, UnicodeError):
        return False
    return not all(is_public(str(address[0])) for *_, address in found)


def _notify(service: "NotifyBase", title: str, body: str) -> bool:
    from apprise import NotifyFormat  # noqa: PLC0415

    return bool(service.notify(body=body, title=title, body_format=NotifyFormat.TEXT))


def _reads_files(service: "NotifyBase") -> bool:
    """Some take a template from a file or an address: that of this machine is nobody's to read."""
    from apprise import AppriseAttachment  # noqa: PLC0415

    held = (value for value in vars(service).values() if isinstance(value, AppriseAttachment))
    return any(len(one) for one in held)


@cache
def _asset() -> "AppriseAsset":
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    shorten_answers()
    from apprise import AppriseAsset  # noqa: PLC0415

    return AppriseAsset(
        app_id="Questlog",
        app_desc="Questlog",
        http_redirects=False,
        storage_mode="memory",
        pgp_autogen=False,
        pem_autogen=False,
    )
