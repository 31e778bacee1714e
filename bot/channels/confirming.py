"""`/confirm`: the page to which the link in a letter leads: one press, and the address is proven.

A GET changes nothing, because mail scanners open links.
"""

from aiohttp import web

from bot.channels.usecases import check_link, verify_by_link
from bot.web.page import button, page
from bot.web.running import RunningServices
from scheduler.proving import BadLink
from tracker.accounts.errors import AccountError
from tracker.addresses.errors import NothingToConfirm

_LOOK = "See in Questlog whether the address is among your channels. If it is not, ask for a new code."


class Confirming:
    def __init__(self, running: RunningServices) -> None:
        self._running = running

    async def ask(self, request: web.Request) -> web.Response:
        token = request.query.get("token", "")
        try:
            await check_link(self._running.services(), token)
        except BadLink as refused:
            return _not_ours(refused)
        here = f"confirm?token={token}"  # beside this page, whatever stands before it on the internet
        text = "Somebody gave it to Questlog. If that was you, press the button. If not, close this page."
        return page("Be told things at this address?", text, button(here, "Yes, that was me"))

    async def act(self, request: web.Request) -> web.Response:
        try:
            await verify_by_link(self._running.services(), request.query.get("token", ""))
        except BadLink as refused:
            return _not_ours(refused)
        except NothingToConfirm:
            return page("This link was used already, or is too old", _LOOK, status=409)
        except AccountError as refused:
            return page("That did not work", str(refused), status=409)
        return page("It is linked", "Questlog tells you things there from now on. You can close this page.")


def _not_ours(refused: BadLink) -> web.Response:
    return page("This link cannot be used", str(refused), status=400)
