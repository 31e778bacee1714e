"""Who asks for a page: the session of its cookie, and how often they may ask."""

from contextlib import suppress
from functools import cached_property
from typing import NamedTuple

from aiohttp import web

from bot.services import Services
from bot.visit import Visit
from bot.web.live.watchers import Watchers
from bot.web.running import RunningServices
from bot.web.site.place import SESSION, Place
from bot.web.strangers import AskedTooOften, Rate
from bot.web.there import visit_there
from tracker.accounts.errors import NoSuchUser
from tracker.front_ends import FrontEnd
from tracker.refusals import Refused


class NotSignedIn(Exception):
    """Whoever asks is led to the page where one signs in."""


class Visitor(NamedTuple):
    visit: Visit
    session: str
    """The hash of the session that they are signed in by."""


class Door:
    """What lets people in."""

    def __init__(self, running: RunningServices, place: Place) -> None:
        self._running, self._place = running, place

    @cached_property
    def _persons(self) -> Rate:
        return Rate(self.services.settings.web.requests_per_minute, self._running.monotonic)

    @property
    def services(self) -> Services:
        return self._running.services()

    @property
    def watchers(self) -> Watchers:
        """Who has a page open."""
        return self._running.watchers

    def count(self, refused: Refused) -> None:
        with suppress(web.HTTPServiceUnavailable):  # nothing is counted while Questlog starts
            self.services.count_refusal(FrontEnd.WEB, refused.code)

    async def visitor(self, request: web.Request, occasion: str | None = None) -> Visitor:
        """Raises NotSignedIn, AskedTooOften, and 503 while Questlog starts."""
        services = self.services
        secret = request.cookies.get(self._place.cookie(SESSION))
        if not secret:
            raise NotSignedIn
        holder = await services.sessions.holder(secret)
        if holder is None:
            self.check_stranger(request)
            raise NotSignedIn
        if not self._persons.has_room(holder.user_id):
            raise AskedTooOften("Wait a minute, and go on.")
        try:
            person = await services.accounts.get(holder.user_id)
        except NoSuchUser:
            raise NotSignedIn from None
        now = services.clock().replace(microsecond=0)
        return Visitor(Visit(services, person, FrontEnd.WEB, now, occasion=occasion), holder.hash)

    async def there(self, here: Visit, server: str) -> Visit:
        """On a server of theirs. Raises AskedTooOften, NoSuchServer, ServersUnknown."""
        return await visit_there(here, server, self._running.looks)

    def check_stranger(self, request: web.Request) -> None:
        """Raises AskedTooOften."""
        if not self._running.strangers.have_room(request):
            raise AskedTooOften("Too many requests come from your address. Wait a minute, and try again.")
