"""Presses that waited in a browser for a network: on the wire each counts once, and for whoever pressed."""

import asyncio
import re
from typing import Any

from tests.bot.web.pages.browsing import Browser, another
from tracker.accounts.identity import parse_identity

TICK = "/today/tick"


def who(html: str) -> str:
    found = re.search(r'data-who="([0-9a-f]+)"', html)
    assert found, html
    return found[1]


async def press(browser: Browser, path: str, fields: dict[str, str], by: str) -> tuple[int, dict[str, Any]]:
    headers = {"X-Pressed-By": by, "Origin": browser.url, "Sec-Fetch-Site": "same-origin"}
    async with browser.client.post(
        browser.url + path, data=fields, headers=headers, allow_redirects=False
    ) as answer:
        assert answer.content_type == "application/json"
        return answer.status, await answer.json()


async def test_a_press_that_comes_twice_is_carried_out_once(ada: Browser) -> None:
    """Also where it was undone in between, a week later, and by the page and the worker at once."""
    habit = await ada.site.habit("gym")
    page = (await ada.get("/")).page
    fields, by = page.form("Gym: done").fields, who(page.html)
    await ada.send(page.form("Gym: done"))
    assert len(await ada.site.logs(habit)) == 1
    await ada.press("/", "Gym: undo")
    assert await ada.site.logs(habit) == []

    ada.site.clock.advance(86_400 * 6)
    answers = await asyncio.gather(*(press(ada, TICK, fields, by) for _ in range(3)))
    assert {status for status, _ in answers} == {200}
    assert all("Gym is done" in said["text"] for _, said in answers)
    assert await ada.site.logs(habit) == []


async def test_it_counts_for_the_day_that_the_page_showed(ada: Browser) -> None:
    habit = await ada.site.habit("gym")
    page = (await ada.get("/")).page
    fields, by = page.form("Gym: done").fields, who(page.html)
    ada.site.clock.advance(86_400 * 2)
    status, said = await press(ada, TICK, fields, by)
    assert (status, [f"{one.day}" for one in await ada.site.logs(habit)]) == (200, [fields["day"]]), said


async def test_it_is_never_done_for_somebody_else(ada: Browser) -> None:
    habit = await ada.site.habit("gym")
    page = (await ada.get("/")).page
    fields, by = page.form("Gym: done").fields, who(page.html)
    bob = await ada.site.services.accounts.register(parse_identity("local:bob"))
    async with another(ada) as theirs:
        status, said = await press(theirs, TICK, fields, by)
        assert (status, said["code"]) == (401, "not_signed_in")
        await theirs.sign_in(bob)
        status, said = await press(theirs, TICK, fields, by)
        assert (status, said["code"]) == (409, "other_person")
        assert who((await theirs.get("/")).page.html) != by
    assert await ada.site.logs(habit) == []
    assert (await press(ada, TICK, fields, by))[0] == 200, "it waited for her"
    assert len(await ada.site.logs(habit)) == 1


async def test_what_is_refused_says_why_and_can_be_sent_again(ada: Browser) -> None:
    habit = await ada.site.habit("gym")
    by = who((await ada.get("/habits")).page.html)
    path, fields = f"/habits/{habit.id}/done", {"day": "some day", "_once": "abc0"}
    status, said = await press(ada, path, fields, by)
    assert (status, "some day" in said["text"]) == (422, True)
    status, said = await press(ada, path, {**fields, "day": ""}, by)
    assert status == 200, said
    status, said = await press(ada, path, {**fields, "day": "yesterday"}, by)
    assert (status, said["code"]) == (422, "idempotency_key_reused")


async def test_it_has_to_come_from_a_page_of_ours(ada: Browser) -> None:
    habit = await ada.site.habit("gym")
    fields = (await ada.get("/")).page.form("Gym: done").fields
    by = who((await ada.get("/")).page.html)
    headers = {"X-Pressed-By": by, "Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
    async with ada.client.post(ada.url + TICK, data=fields, headers=headers) as answer:
        assert (answer.status, (await answer.json())["code"]) == (403, "foreign_form")
    assert await ada.site.logs(habit) == []
