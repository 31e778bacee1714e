"""Signing in with another site, all the way round, and every way in that there must not be."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import pytest

from tests.bot.web.pages.browsing import Browser, Got, another, browsing
from tests.fakes.clock import HandClock
from tests.fakes.oauth import CLIENT_ID, CLIENT_SECRET, DiscordSignOn, OidcSignOn
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.store.sqlite import SqliteTable

APPLICATION = {"client_id": CLIENT_ID, "client_secret": CLIENT_SECRET}
HABITS = "/habits"


@asynccontextmanager
async def with_discord(table: SqliteTable, clock: HandClock) -> AsyncGenerator[tuple[Browser, DiscordSignOn]]:
    discord = DiscordSignOn()
    async with (
        discord.open(),
        browsing(table, clock, discord={**APPLICATION, "url": discord.url}) as browser,
    ):
        discord.redirects.add(f"{browser.url}/login/discord/back")
        yield browser, discord


async def nelly(browser: Browser, discord: DiscordSignOn) -> User:
    """Somebody whom Questlog knows by Discord."""
    return await browser.site.services.accounts.register(parse_identity(f"discord:{discord.person}"))


async def sent_back(browser: Browser, start: str) -> str:
    """Where the other site leads the browser that begins here."""
    to = (await browser.ask("GET", start)).headers["Location"]
    async with browser.client.get(to, allow_redirects=False) as response:
        assert response.status == 302, await response.text()
        back = urlsplit(response.headers["Location"])
    return f"{back.path}?{back.query}"


async def goes_round(browser: Browser, start: str) -> Got:
    return await browser.ask("GET", await sent_back(browser, start))


async def test_somebody_signs_in_with_discord_and_goes_on_where_they_were(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    async with with_discord(sqlite_table, clock) as (browser, discord):
        user = await nelly(browser, discord)
        login = (await browser.get(HABITS)).page
        assert "Sign in with Discord" in login.text

        got = await goes_round(browser, f"/login/discord?next={HABITS}")
        assert (got.status, got.leads_to) == (303, HABITS)
        assert (await browser.get(HABITS)).path == HABITS
        (session,) = await browser.site.services.sessions.list(user.id)
        assert session.session.via == "discord"
        assert discord.tokens == set()


async def test_who_is_not_known_is_told_what_to_do_and_no_account_is_made(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    async with with_discord(sqlite_table, clock) as (browser, discord):
        got = await goes_round(browser, "/login/discord")

        assert (got.status, "Type /today to the bot on Discord once" in got.page.text) == (403, True)
        found = await browser.site.services.accounts.find(parse_identity(f"discord:{discord.person}"))
        assert found is None
        assert (await browser.get("/")).path == "/login"


async def test_a_link_back_signs_in_only_the_browser_that_began_and_once(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    async with with_discord(sqlite_table, clock) as (browser, discord), another(browser) as victim:
        await nelly(browser, discord)
        back = await sent_back(browser, "/login/discord")
        assert (await victim.ask("GET", back)).status == 403
        await sent_back(victim, "/login/discord")  # an attempt of its own changes nothing
        assert (await victim.ask("GET", back)).status == 403
        assert "/api/oauth2/token" not in " ".join(discord.asked)

        assert (await browser.ask("GET", back)).status == 303
        assert (await browser.ask("GET", back)).status == 403


@pytest.mark.parametrize("said", ["", "?state=x&code=y", "?error=access_denied", "?code=y"])
async def test_what_comes_back_without_its_secret_is_refused(
    sqlite_table: SqliteTable, clock: HandClock, said: str
) -> None:
    async with with_discord(sqlite_table, clock) as (browser, discord):
        await browser.ask("GET", "/login/discord")

        assert (await browser.ask("GET", f"/login/discord/back{said}")).status == 403
        assert discord.asked == []


async def test_who_says_no_there_is_led_back_with_that(sqlite_table: SqliteTable, clock: HandClock) -> None:
    async with with_discord(sqlite_table, clock) as (browser, _):
        to = (await browser.ask("GET", "/login/discord")).headers["Location"]
        state = dict(part.split("=") for part in urlsplit(to).query.split("&"))["state"]
        got = await browser.ask("GET", f"/login/discord/back?error=access_denied&state={state}")

        assert (got.status, "Discord did not let you in" in got.page.text) == (403, True)


async def test_a_site_that_is_down_leaves_the_other_ways(sqlite_table: SqliteTable, clock: HandClock) -> None:
    async with with_discord(sqlite_table, clock) as (browser, discord):
        back = await sent_back(browser, "/login/discord")
        discord.codes.clear()
        got = await browser.ask("GET", back)

        assert (got.status, "sign in by a link" in got.page.text) == (502, True)


async def test_nobody_is_led_away_from_here_afterwards(sqlite_table: SqliteTable, clock: HandClock) -> None:
    async with with_discord(sqlite_table, clock) as (browser, discord):
        await nelly(browser, discord)

        assert (await goes_round(browser, "/login/discord?next=//evil.example")).leads_to == "/"


async def test_where_it_is_not_set_up_there_is_no_such_way(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    async with browsing(sqlite_table, clock) as browser:
        for path in ("/login/discord", "/login/discord/back", "/login/oidc"):
            assert (await browser.ask("GET", path)).status == 404


async def test_a_single_sign_on_lets_in_who_has_verified_the_same_address(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    oidc = OidcSignOn()
    async with oidc.open():
        given = {**APPLICATION, "issuer": oidc.url, "name": "the clan"}
        async with browsing(sqlite_table, clock, oidc=given) as browser:
            oidc.redirects.add(f"{browser.url}/login/oidc/back")
            assert "Sign in with the clan" in (await browser.get("/")).page.text
            got = await goes_round(browser, "/login/oidc")
            assert (got.status, "add the address as a channel" in got.page.text) == (403, True)

            address = parse_identity("email:ada@example.org")
            await browser.site.services.accounts.claim(browser.site.ada.id, address)
            assert (await goes_round(browser, "/login/oidc")).leads_to == "/"
            assert "Today" in (await browser.get("/")).page.title
