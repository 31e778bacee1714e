"""`/confirm`: the page to which the link in a letter leads: one press, and the address is proven.

A GET changes nothing, because mail scanners open links.
"""

from collections.abc import Iterator
from http import HTTPStatus

from aiohttp import web

from bot.channels.usecases import check_link, verify_by_link
from bot.web.running import RunningServices
from bot.web.site.by_link import LinkPage, by_link, link_page
from bot.web.site.place import Place
from bot.web.site.visiting import Door
from scheduler.proving import BadLink
from tracker.accounts.errors import AccountError
from tracker.addresses.errors import NothingToConfirm

CONFIRM = "/confirm"
_QUESTION = LinkPage(
    "Be told things at this address?",
    "Somebody gave it to Questlog. If that was you, press the button. If not, close this page.",
    "Yes, that was me",
)
_DONE = LinkPage("It is linked", "Questlog tells you things there from now on. You can close this page.")
_SPENT = LinkPage(
    "This link was used already, or is too old",
    "See in Questlog whether the address is among your channels. If it is not, ask for a new code.",
    status=HTTPStatus.CONFLICT,
)


class Confirming:
    def __init__(self, running: RunningServices, place: Place) -> None:
        self._running, self._place = running, place
        self._door = Door(running, place)

    def routes(self) -> Iterator[web.RouteDef]:
        yield web.get(CONFIRM, by_link(self._ask, self._place, self._door))
        yield web.post(CONFIRM, by_link(self._act, self._place, self._door))

    async def _ask(self, request: web.Request) -> web.Response:
        try:
            await check_link(self._running.services(), _token(request))
        except BadLink as refused:
            return link_page(request, self._place, _not_ours(refused))
        return link_page(request, self._place, _QUESTION)

    async def _act(self, request: web.Request) -> web.Response:
        return link_page(request, self._place, await self._confirmed(_token(request)))

    async def _confirmed(self, token: str) -> LinkPage:
        try:
            await verify_by_link(self._running.services(), token)
        except BadLink as refused:
            return _not_ours(refused)
        except NothingToConfirm:
            return _SPENT
        except AccountError as refused:
            return LinkPage("That did not work", f"{refused}", status=HTTPStatus.CONFLICT)
        return _DONE


def _token(request: web.Request) -> str:
    return request.query.get("token", "")


def _not_ours(refused: BadLink) -> LinkPage:
    return LinkPage("This link cannot be used", f"{refused}", status=HTTPStatus.BAD_REQUEST)
