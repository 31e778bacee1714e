"""`/login/<provider>`: to another site that says who somebody is, and back with a code.

The browser keeps the secrets of the attempt in a cookie for ten minutes. So a link that leads back here signs
in nobody but who began there, and nobody can be signed in as somebody else by a link.
"""

import hmac
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from urllib.parse import quote, unquote

from aiohttp import web

from bot.web.oauth.provider import Attempt, Provider, ProviderFailed
from bot.web.site.devices import device_of
from bot.web.site.failing import guarded, problem
from bot.web.site.login import NEXT, Login
from bot.web.site.place import LOGIN, Place, safe_next
from bot.web.site.visiting import Door
from tracker.logs import get_logger

log = get_logger(__name__)

ATTEMPT = "attempt"
"""The name of the cookie."""
_SECONDS = 600
_TITLE = "That did not work"


class SignInElsewhere:
    def __init__(self, door: Door, place: Place, login: Login, providers: Mapping[str, Provider]) -> None:
        self._door, self._place, self._login, self._providers = door, place, login, providers

    def routes(self) -> Iterator[web.RouteDef]:
        if not self._providers:
            return
        to, back = (guarded(one, self._place, self._door) for one in (self.begin, self.come_back))
        yield web.get(f"{LOGIN}/{{provider}}", to)
        yield web.get(f"{LOGIN}/{{provider}}/back", back)

    async def begin(self, request: web.Request) -> web.StreamResponse:
        provider = self._provider(request)
        self._door.check_stranger(request)
        attempt, onward = Attempt.new(), safe_next(request.query.get(NEXT)) or ""
        try:
            address = await provider.address(attempt, self._back(request, provider))
        except ProviderFailed as failed:
            return self._failed(request, provider, failed)
        response = _led_to(address)
        self._place.set_cookie(response, ATTEMPT, _kept(provider, attempt, onward), _SECONDS)
        return response

    async def come_back(self, request: web.Request) -> web.StreamResponse:
        provider = self._provider(request)
        self._door.check_stranger(request)
        response = await self._answered(request, provider)
        self._place.drop_cookie(response, ATTEMPT)
        return response

    async def _answered(self, request: web.Request, provider: Provider) -> web.StreamResponse:
        attempt, onward = _read(provider, request.cookies.get(self._place.cookie(ATTEMPT), ""))
        state, code = request.query.get("state", ""), request.query.get("code", "")
        if attempt is None or not hmac.compare_digest(attempt.state.encode(), state.encode()):
            text = "This attempt to sign in was begun elsewhere, or more than 10 minutes ago. Begin anew."
            return self._refused(request, text)
        if not code:
            return self._refused(request, f"{provider.label} did not let you in. Nothing was changed.")
        try:
            identity = await provider.identity(attempt, code, self._back(request, provider))
        except ProviderFailed as failed:
            return self._failed(request, provider, failed)
        services = self._door.services
        person = None if identity is None else await services.accounts.find(identity)
        if person is None:
            return self._refused(request, provider.unknown)
        begun = await services.sessions.begin(person.id, provider.name, device_of(request))
        await self._login.end_session(request)
        return self._login.signed_in(begun.secret, safe_next(onward))

    def _provider(self, request: web.Request) -> Provider:
        found = self._providers.get(request.match_info["provider"])
        if found is None:
            raise web.HTTPNotFound(text="There is no such way to sign in.\n")
        return found

    def _back(self, request: web.Request, provider: Provider) -> str:
        """As it is registered there."""
        return f"{self._place.origin_of(request)}{self._place.path(f'{LOGIN}/{provider.name}/back')}"

    def _failed(self, request: web.Request, provider: Provider, failed: ProviderFailed) -> web.StreamResponse:
        log.warning("sign-in failed", provider=provider.name, problem=f"{failed}")
        text = f"{provider.label} did not answer as it should. Try again, or sign in by a link."
        return problem(request, self._place, _TITLE, text, HTTPStatus.BAD_GATEWAY)

    def _refused(self, request: web.Request, text: str) -> web.StreamResponse:
        return problem(request, self._place, _TITLE, text, HTTPStatus.FORBIDDEN)


def _led_to(address: str) -> web.Response:
    return web.Response(
        status=HTTPStatus.SEE_OTHER, headers={"Location": address, "Cache-Control": "no-store"}
    )


def _kept(provider: Provider, attempt: Attempt, onward: str) -> str:
    return ".".join((provider.name, attempt.state, attempt.nonce, attempt.verifier, quote(onward, safe="")))


def _read(provider: Provider, kept: str) -> tuple[Attempt | None, str]:
    """Of the same provider alone: no site is given what was meant for another."""
    match kept.split(".", 4):
        case [name, state, nonce, verifier, onward] if name == provider.name and state:
            return Attempt(state, nonce, verifier), unquote(onward)
        case _:
            return None, ""
