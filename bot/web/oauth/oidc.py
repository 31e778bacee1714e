"""A single sign-on of the operator's own says who somebody is (OpenID Connect Core 1.0, found by discovery).

Only people whom Questlog knows come in: the e-mail address that the provider calls verified is one that they
have verified here, too.
"""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import jwt

from bot.web.oauth.provider import Attempt, ProviderFailed, Wire, text_in
from tracker.accounts.errors import InvalidIdentity
from tracker.accounts.identity import Identity, identity
from tracker.frozen import frozen
from tracker.settings import WebOidcSettings
from tracker.store.keys import IdentityKind

ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
"""With a public key: one that both sides know would also be known to whoever reads our configuration."""
_LEEWAY_SECONDS = 60
_BASIC, _IN_FORM = "client_secret_basic", "client_secret_post"
_REQUIRED = ("exp", "iat", "iss", "aud", "sub", "nonce")


@frozen
class Oidc:
    settings: WebOidcSettings
    name: str = "oidc"
    unknown: str = (
        "Nobody here has verified the e-mail address of that account. Sign in by a link, "
        "add the address as a channel, and come back."
    )

    @property
    def label(self) -> str:
        return self.settings.name

    async def address(self, attempt: Attempt, back: str) -> str:
        async with Wire.opened() as wire:
            found = await self._discovered(wire)
        asked = {
            "response_type": "code",
            "client_id": f"{self.settings.client_id}",
            "scope": "openid email",
            "state": attempt.state,
            "nonce": attempt.nonce,
            "code_challenge": attempt.challenge,
            "code_challenge_method": "S256",
            "redirect_uri": back,
        }
        endpoint = text_in(found, "authorization_endpoint", self._discovery)
        return f"{endpoint}{'&' if '?' in endpoint else '?'}{urlencode(asked)}"

    async def identity(self, attempt: Attempt, code: str, back: str) -> Identity | None:
        async with Wire.opened() as wire:
            found = await self._discovered(wire)
            url = text_in(found, "token_endpoint", self._discovery)
            form = {
                "grant_type": "authorization_code",
                "code": code,
                "redirect_uri": back,
                "code_verifier": attempt.verifier,
            }
            given = await self._asked_as_client(wire, url, form, found)
            keys = await wire.get(text_in(found, "jwks_uri", self._discovery))
            claims = self._checked(text_in(given, "id_token", url), keys, attempt.nonce)
            if "email" not in claims and "userinfo_endpoint" in found:
                more = await wire.get(f"{found['userinfo_endpoint']}", text_in(given, "access_token", url))
                claims = more if more.get("sub") == claims["sub"] else claims
        return _verified(claims)

    async def _discovered(self, wire: Wire) -> Mapping[str, Any]:
        found = await wire.get(self._discovery)
        if found.get("issuer") != self.settings.issuer:
            raise ProviderFailed(f"{self._discovery}: it is of another issuer, {found.get('issuer')!r}")
        return found

    def _checked(self, token: str, keys: Mapping[str, Any], nonce: str) -> Mapping[str, Any]:
        """What the provider signed, for us, just now, in this attempt. Raises ProviderFailed."""
        try:
            head = jwt.get_unverified_header(token)
            published = jwt.PyJWKSet.from_dict(dict(keys)).keys
            named = "kid" in head or len(published) > 1  # a provider with one key need not say which
            usable = [one for one in published if not named or one.key_id == head.get("kid")]
            if len(usable) != 1:
                raise ProviderFailed("id_token: signed by an unknown key")
            claims: dict[str, Any] = jwt.decode(
                token,
                usable[0],
                algorithms=ALGORITHMS,
                audience=self.settings.client_id,
                issuer=self.settings.issuer,
                leeway=_LEEWAY_SECONDS,
                options={"require": [*_REQUIRED]},
            )
        except jwt.PyJWTError as error:
            raise ProviderFailed(f"id_token: {type(error).__name__}") from None
        if claims["nonce"] != nonce:
            raise ProviderFailed("id_token: of another attempt")
        if isinstance(claims["aud"], list) and claims.get("azp") != self.settings.client_id:
            raise ProviderFailed("id_token: for others, too")
        return claims

    @property
    def _discovery(self) -> str:
        return f"{f'{self.settings.issuer}'.rstrip('/')}/.well-known/openid-configuration"

    async def _asked_as_client(
        self, wire: Wire, url: str, form: Mapping[str, str], found: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        """By Basic, unless the provider takes the secret in the form alone (OpenID Connect Discovery, 3)."""
        given = self.settings.client_secret
        name, secret = f"{self.settings.client_id}", "" if given is None else given.get_secret_value()
        ways = found.get("token_endpoint_auth_methods_supported")
        if not isinstance(ways, list) or _BASIC in ways or _IN_FORM not in ways:
            return await wire.post(url, form, client=(name, secret))
        return await wire.post(url, {**form, "client_id": name, "client_secret": secret})


def _verified(claims: Mapping[str, Any]) -> Identity | None:
    """An address that nobody has verified proves nothing: whoever signs up there could write any."""
    if claims.get("email_verified") is not True:
        return None
    try:
        return identity(IdentityKind.EMAIL, f"{claims.get('email', '')}")
    except InvalidIdentity:
        return None
