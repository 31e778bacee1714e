"""Discord says who somebody is. It is asked for their id alone, and its token is given back at once."""

from contextlib import suppress
from urllib.parse import urlencode

from bot.web.oauth.provider import Attempt, ProviderFailed, Wire, text_in
from tracker.accounts.errors import InvalidIdentity
from tracker.accounts.identity import Identity, identity
from tracker.frozen import frozen
from tracker.logs import get_logger
from tracker.settings import WebDiscordSettings
from tracker.store.keys import IdentityKind

log = get_logger(__name__)


@frozen
class Discord:
    settings: WebDiscordSettings
    name: str = "discord"
    label: str = "Discord"
    unknown: str = (
        "Questlog does not know this Discord account yet. "
        "Type /today to the bot on Discord once, then sign in here."
    )

    async def address(self, attempt: Attempt, back: str) -> str:
        asked = {
            "response_type": "code",
            "client_id": f"{self.settings.client_id}",
            "scope": "identify",
            "state": attempt.state,
            "redirect_uri": back,
            "prompt": "none",
        }
        return f"{self._root}/oauth2/authorize?{urlencode(asked)}"

    async def identity(self, attempt: Attempt, code: str, back: str) -> Identity | None:  # noqa: ARG002 - Discord signs nothing
        async with Wire.opened() as wire:
            url = f"{self._root}/api/oauth2/token"
            form = {"grant_type": "authorization_code", "code": code, "redirect_uri": back, **self._client}
            token = text_in(await wire.post(url, form), "access_token", url)
            try:
                me = await wire.get(f"{self._root}/api/v10/users/@me", token)
            finally:
                await self._give_back(wire, token)
        with suppress(InvalidIdentity):
            return identity(IdentityKind.DISCORD, f"{me.get('id', '')}")
        return None

    async def _give_back(self, wire: Wire, token: str) -> None:
        """Questlog needs it no more, and nobody can find it here. It would end by itself within a week."""
        try:
            form = {"token": token, "token_type_hint": "access_token", **self._client}
            await wire.post(f"{self._root}/api/oauth2/token/revoke", form)
        except ProviderFailed as failed:
            log.warning("token of Discord not given back", problem=str(failed))

    @property
    def _root(self) -> str:
        return f"{self.settings.url}".rstrip("/")

    @property
    def _client(self) -> dict[str, str]:
        secret = self.settings.client_secret
        return {
            "client_id": f"{self.settings.client_id}",
            "client_secret": "" if secret is None else secret.get_secret_value(),
        }
