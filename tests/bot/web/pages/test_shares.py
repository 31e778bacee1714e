"""What strangers get at a link: one thing, and nothing else of anybody; and nothing where there is none."""

import asyncio
import io
import json
import re
from collections.abc import AsyncIterator, Mapping
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from bot.shares.public import KEPT_SECONDS, LOOKS, NOT_FOUND, PICTURES
from bot.web.site.guard import CONTENT_SECURITY_POLICY
from tests.bot.web.hostile import settle
from tests.bot.web.pages.browsing import Browser, another, browsing
from tests.bot.web.pages.own_tours import follow_zezima
from tests.bot.web.pages.page import Page
from tests.bot.web.pages.test_nasty_words import CORPUS
from tests.fakes.clock import HandClock
from tracker.accounts.identity import parse_identity
from tracker.accounts.tokens import Tokens
from tracker.store.sqlite import SqliteTable

KINDS = ("goal", "habit", "challenge")
SMALL = ("", "/picture.png", "/badge.svg")
NEVER = "A" * 22
NO_LINKS = (NEVER, "a", "." * 22, "%00", "%F0%9F%92%A9", "'--", "x" * 3000, "..%2f..%2fhealthz")


@pytest.fixture
async def stranger(browser: Browser) -> AsyncIterator[Browser]:
    """Has no cookie."""
    async with another(browser) as other:
        yield other


