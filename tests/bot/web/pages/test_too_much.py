"""Far more than anybody can have: whatever a table holds, pages and answers are as for the most."""

import json

from bot.features import FEATURES
from bot.web.http_api.serving import feature_routes
from bot.web.site.tables import Tables, names_in
from tests.bot.web.pages.browsing import Browser, another, browsing
from tests.fakes.clock import HandClock
from tracker.accounts.identity import parse_identity
from tracker.habits.model import MOST_HABITS, Habit
from tracker.store.entity import to_item
from tracker.store.sqlite import SqliteTable

FAR_TOO_MANY = 10_000
MOST_BYTES = 600_000
"""Of a page of somebody who has as much as there can be: a habit of the day takes 1.3 KB, and packs well."""


async def with_many(browser: Browser, count: int) -> Habit:
    habit = await browser.site.habit("read 20 pages")
    others = (
        habit.model_copy(update={"id": f"{habit.id}{number}", "name": f"H {number}"})
        for number in range(count)
    )
    await browser.site.services.table.write_many(puts=[to_item(one, one.key) for one in others])
    return habit


async def test_nobody_begins_more_habits_than_there_can_be(ada: Browser) -> None:
    await with_many(ada, MOST_HABITS - 1)
    said = await ada.site.posts("/api/v1/habits", json={"habit": "gym"})
    assert (said.status, said.code) == (409, "too_many_habits")
    assert (await ada.press("/habits/new", "Begin", habit="gym")).status == 422


async def test_of_ten_thousand_habits_no_page_shows_more_than_of_the_most(ada: Browser) -> None:
    """Counted in things and bytes: how long that takes is `make bench pages`."""
    habit = await with_many(ada, FAR_TOO_MANY)
    shown = await ada.get("/")
    assert shown.page.html.count('class="thing') == MOST_HABITS
    assert (await ada.press("/", "Read: done")).path == "/"
    for page in Tables(FEATURES).pages:
        if set(names_in(page.path)) <= {"habit"} and not page.path.startswith("/operator"):
            ada.site.clock.advance(1)
            got = await ada.get(page.path.format(habit=habit.id))
            assert got.status == 200, page.path
            assert len(got.page.html) < MOST_BYTES, page.path


async def test_of_ten_thousand_habits_no_answer_has_more_than_of_the_most(ada: Browser) -> None:
    habit = await with_many(ada, FAR_TOO_MANY)
    for route in feature_routes(FEATURES):
        needed = {name for name, one in route.ask.model_fields.items() if one.is_required()}
        needed |= {*names_in(route.path)}
        if route.method == "GET" and needed <= {"habit"}:
            ada.site.clock.advance(61)
            said = await ada.site.gets(f"/api/v1{route.path.format(habit=habit.id)}")
            assert said.status < 500, route.path
            assert len(json.dumps(said.document)) < MOST_BYTES, route.path


async def test_a_person_may_ask_so_often_and_is_told_when_to_come_back(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    async with browsing(sqlite_table, clock, requests_per_minute=60) as browser, another(browser) as other:
        await browser.sign_in()
        await other.sign_in(await browser.site.services.accounts.register(parse_identity("local:bob")))
        got = await browser.get("/rewards")
        assert got.status == 200
        for _ in range(58):
            assert (await browser.get("/rewards")).status == 200
        got = await browser.get("/rewards")
        assert (got.status, got.headers["Retry-After"]) == (429, "60")
        assert "Wait a minute" in got.page.text
        assert (await other.get("/rewards")).status == 200
        browser.site.clock.advance(60)
        assert (await browser.get("/rewards")).status == 200
