"""`/api/docs`: a page of the site about the HTTP API, for people who are not signed in."""

import re
from collections.abc import AsyncIterator

import pytest

from bot.web.site.assets import own_assets
from tests.bot.web.api_site import ApiSite, api_site
from tests.fakes.clock import HandClock
from tracker.settings import Settings
from tracker.store.sqlite import SqliteTable


@pytest.fixture
async def site(sqlite_table: SqliteTable, clock: HandClock) -> AsyncIterator[ApiSite]:
    async with api_site(sqlite_table, clock) as opened:
        yield opened


async def page_of(site: ApiSite, prefix: str = "") -> str:
    async with site.client.get(f"{site.url}{prefix}/api/docs") as response:
        return await response.text()


async def test_it_has_the_style_of_the_site(site: ApiSite) -> None:
    assert f'<link rel="stylesheet" href="{own_assets().path("site.css")}">' in await page_of(site)


async def test_each_feature_has_a_heading_and_what_is_code_reads_as_code(site: ApiSite) -> None:
    page = await page_of(site)
    assert '<h2 id="habits">Habits</h2>' in page
    assert "<h3>Challenges of a server</h3>" in page
    assert "The <code>next</code> of the page before" in page
    assert "`" not in page


async def test_it_names_the_document_that_a_list_is_made_of(site: ApiSite) -> None:
    operation = r"<code>GET /api/v1/goals</code>.*?Answers (.*?)</p>"
    [answers] = re.findall(operation, await page_of(site), re.DOTALL)
    assert answers == "<code>GoalList</code>."


async def test_below_a_path_it_leads_below_that_path(sqlite_table: SqliteTable, clock: HandClock) -> None:
    settings = Settings.model_validate({"web": {"public_url": "https://example.org/quest"}})
    async with api_site(sqlite_table, clock, settings) as site:
        for prefix in ("", "/quest"):
            links = re.findall(r'(?:href|src)="([^"#]+)', await page_of(site, prefix))
            assert [link for link in links if not link.startswith("/quest/")] == []
