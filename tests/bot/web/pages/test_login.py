"""Getting in: a link spent by a press, forms from elsewhere, sessions that end, and ways round."""

import pytest

from bot.features import FEATURES
from bot.web.site.place import safe_next
from bot.web.site.tables import Tables
from bot.web.strangers import ADDRESS_RATE
from tests.bot.web.api_site import ApiSite
from tests.bot.web.hostile import settle, tries
from tests.bot.web.pages.browsing import Browser, another, browsing
from tests.fakes.clock import HandClock
from tracker.store.sqlite import SqliteTable
from tracker.store.values import Item


async def test_without_a_session_every_page_leads_to_the_login_and_back(browser: Browser) -> None:
    got = await browser.ask("GET", "/habits?archived=true")
    assert (got.status, got.leads_to) == (303, "/login?next=/habits%3Farchived%3Dtrue")
    assert (await browser.ask("GET", "/")).leads_to == "/login"
    assert "questlog web" in (await browser.get("/")).page.text

    link = await browser.site.services.sessions.new_link(browser.site.ada.id, "discord")
    page = (await browser.get(f"/login?next=/habits%3Farchived%3Dtrue&link={link.secret}")).page
    assert (await browser.send(page.form("Sign in"))).path == "/habits?archived=true"


async def test_a_link_is_spent_by_a_press_and_not_by_a_look(browser: Browser) -> None:
    link = await browser.site.services.sessions.new_link(browser.site.ada.id, "discord")
    looks = [(await browser.get(f"/login?link={link.secret}")).page for _ in range(3)]
    form = looks[-1].form("Sign in")
    assert "Today" in (await browser.send(form)).page.title

    async with another(browser) as late:
        assert (await late.post("/login", form.fields)).status == 409
        assert "used already" in (await late.get(f"/login?link={link.secret}")).page.text
        assert (await late.get("/")).path == "/login"


async def test_a_session_is_new_at_each_login_and_the_one_before_is_over(
    browser: Browser, clock: HandClock
) -> None:
    browser.client.cookie_jar.update_cookies({"questlog-session": "planted"})
    await browser.sign_in()
    first = {one.key: one.value for one in browser.client.cookie_jar}["questlog-session"]
    clock.advance(1)
    await browser.sign_in()
    second = {one.key: one.value for one in browser.client.cookie_jar}["questlog-session"]
    assert len({"planted", first, second}) == 3
    async with another(browser) as thief:
        thief.client.cookie_jar.update_cookies({"questlog-session": first})
        assert (await thief.get("/")).path == "/login"


async def test_signing_out_ends_the_session_here_and_from_elsewhere(ada: Browser) -> None:
    async with another(ada) as phone:
        await phone.sign_in()
        await ada.press("/menu", "Sign out on this device")
        assert (await ada.get("/")).path == "/login"
        assert (await phone.get("/")).status == 200
        sessions = await phone.site.services.sessions.list(phone.site.ada.id)
        await phone.site.services.sessions.end(phone.site.ada.id, sessions[0].hash)
        assert (await phone.get("/")).path == "/login"


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"},
        {"Origin": "https://evil.example", "Sec-Fetch-Site": ""},
        {"Origin": "null", "Sec-Fetch-Site": ""},
        {"Origin": "", "Sec-Fetch-Site": ""},
        {"Origin": "", "Sec-Fetch-Site": "same-site"},
        {"Origin": "http://127.0.0.1:1", "Sec-Fetch-Site": ""},
    ],
)
async def test_what_comes_from_elsewhere_does_nothing(ada: Browser, headers: dict[str, str]) -> None:
    names = {"Sec-Fetch-Site": headers["Sec-Fetch-Site"], "Origin": headers["Origin"]}
    got = await ada.post("/habits/new", {"habit": "gym"}, **names)
    assert got.status == 403
    assert await ada.site.services.habits.list(ada.site.ada.id) == []
    assert (await ada.post("/logout", {}, **names)).status == 403
    assert (await ada.get("/")).status == 200


async def kept_by(site: ApiSite) -> list[Item]:
    """Without what only counts for a minute."""
    return [item async for item in site.services.table.scan() if item["type"] != "limit"]