async def shared(browser: Browser, kind: str, thing: str, **said: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON
    made = await browser.site.posts(f"/api/v1/shares/of/{kind}/{thing}", json=said)
    assert made.status == 200, made.document
    return made.document


def path_of(made: dict[str, Any]) -> str:
    return urlsplit(made["url"]).path


async def raw(browser: Browser, path: str, **headers: str) -> tuple[int, bytes, Mapping[str, str]]:
    async with browser.client.get(browser.url + path, headers=headers) as answer:
        return answer.status, await answer.read(), answer.headers


async def test_a_stranger_sees_the_streak_and_nothing_else(browser: Browser, stranger: Browser) -> None:
    site = browser.site
    gym = await site.habit("gym daily")
    await site.tells(gym.id, note="with Carol", amount=3)
    await site.habit("therapy daily")

    status, body, headers = await raw(stranger, path_of(await shared(browser, "habit", "gym")))
    page = Page(body.decode())

    assert status == 200
    assert page.forbidden == []
    assert "Gym" in page.text
    assert "1 day in a row" in page.text
    assert not [
        word for word in ("Carol", "therapy", "Therapy", "ada", site.ada.id, gym.id) if word in body.decode()
    ]
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == "no-store"
    assert "noindex" in headers["X-Robots-Tag"]
    assert headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
    assert "Set-Cookie" not in headers


async def test_a_goal_of_a_character_does_not_say_whose_it_is(browser: Browser, stranger: Browser) -> None:
    await follow_zezima(browser.site, browser.site.ada)
    made = await browser.site.posts("/api/v1/goals", json={"goal": "99 wc by 1 march"})
    goal = made.document["goal"]["id"]
    path = path_of(await shared(browser, "goal", goal))

    for part in ("", "/badge.svg"):
        _, body, _ = await raw(stranger, path + part)
        assert "99 Woodcutting" in body.decode()
        assert "zezima" not in body.decode().casefold()
    for theme in ("", "?theme=light", "?theme=dark"):
        status, body, _ = await raw(stranger, f"{path}/picture.png{theme}")
        assert status == 200
        words = " ".join(map(str, Image.open(io.BytesIO(body)).info.values()))
        assert "99 Woodcutting" in words
        assert "zezima" not in words.casefold()

    await browser.site.asks("DELETE", f"/api/v1/goals/{goal}", headers=_bearer(browser))
    assert (await raw(stranger, path))[0] == 404


def _bearer(browser: Browser) -> dict[str, str]:
    return {"Authorization": f"Bearer {browser.site.token}"}


async def test_of_a_goal_of_parts_no_part_is_seen(browser: Browser, stranger: Browser) -> None:
    site = browser.site
    goal = {"title": "Get fit", "description": "after the divorce", "notes": "secretly", "area": "Body"}
    made = await site.posts("/api/v1/goals", json=goal)
    await site.posts(f"/api/v1/goals/{made.document['goal']['id']}/link", json={"criterion": "Lose 20 kg"})

    _, body, _ = await raw(stranger, path_of(await shared(browser, "goal", "fit")))

    assert "Get fit" in body.decode()
    assert not re.search("divorce|secretly|Body|20 kg|Criteri", body.decode())


async def test_a_name_is_shown_only_if_they_say_so(browser: Browser, stranger: Browser) -> None:
    site = browser.site
    await site.habit("gym")
    refused = await site.posts("/api/v1/shares/of/habit/gym", json={"named": True})
    assert (refused.status, refused.code) == (409, "no_name_to_show")
    await site.asks("PATCH", "/api/v1/account", headers=_bearer(browser), json={"nickname": "Ada L"})

    plain, named = await shared(browser, "habit", "gym"), await shared(browser, "habit", "gym", named=True)

    assert "Ada L" not in (await raw(stranger, path_of(plain)))[1].decode()
    assert "Ada L" in (await raw(stranger, path_of(named)))[1].decode()


async def test_a_chat_finds_the_picture_at_its_whole_address(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    """Also below a path, and whatever host somebody asked for."""
    public = "https://quests.example.org/quest"
    async with browsing(sqlite_table, clock, public_url=public) as browser:
        await browser.site.habit("gym")
        made = await shared(browser, "habit", "gym")
        assert made["url"].startswith(f"{public}/s/")
        path = path_of(made)
        for root in (path, path.removeprefix("/quest")):
            _, body, _ = await raw(browser, root, Host="evil.example")
            assert f'<meta property="og:image" content="{made["url"]}/picture.png">' in body.decode()
            assert f'<meta property="og:url" content="{made["url"]}">' in body.decode()
            assert "evil.example" not in body.decode()
            assert f'src="{path}/picture.png' in body.decode()
            assert (await raw(browser, f"{root}/picture.png"))[0] == 200


async def test_picture_and_badge_are_small_and_sent_again_only_where_they_changed(
    browser: Browser, stranger: Browser
) -> None:
    gym = await browser.site.habit("gym daily")
    path = path_of(await shared(browser, "habit", "gym"))
    for part, kind in (("/picture.png", "image/png"), ("/badge.svg", "image/svg+xml")):
        status, body, headers = await raw(stranger, path + part)
        assert (status, headers["Content-Type"].partition(";")[0]) == (200, kind)
        assert len(body) < 200_000
        assert headers["Cache-Control"] == f"public, max-age={KEPT_SECONDS}"
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        again = await raw(stranger, path + part, **{"If-None-Match": headers["ETag"]})
        assert again[:2] == (304, b"")
    await browser.site.tells(gym.id)
    assert (await raw(stranger, f"{path}/badge.svg", **{"If-None-Match": headers["ETag"]}))[0] == 200
    png = Image.open(io.BytesIO((await raw(stranger, f"{path}/picture.png"))[1]))
    assert png.size == (1000, 600)


async def test_what_is_no_link_is_answered_like_one_that_was_ended(
    browser: Browser, stranger: Browser
) -> None:
    """In the same words, with the same headers, by the same one read."""
    await browser.site.habit("gym")
    made = await shared(browser, "habit", "gym")
    ended = path_of(made).rpartition("/")[2]
    assert (await raw(stranger, f"/s/{ended}"))[0] == 200
    await browser.site.asks("DELETE", f"/api/v1/shares/{made['id']}", headers=_bearer(browser))
    for part in SMALL:
        said: set[tuple[int, bytes, str]] = set()
        for secret in (ended, *NO_LINKS):
            browser.site.clock.advance(10)
            status, body, headers = await raw(stranger, f"/s/{secret}{part}")
            kept = {name: value for name, value in headers.items() if name != "Date"}
            said.add((status, body, json.dumps(kept, sort_keys=True)))
        assert len(said) == 1, said
        [(status, body, _)] = said
        assert status == 404
        assert NOT_FOUND in body.decode()


@pytest.mark.parametrize("words", CORPUS)
async def test_names_are_text_in_page_tags_and_badge(browser: Browser, stranger: Browser, words: str) -> None:
    """In HTML, in the meta tags that chats read, and in SVG."""
    ids = await settle(browser.site, browser.site.ada, words)
    for kind in KINDS:
        path = path_of(await shared(browser, kind, ids[kind]))
        _, body, _ = await raw(stranger, path)
        page = Page(body.decode())
        assert page.forbidden == [], page.forbidden
        assert words[:8] in page.text.replace("\xa0", " ") or words[:8] in body.decode()
        tags = re.findall(r'<meta (?:name|property)="([a-z:]+)" content="([^"<>]*)">', body.decode())
        assert {"og:title", "og:description", "twitter:card"} <= {name for name, _ in tags}
        _, svg, _ = await raw(stranger, f"{path}/badge.svg")
        kinds = {one.tag.rpartition("}")[2] for one in ET.fromstring(svg).iter()}  # noqa: S314 - ours
        assert kinds == {"svg", "title", "clipPath", "rect", "g", "text"}
        assert (await raw(stranger, f"{path}/picture.png"))[0] in {200, 404}


async def test_nobody_has_pictures_drawn_all_day(browser: Browser, stranger: Browser) -> None:
    """Of each address: others are answered as ever, as are the badge and the page until they are too many."""
    await browser.site.habit("gym")
    path = path_of(await shared(browser, "habit", "gym"))
    said = [(await raw(stranger, f"{path}/picture.png"))[0] for _ in range(PICTURES + 3)]
    assert said == [200] * PICTURES + [429] * 3
    assert (await raw(stranger, f"{path}/badge.svg"))[0] == 200
    other = {"X-Forwarded-For": "203.0.113.9"}
    assert (await raw(stranger, f"{path}/picture.png", **other))[0] == 200
    many = [(await raw(stranger, f"/s/{NEVER}"))[0] for _ in range(LOOKS)]
    assert many[-1] == 429
    assert (await raw(stranger, path))[0] == 429, "also for what is there"
    browser.site.clock.advance(61)
    assert (await raw(stranger, path))[0] == 200


async def test_a_hundred_who_ask_at_once_have_it_drawn_once(browser: Browser, stranger: Browser) -> None:
    await browser.site.habit("gym")
    path = path_of(await shared(browser, "habit", "gym"))
    asked = [
        raw(stranger, f"{path}/picture.png", **{"X-Forwarded-For": f"203.0.113.{n}"}) for n in range(100)
    ]
    found = await asyncio.gather(*asked)
    assert {status for status, _, _ in found} == {200}
    assert len({body for _, body, _ in found}) == 1


async def test_no_address_shares_or_ends_what_is_not_theirs(browser: Browser) -> None:
    site = browser.site
    ids = await settle(site, site.ada, "zyzzyva")
    made = await shared(browser, "habit", ids["habit"])
    bob = await site.services.accounts.register(parse_identity("local:bob"))
    token = (await Tokens(site.services.table, site.clock).make(bob.id, "other")).token
    headers = {"Authorization": f"Bearer {token}"}

    for kind in KINDS:
        for method in ("GET", "POST"):
            said = await site.asks(method, f"/api/v1/shares/of/{kind}/{ids[kind]}", headers=headers)
            assert said.status in {403, 404}, (kind, said.document)
            assert "zyzzyva" not in json.dumps(said.document).replace(ids[kind], "")
    assert (await site.asks("DELETE", f"/api/v1/shares/{made['id']}", headers=headers)).status == 404
    assert (await site.asks("GET", "/api/v1/shares", headers=headers)).document == {"links": []}
    assert (await raw(browser, path_of(made)))[0] == 200


async def test_a_repeated_request_says_that_it_was_done_and_not_the_link(browser: Browser) -> None:
    """Of the link only a hash is kept, also where answers are."""
    await browser.site.habit("gym")
    key = {"Idempotency-Key": "press-1"}
    first = await browser.site.posts("/api/v1/shares/of/habit/gym", headers=key)
    second = await browser.site.posts("/api/v1/shares/of/habit/gym", headers=key)
    assert second.document == {**first.document, "url": None, "badge": None}
    secret = urlsplit(first.document["url"]).path.rpartition("/")[2]
    kept = [json.dumps(item, default=str) async for item in browser.site.services.table.scan()]
    assert not [item for item in kept if secret in item]


@pytest.mark.parametrize("kind", ["metric", "task", "logbook", "reward", "room", "leaderboard"])
async def test_nothing_else_can_be_shared(browser: Browser, kind: str) -> None:
    ids = await settle(browser.site, browser.site.ada, "zyzzyva")
    said = await browser.site.posts(f"/api/v1/shares/of/{kind}/{ids.get(kind, 'today')}")
    assert said.status in {400, 403, 409, 422}, said.document
