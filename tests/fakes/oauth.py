"""Stand-ins for sites that people sign in at: Discord's OAuth2, and a provider of OpenID Connect.

Each redirects at once, as if the person agreed, and refuses what the protocol refuses: another redirect, a
code that was used, another secret, another verifier.
"""

import base64
import hashlib
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote_plus, urlencode

import jwt
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import ec
from jwt.algorithms import ECAlgorithm

CLIENT_ID, CLIENT_SECRET = "123456789012345678", "s3cret of:the+application"


@dataclass
class SignOn:
    """What both have in common."""

    url: str = ""
    redirects: set[str] = field(default_factory=set[str])
    """Those that are registered."""
    codes: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    """Those that can still be spent, with what was asked for."""
    asked: list[str] = field(default_factory=list[str])

    def given(self, request: web.Request) -> web.Response:
        """The person agreed: they go back with a code."""
        query = dict(request.query)
        if query["client_id"] != CLIENT_ID or query["redirect_uri"] not in self.redirects:
            return web.Response(status=400, text="Invalid redirect")
        code = f"code-{len(self.asked)}-{query['state'][:8]}"
        self.codes[code] = query
        back = urlencode({"code": code, "state": query["state"]})
        return web.Response(status=302, headers={"Location": f"{query['redirect_uri']}?{back}"})

    def spent(self, form: Any, client: tuple[str, str] | None = None) -> dict[str, str] | None:  # noqa: ANN401 - a form of aiohttp
        """What the code was given for; None where it is not good. `client` is whoever says so in a header."""
        query = self.codes.pop(f"{form.get('code')}", None)
        good = query is not None and (
            form.get("grant_type"),
            form.get("redirect_uri"),
            *(client or (form.get("client_id"), form.get("client_secret"))),
        ) == ("authorization_code", query["redirect_uri"], CLIENT_ID, CLIENT_SECRET)
        return query if good else None

    @asynccontextmanager
    async def running(self, *routes: web.RouteDef) -> AsyncGenerator[None]:
        @web.middleware
        async def note(request: web.Request, handler: Any) -> web.StreamResponse:  # noqa: ANN401 - of aiohttp
            self.asked.append(f"{request.method} {request.path}")
            return await handler(request)

        app = web.Application(middlewares=[note])
        app.add_routes(routes)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        try:
            yield
        finally:
            await runner.cleanup()


@dataclass
class DiscordSignOn(SignOn):
    person: str = "80351110224678912"
    """Whose browser it is."""
    tokens: set[str] = field(default_factory=set[str])
    """Those that still work."""

    def open(self) -> Any:  # noqa: ANN401 - a context manager
        return self.running(
            web.get("/oauth2/authorize", self._authorize),
            web.post("/api/oauth2/token", self._token),
            web.get("/api/v10/users/@me", self._me),
            web.post("/api/oauth2/token/revoke", self._revoke),
        )

    async def _authorize(self, request: web.Request) -> web.Response:
        if (request.query["scope"], request.query["response_type"]) != ("identify", "code"):
            return web.Response(status=400, text="more than an id was asked for")
        return self.given(request)

    async def _token(self, request: web.Request) -> web.Response:
        if self.spent(await request.post()) is None:
            return web.json_response({"error": "invalid_grant"}, status=400)
        token = f"token-{len(self.asked)}"
        self.tokens.add(token)
        return web.json_response({"access_token": token, "token_type": "Bearer", "scope": "identify"})

    async def _me(self, request: web.Request) -> web.Response:
        if request.headers["Authorization"].removeprefix("Bearer ") not in self.tokens:
            return web.json_response({"message": "401: Unauthorized", "code": 0}, status=401)
        return web.json_response({"id": self.person, "username": "nelly", "global_name": "Nelly"})

    async def _revoke(self, request: web.Request) -> web.Response:
        self.tokens.discard(f"{(await request.post())['token']}")
        return web.json_response({})


@dataclass
class OidcSignOn(SignOn):
    claims: dict[str, Any] = field(
        default_factory=lambda: {"sub": "7", "email": "ada@example.org", "email_verified": True}
    )
    userinfo: dict[str, Any] | None = None
    """Where the claims of the token are few, as some providers have it."""
    over: dict[str, Any] = field(default_factory=dict[str, Any])
    """What a token says otherwise than it should."""
    issuer: str | None = None
    signing: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    published: ec.EllipticCurvePrivateKey | None = None
    """Another key than it signs with."""
    key_id: str | None = "one"
    """What its tokens say of the key; a provider with one need not."""
    ways: list[str] | None = None
    """In which a client may say its secret. Where nothing is said, it is Basic, and that alone."""

    def open(self) -> Any:  # noqa: ANN401 - a context manager
        return self.running(
            web.get("/.well-known/openid-configuration", self._discovery),
            web.get("/authorize", self._authorize),
            web.post("/token", self._token),
            web.get("/keys", self._keys),
            web.get("/me", self._me),
        )

    async def _discovery(self, _: web.Request) -> web.Response:
        return web.json_response(
            {
                "issuer": self.issuer or self.url,
                "authorization_endpoint": f"{self.url}/authorize",
                "token_endpoint": f"{self.url}/token",
                "jwks_uri": f"{self.url}/keys",
                "userinfo_endpoint": f"{self.url}/me",
            }
            | ({"token_endpoint_auth_methods_supported": self.ways} if self.ways else {})
        )

    async def _authorize(self, request: web.Request) -> web.Response:
        if request.query.get("code_challenge_method") != "S256":
            return web.Response(status=400, text="no PKCE")
        return self.given(request)

    async def _token(self, request: web.Request) -> web.Response:
        form = await request.post()
        query = self.spent(form, self._client(request, form))
        digest = hashlib.sha256(f"{form.get('code_verifier')}".encode()).digest()
        if query is None or query["code_challenge"] != base64.urlsafe_b64encode(digest).decode().rstrip("="):
            return web.json_response({"error": "invalid_grant"}, status=400)
        now = int(time.time())
        said = {"iss": self.url, "aud": CLIENT_ID, "iat": now, "exp": now + 300, "nonce": query["nonce"]}
        token = jwt.encode({**said, **self.claims, **self.over}, self.signing, "ES256", self._head())
        return web.json_response({"access_token": "opaque", "token_type": "Bearer", "id_token": token})

    def _head(self) -> dict[str, str]:
        return {} if self.key_id is None else {"kid": self.key_id}

    def _client(self, request: web.Request, form: Any) -> tuple[str, str]:  # noqa: ANN401 - a form of aiohttp
        if "client_secret_basic" not in (self.ways or ["client_secret_basic"]):
            return form.get("client_id", ""), form.get("client_secret", "")
        said = request.headers.get("Authorization", "").removeprefix("Basic ")
        name, _, secret = base64.b64decode(said).decode().partition(":")
        return unquote_plus(name), unquote_plus(secret)

    async def _keys(self, _: web.Request) -> web.Response:
        public = (self.published or self.signing).public_key()
        key = ECAlgorithm.to_jwk(public, as_dict=True)
        return web.json_response({"keys": [{**key, "kid": "one", "use": "sig", "alg": "ES256"}]})

    async def _me(self, request: web.Request) -> web.Response:
        assert request.headers["Authorization"] == "Bearer opaque"
        return web.json_response(self.userinfo or {"sub": self.claims["sub"]})
