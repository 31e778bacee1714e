"""What a token may do: read, tell, or all of it."""

from collections.abc import AsyncIterator

import pytest

from bot.features import FEATURES
from bot.web.http_api.serving import feature_routes
from bot.web.strangers import ADDRESS_RATE
from tests.bot.web.api_site import ApiSite, api_site
from tests.fakes.clock import HandClock
from tracker.accounts.tokens import Tokens, TokenScope
from tracker.store.sqlite import SqliteTable

TELLING = {
    "POST /habits/{habit}/complete",
    "POST /tasks/{task}/done",
    "POST /metrics/{metric}/logs",
    "POST /goals/{goal}/tick",
    "POST /logbook",
}
READING = {"POST /find", "POST /logbook/search"}
"""Words go in a body: addresses are logged on the way."""


@pytest.fixture
async def site(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[ApiSite]:
    async with api_site(sqlite_table, clock) as opened:
        yield opened


def test_what_reads_takes_a_token_that_reads_and_what_tells_one_that_tells() -> None:
    scopes = {f"{route.method} {route.path}": route.scope for route in feature_routes(FEATURES)}

    assert {one for one, scope in scopes.items() if scope is TokenScope.TELL} == TELLING
    assert {one for one, scope in scopes.items() if scope is TokenScope.READ} == READING | {
        one for one in scopes if one.startswith("GET ")
    }


@pytest.mark.parametrize("prefix", ["/api/v1", "/api"])
@pytest.mark.parametrize(
    ("scope", "allowed"),
    [
        (TokenScope.READ, (200, 403, 403)),
        (TokenScope.TELL, (403, 200, 403)),
        (TokenScope.WRITE, (200, 200, 200)),
    ],
)
async def test_a_token_does_what_it_is_for(
    site: ApiSite, scope: TokenScope, allowed: tuple[int, ...], prefix: str
) -> None:
    await site.habit("gym")
    token = (await Tokens(site.services.table, site.clock).make(site.ada.id, "other", scope)).token
    headers = {"Authorization": f"Bearer {token}"}

    asked = (("GET", "/habits"), ("POST", "/habits/gym/complete"), ("DELETE", "/habits/gym"))
    said = [await site.asks(method, prefix + path, headers=headers) for method, path in asked]

    assert tuple(one.status for one in said) == allowed
    for one in said:
        if one.status == 403:
            assert one.code == "scope"
            assert scope.value in one.message
            assert 'error="insufficient_scope"' in one.headers["WWW-Authenticate"]


async def test_a_token_that_may_not_read_hears_nothing_either(site: ApiSite) -> None:
    token = (await Tokens(site.services.table, site.clock).make(site.ada.id, "x", TokenScope.TELL)).token

    said = await site.asks("GET", "/api/v1/events", headers={"Authorization": f"Bearer {token}"})

    assert (said.status, said.code) == (403, "scope")


async def test_a_guesser_is_stopped_and_a_person_at_the_same_address_is_not(site: ApiSite) -> None:
    said = [
        await site.asks("GET", "/api/v1/me", headers={"Authorization": f"Bearer qlt_{number}"})
        for number in range(ADDRESS_RATE + 1)
    ]

    assert {one.status for one in said[:-1]} == {401}
    assert (said[-1].status, said[-1].code, said[-1].headers["Retry-After"]) == (429, "too_often", "60")
    assert (await site.gets("/api/v1/me")).status == 200


async def test_that_a_token_is_used_is_noted_once_an_hour(site: ApiSite) -> None:
    async def used() -> list[str]:
        found = (await site.gets("/api/v1/account/tokens")).document["tokens"]
        return [one["usedAt"] for one in found]

    await site.services.accounts.change_settings(site.ada.id, {"timezone": "Europe/Berlin"})
    site.clock.advance(3700)
    assert await used() == ["2100-01-01T01:00:00Z"]
    site.clock.advance(3400)
    assert await used() == ["2100-01-01T01:00:00Z"]
    site.clock.advance(200)
    assert await used() == ["2100-01-01T02:00:00Z"]


async def test_programs_that_know_of_one_token_revoke_it_as_they_did(site: ApiSite) -> None:
    await Tokens(site.services.table, site.clock).make(site.ada.id, "wall", TokenScope.READ)
    headers = {"Authorization": f"Bearer {site.token}"}

    said = await site.asks("DELETE", "/api/account/token", headers=headers)
    assert (said.status, said.code) == (409, "which_token")
    assert (await site.asks("DELETE", "/api/account/tokens/wall", headers=headers)).document["revoked"]

    said = await site.asks("DELETE", "/api/account/token", headers=headers)
    assert said.document == {"revoked": True, "names": ["token"]}
    assert (await site.gets("/api/v1/habits")).status == 401
