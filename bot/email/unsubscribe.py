"""`/unsubscribe`: the way out of e-mail, without a login, by the signed link that every message has.

A GET changes nothing, because mail scanners open links. A POST does it: that of the page's button, and that
of mail clients with a button of their own (RFC 8058).
"""

from collections.abc import Iterator
from dataclasses import field
from http import HTTPStatus

from aiohttp import web

from bot.email.stopping import Stopping
from bot.web.running import RunningServices
from bot.web.site.by_link import LinkPage, by_link, link_page
from bot.web.site.place import Place
from bot.web.site.visiting import Door
from scheduler.channels.email.message import UNSUBSCRIBE
from scheduler.channels.opening import EMAIL
from tracker.accounts.errors import AccountError
from tracker.frozen import frozen
from tracker.notify.stopped import Why
from tracker.notify.titles import masked

PATH = "/unsubscribe"
_UNDO = "undo"
_LONGEST_TOKEN = 1000
_NOT_OURS = LinkPage(
    "This link cannot be used",
    "Open it from the message again. If you copy it, copy all of it.",
    status=HTTPStatus.BAD_REQUEST,
)


@frozen
class LinkOwner:
    """Whom a link is for."""

    person: str
    """Nobody, where an address was only tried out."""
    address: str = field(repr=False)


class Unsubscribing:
    def __init__(self, running: RunningServices, place: Place) -> None:
        self._running, self._place = running, place
        self._door = Door(running, place)

    def routes(self) -> Iterator[web.RouteDef]:
        yield web.get(PATH, by_link(self._ask, self._place, self._door))
        yield web.post(PATH, by_link(self._act, self._place, self._door))

    async def _ask(self, request: web.Request) -> web.Response:
        """The page that the link opens."""
        reader = await self._reader(request)
        if reader is None:
            return link_page(request, self._place, _NOT_OURS)
        is_out = await self._stopping().is_stopped(reader.address)
        return link_page(request, self._place, _out(reader) if is_out else _question(reader))

    async def _act(self, request: web.Request) -> web.Response:
        reader = await self._reader(request)
        if reader is None:
            return link_page(request, self._place, _NOT_OURS)
        if await _says_undo(request):
            return link_page(request, self._place, await self._back(reader))
        await self._stopping().stop(reader.address, Why.ASKED, reader.person or None)
        return link_page(request, self._place, _out(reader))

    async def _back(self, reader: LinkOwner) -> LinkPage:
        try:
            allowed = await self._stopping().allow(reader.address, reader.person)
        except AccountError:
            allowed = False
        if not allowed:
            text = "It stays off: messages to this address came back, or were reported as unwanted."
            return LinkPage("That is not possible", f"{text} Ask whoever runs this Questlog.")
        text = f"Questlog writes to {masked(EMAIL, reader.address)} again."
        return LinkPage("Welcome back", text, "Unsubscribe", is_main=False)

    def _stopping(self) -> Stopping:
        services = self._running.services()
        return Stopping(services.table, services.clock)

    async def _reader(self, request: web.Request) -> LinkOwner | None:
        token = request.query.get("token", "")
        if not 0 < len(token) <= _LONGEST_TOKEN:
            return None
        signer = await self._running.services().network.signer()
        match signer.said(UNSUBSCRIBE, token):
            case (person, address):
                return LinkOwner(person, address)
            case _:
                return None


def routes(running: RunningServices, place: Place) -> list[web.RouteDef]:
    return [*Unsubscribing(running, place).routes()]


def _question(reader: LinkOwner) -> LinkPage:
    text = f"Questlog will stop writing to {masked(EMAIL, reader.address)}, and use your other channels."
    return LinkPage("Unsubscribe from e-mail?", text, "Unsubscribe")


def _out(reader: LinkOwner) -> LinkPage:
    text = f"Questlog does not write to {masked(EMAIL, reader.address)} any more."
    return LinkPage("You are unsubscribed", text, "Undo", {_UNDO: "1"}, is_main=False)


async def _says_undo(request: web.Request) -> bool:
    try:
        return (await request.post()).get(_UNDO) == "1"
    except (ValueError, AssertionError, LookupError, RuntimeError):  # no form that is known
        return False
