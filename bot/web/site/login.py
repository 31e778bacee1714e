"""`/login`: where people sign in by a link that is good once. A GET only shows a button; a POST spends it.

Where e-mail is set up, whoever types an address of theirs is sent such a link.
"""

from collections.abc import Iterator, Mapping

from aiohttp import web

from bot.network_services import link_mail
from bot.web.site.devices import device_of
from bot.web.site.failing import Handler, guarded
from bot.web.site.notice import Notice
from bot.web.site.place import HOME, LOGIN, SESSION, Place, safe_next
from bot.web.site.posted import posted
from bot.web.site.rendering import answer
from bot.web.site.scene import frame_of
from bot.web.site.visiting import Door, NotSignedIn
from bot.web.strangers import address_of
from bot.web.under_way import UnderWay
from tracker.accounts.errors import InvalidIdentity, LinkSpent
from tracker.accounts.sessions import LONGEST_LIFE
from tracker.tones import Tone

LOGOUT = "/logout"
LINK, NEXT = "link", "next"
MAIL, ADDRESS = f"{LOGIN}/link", "address"

SPENT = Notice("This link was used already, or is older than 10 minutes. Ask for a new one.", Tone.BAD)
ON_ITS_WAY = Notice(
    "If somebody here has verified this address, a link is on its way to it, good for 10 minutes, once. "
    "If nothing comes, look among unwanted mail, or take another way."
)


class Login:
    def __init__(self, door: Door, place: Place, under_way: UnderWay, elsewhere: Mapping[str, str]) -> None:
        """`elsewhere` are other sites to sign in with: what people call them, by their names in addresses."""
        self._door, self._place, self._under_way, self._elsewhere = door, place, under_way, elsewhere

    def routes(self) -> Iterator[web.RouteDef]:
        yield web.get(LOGIN, self._guarded(self.show))
        yield web.post(LOGIN, self._guarded(self.sign_in))
        yield web.post(MAIL, self._guarded(self.mail))
        yield web.post(LOGOUT, self._guarded(self.sign_out))

    def _guarded(self, handler: Handler) -> Handler:
        return guarded(handler, self._place, self._door)

    async def show(self, request: web.Request) -> web.StreamResponse:
        link, onward = request.query.get(LINK, ""), safe_next(request.query.get(NEXT))
        self._door.check_stranger(request)
        if not link and onward is None and await self._is_in(request):
            return web.Response(
                status=303, headers={"Location": self._place.path(HOME), "Cache-Control": "no-store"}
            )
        is_open = bool(link) and await self._door.services.sessions.is_open(link)
        said = SPENT if link and not is_open else None
        return self._page(request, onward, link=link if is_open else "", said=said)

    async def sign_in(self, request: web.Request) -> web.StreamResponse:
        """Whatever session the browser had before is over: nobody can plant one of theirs."""
        typed = await posted(request, self._place)
        self._door.check_stranger(request)
        sessions, onward = self._door.services.sessions, safe_next(typed.get(NEXT))
        try:
            begun = await sessions.spend(typed.get(LINK, ""), device_of(request))
        except LinkSpent as refused:
            self._door.count(refused)
            return self._page(request, onward, said=SPENT, status=409)
        await self.end_session(request)
        return self.signed_in(begun.secret, onward)

    async def mail(self, request: web.Request) -> web.StreamResponse:
        """The answer is the same for every address, and does not wait: what comes of it goes there alone."""
        typed = await posted(request, self._place)
        self._door.check_stranger(request)
        mail, address = await link_mail(self._door.services), typed.get(ADDRESS, "")
        if mail is None:
            raise web.HTTPNotFound(text="No links are sent by e-mail here.\n")
        try:
            whose = await mail.ask(address, address_of(request))
        except InvalidIdentity as refused:
            self._door.count(refused)
            said = Notice(f"{refused}", Tone.BAD)
            return self._page(request, None, said=said, address=address, status=422)
        self._under_way.leave(mail.send(whose), "login link")
        return self._page(request, None, said=ON_ITS_WAY)

    def signed_in(self, secret: str, onward: str | None) -> web.Response:
        """The cookie lasts as long as a session can; when it ends before, the table says so."""
        headers = {"Location": self._place.path(onward or HOME), "Cache-Control": "no-store"}
        response = web.Response(status=303, headers=headers)
        self._place.set_cookie(response, SESSION, secret, int(LONGEST_LIFE.total_seconds()))
        return response

    async def sign_out(self, request: web.Request) -> web.StreamResponse:
        await posted(request, self._place)
        await self.end_session(request)
        headers = {"Location": self._place.path(LOGIN), "Cache-Control": "no-store"}
        headers["Clear-Site-Data"] = '"cache", "storage"'
        response = web.Response(status=303, headers=headers)
        self._place.drop_cookie(response, SESSION)
        return response

    def _page(
        self,
        request: web.Request,
        onward: str | None,
        *,
        link: str = "",
        said: Notice | None = None,
        address: str = "",
        status: int = 200,
    ) -> web.Response:
        settings = self._door.services.settings
        return answer(
            request,
            "login.html",
            status=status,
            frame=frame_of(request, self._place),
            link=link,
            onward=onward,
            said=said,
            address=address,
            elsewhere=self._elsewhere,
            has_discord=settings.discord.token is not None,
            has_sms=settings.sms.is_on,
            has_email=settings.email.is_on,
        )

    async def _is_in(self, request: web.Request) -> bool:
        try:
            await self._door.visitor(request)
        except NotSignedIn:
            return False
        return True

    async def end_session(self, request: web.Request) -> None:
        secret = request.cookies.get(self._place.cookie(SESSION))
        sessions = self._door.services.sessions
        held = None if not secret else await sessions.holder(secret)
        if held is not None:
            await sessions.end(held.user_id, held.hash)
