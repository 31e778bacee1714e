"""`/unsubscribe`: the way out of e-mail, without a login, by the signed link that every message has.

A GET changes nothing, because mail scanners open links. A POST does it: that of the page's button, and that
of mail clients with a button of their own (RFC 8058).
"""

from dataclasses import field

from aiohttp import web

from bot.email.stopping import Stopping
from bot.web.available import available
from bot.web.page import button, page
from bot.web.running import RunningServices
from scheduler.channels.email.message import UNSUBSCRIBE
from scheduler.channels.opening import EMAIL
from tracker.accounts.errors import AccountError
from tracker.frozen import frozen
from tracker.notify.stopped import Why
from tracker.notify.titles import masked

_UNDO = "undo"
_LONGEST_TOKEN = 1000


@frozen
class Reader:
    """Whom a link is for."""

    person: str
    """Nobody, where an address was only tried out."""
    address: str = field(repr=False)
    token: str = field(repr=False)


class Unsubscribing:
    def __init__(self, running: RunningServices) -> None:
        self._running = running

    async def ask(self, request: web.Request) -> web.Response:
        """The page that the link opens."""
        reader = await self._reader(request)
        if reader is None:
            return _not_ours()
        return _out(reader) if await self._stopping().is_stopped(reader.address) else _question(reader)

    async def act(self, request: web.Request) -> web.Response:
        reader = await self._reader(request)
        if reader is None:
            return _not_ours()
        if await _says_undo(request):
            return await self._back(reader)
        await self._stopping().stop(reader.address, Why.ASKED, reader.person or None)
        return _out(reader)

    async def _back(self, reader: Reader) -> web.Response:
        try:
            allowed = await self._stopping().allow(reader.address, reader.person)
        except AccountError:
            allowed = False
        if not allowed:
            text = "It stays off: messages to this address came back, or were reported as unwanted."
            return page("That is not possible", f"{text} Ask whoever runs this Questlog.")
        text = f"Questlog writes to {masked(EMAIL, reader.address)} again."
        return page("Welcome back", text, button(_here(reader), "Unsubscribe"))

    def _stopping(self) -> Stopping:
        services = self._running.services()
        return Stopping(services.table, services.clock)

    async def _reader(self, request: web.Request) -> Reader | None:
        token = request.query.get("token", "")
        if not 0 < len(token) <= _LONGEST_TOKEN:
            return None
        signer = await self._running.services().network.signer()
        match signer.said(UNSUBSCRIBE, token):
            case (person, address):
                return Reader(person, address, token)
            case _:
                return None


def routes(running: RunningServices) -> list[web.RouteDef]:
    unsubscribing = Unsubscribing(running)
    return [
        web.get("/unsubscribe", available(unsubscribing.ask)),
        web.post("/unsubscribe", available(unsubscribing.act)),
    ]


def _question(reader: Reader) -> web.Response:
    text = (
        f"Questlog will not write to {masked(EMAIL, reader.address)} any more, and use your other channels."
    )
    return page("Unsubscribe from e-mail?", text, button(_here(reader), "Unsubscribe"))


def _out(reader: Reader) -> web.Response:
    text = f"Questlog does not write to {masked(EMAIL, reader.address)} any more."
    return page("You are unsubscribed", text, button(_here(reader), "Undo", **{_UNDO: "1"}))


def _not_ours() -> web.Response:
    text = "Open it from the message once more, all of it, up to its last letter."
    return page("This link cannot be used", text, status=400)


def _here(reader: Reader) -> str:
    """Beside this page: what stands before it is up to whoever put Questlog on the internet."""
    return f"unsubscribe?token={reader.token}"


async def _says_undo(request: web.Request) -> bool:
    try:
        return (await request.post()).get(_UNDO) == "1"
    except (ValueError, AssertionError, LookupError):  # no form: a mail client of an unknown kind
        return False
