"""Somebody else's ids on every address that there is: nothing is seen, and nothing is changed.

The addresses are those of the features' own tables, so that a new one is tried as soon as it is there.
"""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from bot.features import FEATURES
from bot.web.http_api.serving import feature_routes
from bot.web.site.serving import PICTURE, SERIES
from bot.web.site.tables import Tables, names_in
from bot.web.there import GUILD
from tests.bot.web.hostile import Ids, settle, tries
from tests.bot.web.pages.browsing import Browser, another
from tracker.accounts.identity import parse_identity
from tracker.accounts.tokens import Tokens
from tracker.store.values import Item

WORD, OTHER = "zyzzyva", "quokka"
OFTEN = {"sessionHolder", "session", "token", "tokenHolder", "limit"}
"""Items that change with each look."""


@dataclass
class Stranger:
    ids: Ids
    """Of things that are not theirs."""
    browser: Browser
    token: str

    async def what_ada_has(self) -> dict[tuple[object, object], Item]:
        site = self.browser.site
        return {
            (item["PK"], item["SK"]): item
            async for item in site.services.table.scan()
            if item.get("type") not in OFTEN
            and (site.ada.id in (text := json.dumps(item, default=str)) or WORD in text)
        }


@pytest.fixture
async def stranger(browser: Browser) -> AsyncIterator[Stranger]:
    """Signed in, with things of the same kinds, and a token that may do everything."""
    site = browser.site
    ids = await settle(site, site.ada, WORD)
    bob = await site.services.accounts.register(parse_identity("local:bob"))
    await settle(site, bob, OTHER)
    token = (await Tokens(site.services.table, site.clock).make(bob.id, "other")).token
    async with another(browser) as other:
        await other.sign_in(bob)
        yield Stranger(ids, other, token)


async def test_no_address_of_the_api_gives_or_takes_what_is_not_theirs(stranger: Stranger) -> None:
    site, before = stranger.browser.site, await stranger.what_ada_has()
    assert len(before) > 20
    seen, unread, tried = list[str](), list[str](), 0
    elsewhere = (one for one in feature_routes(FEATURES) if GUILD not in names_in(one.path))
    for route in elsewhere:  # what is on servers takes Discord: `tests/bot/web/api/test_servers.py`
        for address, said in tries(route.path, route.ask, stranger.ids):
            site.clock.advance(61)
            query = {"params": said} if route.method == "GET" else {"json": said}
            headers = {"Authorization": f"Bearer {stranger.token}"}
            answer = await site.asks(route.method, f"/api/v1{address}", headers=headers, **query)
            tried += 1
            if WORD in json.dumps(answer.document):
                seen.append(f"{route.method} {address} {said}: {answer.document}")
            if answer.status >= 500 or (answer.status == 400 and answer.code != "nothing_to_set"):
                unread.append(f"{route.method} {address} {said}: {answer.document}")
    assert tried > 200
    assert seen == []
    assert unread == [], "nobody gets as far as a thing with that"
    assert await stranger.what_ada_has() == before


async def test_no_page_and_no_act_gives_or_takes_what_is_not_theirs(stranger: Stranger) -> None:
    browser, before = stranger.browser, await stranger.what_ada_has()
    tables, seen, tried = Tables(FEATURES), list[str](), 0
    looks = [(one.path, one.ask) for one in (*tables.pages, *tables.files)]
    looks += [(one.path, one.ask) for one in tables.acts if one.form is not None]
    for path, ask in looks:
        for address, said in tries(path, ask, stranger.ids):
            for more in ({}, {PICTURE: "dark"}, {SERIES: "1"}):
                browser.site.clock.advance(1)
                got = await browser.ask("GET", address, params={**said, **more})
                assert got.status != 429
                tried += 1
                if WORD in got.page.text:
                    seen.append(f"GET {address} {said}: {got.page.text}")
    for act in tables.acts:
        if act.path == "/account/delete" or act.path.startswith("/sessions/end-all"):
            continue  # their own
        for address, said in tries(act.path, act.ask, stranger.ids):
            browser.site.clock.advance(1)
            got = await browser.post(address, {name: f"{value}" for name, value in said.items()})
            assert got.status != 429
            tried += 1
            if WORD in got.page.text:
                seen.append(f"POST {address} {said}: {got.page.text}")
    assert tried > 500
    assert seen == []
    assert await stranger.what_ada_has() == before
