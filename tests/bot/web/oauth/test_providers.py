"""What another site says of who somebody is: believed only where it proves it, for us, in this attempt."""

from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import aiohttp
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from bot.web.oauth.discord import Discord
from bot.web.oauth.oidc import Oidc
from bot.web.oauth.provider import Attempt, Provider, ProviderFailed
from tests.fakes.oauth import CLIENT_ID, CLIENT_SECRET, DiscordSignOn, OidcSignOn
from tracker.settings import WebDiscordSettings, WebOidcSettings

BACK = "https://quest.example.org/login/there/back"


@pytest.fixture
async def at_discord() -> AsyncIterator[DiscordSignOn]:
    site = DiscordSignOn(redirects={BACK})
    async with site.open():
        yield site


@pytest.fixture
async def at_oidc() -> AsyncIterator[OidcSignOn]:
    site = OidcSignOn(redirects={BACK})
    async with site.open():
        yield site


def discord(site: DiscordSignOn) -> Discord:
    given = {"client_id": CLIENT_ID, "client_secret": CLIENT_SECRET, "url": site.url}
    return Discord(WebDiscordSettings.model_validate(given))


def oidc(site: OidcSignOn) -> Oidc:
    given = {"client_id": CLIENT_ID, "client_secret": CLIENT_SECRET, "issuer": site.url}
    return Oidc(WebOidcSettings.model_validate(given))


async def code_of(provider: Provider, attempt: Attempt) -> str:
    """What a browser comes back with."""
    url = await provider.address(attempt, BACK)
    async with aiohttp.ClientSession() as client, client.get(url, allow_redirects=False) as response:
        assert response.status == 302, await response.text()
        back = urlsplit(response.headers["Location"])
    came = parse_qs(back.query)
    assert (f"{back.scheme}://{back.netloc}{back.path}", came["state"]) == (BACK, [attempt.state])
    return came["code"][0]


async def who(provider: Provider) -> str | None:
    attempt = Attempt.new()
    found = await provider.identity(attempt, await code_of(provider, attempt), BACK)
    return None if found is None else f"{found}"


async def test_discord_says_an_id_and_gets_its_token_back_at_once(at_discord: DiscordSignOn) -> None:
    assert await who(discord(at_discord)) == "discord:80351110224678912"
    assert at_discord.tokens == set()
    assert at_discord.asked[-1] == "POST /api/oauth2/token/revoke"


async def test_what_discord_calls_an_id_must_be_one(at_discord: DiscordSignOn) -> None:
    at_discord.person = "none"

    assert await who(discord(at_discord)) is None


async def test_the_provider_says_an_address_that_is_verified(at_oidc: OidcSignOn) -> None:
    assert await who(oidc(at_oidc)) == "email:ada@example.org"


@pytest.mark.parametrize("ways", [["client_secret_post"], ["client_secret_post", "client_secret_basic"]])
async def test_the_secret_is_said_as_the_provider_wants_it(at_oidc: OidcSignOn, ways: list[str]) -> None:
    at_oidc.ways = ways

    assert await who(oidc(at_oidc)) == "email:ada@example.org"


async def test_a_provider_with_one_key_need_not_say_which(at_oidc: OidcSignOn) -> None:
    at_oidc.key_id = None
    assert await who(oidc(at_oidc)) == "email:ada@example.org"

    at_oidc.key_id = "two"
    with pytest.raises(ProviderFailed, match="unknown key"):
        await who(oidc(at_oidc))


async def test_an_address_that_the_provider_did_not_verify_proves_nothing(at_oidc: OidcSignOn) -> None:
    for said in ({"email_verified": False}, {"email_verified": "true"}, {"email": "no address"}):
        at_oidc.over = said
        assert await who(oidc(at_oidc)) is None


async def test_where_the_token_has_no_address_the_provider_is_asked(at_oidc: OidcSignOn) -> None:
    at_oidc.claims = {"sub": "7"}
    at_oidc.userinfo = {"sub": "7", "email": "Ada@Example.org", "email_verified": True}
    assert await who(oidc(at_oidc)) == "email:ada@example.org"

    at_oidc.userinfo["sub"] = "8"
    assert await who(oidc(at_oidc)) is None


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"aud": "another"}, "InvalidAudience"),
        ({"aud": [CLIENT_ID, "another"], "azp": "another"}, "for others, too"),
        ({"iss": "https://evil.example"}, "InvalidIssuer"),
        ({"nonce": "of another attempt"}, "of another attempt"),
        ({"exp": 1_000_000_000}, "Expired"),
        ({"iat": 4_000_000_000}, "ImmatureSignature"),
    ],
)
async def test_a_token_that_is_not_for_this_attempt_is_refused(
    at_oidc: OidcSignOn, said: dict[str, Any], why: str
) -> None:
    at_oidc.over = said

    with pytest.raises(ProviderFailed, match=why):
        await who(oidc(at_oidc))


async def test_a_token_that_another_key_signed_is_refused(at_oidc: OidcSignOn) -> None:
    at_oidc.published = ec.generate_private_key(ec.SECP256R1())

    with pytest.raises(ProviderFailed, match="InvalidSignature"):
        await who(oidc(at_oidc))


async def test_a_provider_that_calls_itself_otherwise_is_refused(at_oidc: OidcSignOn) -> None:
    at_oidc.issuer = "https://evil.example"

    with pytest.raises(ProviderFailed, match="another issuer"):
        await oidc(at_oidc).address(Attempt.new(), BACK)


async def test_a_code_is_good_once_and_for_who_began(at_discord: DiscordSignOn, at_oidc: OidcSignOn) -> None:
    for provider in (discord(at_discord), oidc(at_oidc)):
        attempt = Attempt.new()
        code = await code_of(provider, attempt)
        assert await provider.identity(attempt, code, BACK) is not None
        with pytest.raises(ProviderFailed, match=r"token: 400"):
            await provider.identity(attempt, code, BACK)
    code = await code_of(oidc(at_oidc), Attempt.new())
    with pytest.raises(ProviderFailed, match=r"token: 400"):
        await oidc(at_oidc).identity(Attempt.new(), code, BACK)


async def test_a_site_that_is_down_or_talks_nonsense_is_said_so_without_a_secret() -> None:
    nowhere = WebDiscordSettings.model_validate(
        {"client_id": CLIENT_ID, "client_secret": CLIENT_SECRET, "url": "http://127.0.0.1:1"}
    )
    with pytest.raises(ProviderFailed, match="ClientConnectorError") as failed:
        await Discord(nowhere).identity(Attempt.new(), "the-code", BACK)
    assert CLIENT_SECRET not in f"{failed.value}"
    assert "the-code" not in f"{failed.value}"
