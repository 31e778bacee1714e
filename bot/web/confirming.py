"""`/confirm`: the page to which the link in a letter leads: one press, and the address is proven.

A GET changes nothing, because mail scanners open links.
"""

from dataclasses import dataclass, field

from aiohttp import web

from bot.web.available import available
from bot.web.office import Office
from bot.web.page import button, page
from scheduler.proving import CONFIRM
from tracker.accounts.errors import AccountError
from tracker.addresses.errors import NothingToConfirm

_LONGEST_TOKEN = 1000
_LOOK = "See in Questlog whether the address is among your channels. If it is not, ask for a new code."


@dataclass(frozen=True, slots=True)
class Claim:
    person: str
    code: str = field(repr=False)
    token: str = field(repr=False)


class Confirming:
    def __init__(self, office: Office) -> None:
        self._office = office

    async def ask(self, request: web.Request) -> web.Response:
        if (claim := self._claim(request)) is None:
            return _not_ours()
        here = f"confirm?token={claim.token}"  # beside this page, whatever stands before it on the internet
        text = "Somebody gave it to Questlog. If that was you, press the button. If not, close this page."
        return page("Be told things at this address?", text, button(here, "Yes, that was me"))

    async def act(self, request: web.Request) -> web.Response:
        if (claim := self._claim(request)) is None:
            return _not_ours()
        try:
            await self._office.services().addresses.confirm(claim.person, claim.code)
        except NothingToConfirm:
            return page("This link was used already, or is too old", _LOOK, status=409)
        except AccountError as refused:
            return page("That did not work", str(refused), status=409)
        return page("It is linked", "Questlog tells you things there from now on. You can close this page.")

    def _claim(self, request: web.Request) -> Claim | None:
        token = request.query.get("token", "")
        if len(token) > _LONGEST_TOKEN:
            return None
        match self._office.services().signer.said(CONFIRM, token):
            case (person, code):
                return Claim(person, code, token)
            case _:
                return None


def routes(office: Office) -> list[web.RouteDef]:
    confirming = Confirming(office)
    return [
        web.get("/confirm", available(confirming.ask)),
        web.post("/confirm", available(confirming.act)),
    ]


def _not_ours() -> web.Response:
    text = "Open it from the message once more, all of it, up to its last letter."
    return page("This link cannot be used", text, status=400)
