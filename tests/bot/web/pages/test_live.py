"""Pages that are open: they hear what happens elsewhere, and load only what is not still the same."""

import asyncio

from tests.bot.web.pages.browsing import Browser, another
from tests.patience import PATIENCE


def mark_of(html: str) -> str:
    return html.partition('data-mark="')[2].partition('"')[0]


async def test_a_page_that_is_still_the_same_is_not_sent_again(ada: Browser) -> None:
    await ada.site.habit("gym")
    mark = mark_of((await ada.get("/")).page.html)
    asked = {"HX-Request": "true", "X-Seen": mark}
    assert (await ada.ask("GET", "/", headers=asked)).status == 204

    ticked = await ada.press("/", "Gym: done")
    assert "Gym is done" in ticked.page.text, "it is said once"
    changed = await ada.ask("GET", "/", headers=asked)
    assert changed.status == 200
    assert mark_of(changed.page.html) == mark_of(ticked.page.html), "what is said once is no change"
    assert len(changed.page.html) < 15_000


async def test_what_happens_elsewhere_is_heard_by_a_page_that_is_open(ada: Browser) -> None:
    habit = await ada.site.habit("gym")
    async with asyncio.timeout(PATIENCE), ada.client.get(f"{ada.url}/following") as stream:
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        assert (await stream.content.readline()).startswith(b"retry")
        async with another(ada) as phone:
            await phone.sign_in()
            await phone.post(f"/habits/{habit.id}/done")
        while not (line := await stream.content.readline()).startswith(b"event:"):
            pass
        assert line == b"event: habit\n"


async def test_a_stranger_hears_nothing(browser: Browser) -> None:
    assert (await browser.ask("GET", "/following")).leads_to == "/login?next=/following"