async def test_no_act_of_any_feature_is_done_for_a_page_elsewhere(ada: Browser) -> None:
    site, elsewhere = ada.site, {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
    ids = await settle(site, site.ada, "zyzzyva")
    before = await kept_by(site)
    for act in Tables(FEATURES).acts:
        for address, said in tries(act.path, act.ask, ids):
            site.clock.advance(1)
            got = await ada.post(address, {name: f"{value}" for name, value in said.items()}, **elsewhere)
            assert got.status == 403, address
    assert await kept_by(site) == before


@pytest.mark.parametrize(
    "wanted",
    [
        "//evil.example", "https://evil.example", "/\\evil.example", "/\t/evil.example",
        "javascript:alert(1)", "/ok\r\nSet-Cookie: a=b", "evil", "", "/" + "a" * 2000, "/#//evil",
    ],
)  # fmt: skip
async def test_nobody_is_led_elsewhere(browser: Browser, wanted: str) -> None:
    assert safe_next(wanted) is None
    link = await browser.site.services.sessions.new_link(browser.site.ada.id, "discord")
    got = await browser.post("/login", {"link": link.secret, "next": wanted})
    assert (got.status, got.leads_to) == (303, "/")
    await browser.site.services.habits.add_written(browser.site.ada, "gym")
    acted = await browser.post("/habits/gym/done", {"_back": wanted})
    assert (acted.status, acted.leads_to) == (303, "/habits/gym")


async def test_a_guesser_is_stopped_and_a_person_beside_them_is_not(browser: Browser) -> None:
    await browser.sign_in()
    async with another(browser) as guesser:
        found = [(await guesser.post("/login", {"link": f"{n}"})).status for n in range(ADDRESS_RATE)]
    assert found[0] == 409
    assert found[-1] == 429
    assert (await browser.get("/")).status == 200


async def test_a_guesser_is_known_by_what_the_proxy_adds_and_not_by_what_they_say_themselves(
    browser: Browser,
) -> None:
    """Some proxies add a header of their own to the one that the client sent."""
    statuses: list[int] = []
    for number in range(ADDRESS_RATE):
        said = [("X-Forwarded-For", f"203.0.113.{number}"), ("X-Forwarded-For", "198.51.100.7")]
        statuses.append((await browser.ask("GET", f"/login?link={number}", headers=said)).status)
    said = [("X-Forwarded-For", "203.0.113.99"), ("X-Forwarded-For", "198.51.100.7")]
    assert set(statuses) == {200}
    assert (await browser.ask("GET", "/login", headers=said)).status == 429


async def test_words_in_place_of_an_address_are_nobody_new(browser: Browser) -> None:
    for number in range(ADDRESS_RATE):
        await browser.ask("GET", "/login", headers={"X-Forwarded-For": f"somebody {number}"})

    said = {"X-Forwarded-For": "somebody else"}
    assert (await browser.ask("GET", "/login", headers=said)).status == 429


@pytest.mark.parametrize(
    ("public_url", "root", "name"),
    [
        ("https://quest.example.org", "", "__Host-questlog-session"),
        ("https://example.org/quest/", "/quest", "__Secure-questlog-session"),
        ("http://nas.local:8080/quest", "/quest", "questlog-session"),
    ],
)
async def test_behind_a_proxy_links_cookies_and_redirects_are_as_people_see_them(
    sqlite_table: SqliteTable, clock: HandClock, public_url: str, root: str, name: str
) -> None:
    origin = "/".join(public_url.split("/")[:3])
    async with browsing(sqlite_table, clock, public_url=public_url) as browser:
        link = await browser.site.services.sessions.new_link(browser.site.ada.id, "discord")
        refused = await browser.post("/login", {"link": link.secret}, **{"Sec-Fetch-Site": ""})
        assert refused.status == 403, "the address that was asked is not ours"
        headers = {"Origin": origin, "Sec-Fetch-Site": ""}
        got = await browser.post("/login", {"link": link.secret}, **headers)
        cookie = got.headers["Set-Cookie"]
        assert cookie.startswith(f"{name}=")
        assert ("Secure" in cookie) is public_url.startswith("https:")
        assert f"Path={root or '/'}" in cookie
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert got.leads_to == f"{root}/"
        own = {"Cookie": cookie.partition(";")[0]}
        for path in {"/", f"{root}/"}:  # a proxy may leave the path where it is, or take it away
            page = (await browser.get(path, **own)).page
            assert "Today" in page.title
            assert all(one.startswith(f"{root}/") or one == "#main" for one in page.links)
        assert (await browser.ask("GET", "/habits")).leads_to == f"{root}/login?next=/habits"
