"""What holds for every page: it fits a narrow phone, shuts nobody out, and works without scripts."""

import re
import shlex
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page

from tests.bot.web.pages.kinds import ACTS, FILES, PAGES, kind_of
from tests.browser.site import THINGS, Site, offer_coffee
from tests.browser.walk import walk
from tests.browser.watching import watched
from tests.fakes.json_site import JsonSite

pytestmark = pytest.mark.asyncio(loop_scope="session")

AXE = Path(__file__).parents[2] / ".cache" / "browser" / "axe" / "axe.min.js"
NARROW: Any = {"width": 320, "height": 640}
WEIGHTY = {"serious", "critical"}
ACTIONS = "all => all.map((one) => one.getAttribute('action'))"
PARTS = """() => [...new Set([...document.querySelectorAll("body *")].map(
  (one) => one.closest("svg") ? "svg" : `${one.tagName}.${one.className}`))]"""
"""Each kind of element that is on a page, as styles tell them apart."""
AT_LAST = re.compile("remove|archive|delete|reset|end|logout|leave|off|done|cancel|drop|solved|block|revoke")
"""What takes something away, or ends it, is pressed when all else was."""
SELDOM = re.compile(
    r"/assist/\{thread\}/(block|leave|report)|/blocked/|/rooms/\{room\}/(answer|block|remove|unbridge|shared/)"
    r"|/rooms/\{room\}/messages/\{message\}/(cheer|report)|/(challenges|groups)/\{\w+\}/join|/challenges/.*/check"
    r"|/leaderboard/leave|/offers/\{offer\}/leave"  # beside what others say and do
    r"|/tasks/\{task\}/(block|cancel|check|drop|skip)|/goals/\{goal\}/(link|unlink|tick|parts/edit)"
    r"|/rewards/\{reward\}/(redeem|undo)|/habits/\{habit\}/snooze|/insights/(hide|show-hidden)"
    r"|/logbook/(search/older|\{day\}/(edit|remove|undo))|/messages/\{message\}/"  # where it has come to that
    r"|/channels/browser|/sessions/\{session\}/end|/tokens/\{token\}/revoke"  # with other programs
)
"""Buttons that this person does not have. Tours press them without a browser (`tests/bot/web/pages/`)."""
TYPED = {"habit": "walk daily", "amount": "3", "first": "tomorrow", "last": "in 3 days", "day": "today"}
"""Into fields in which not everything is understood, by their names."""
FILL = """(form, typed) => {
  form.closest("details")?.setAttribute("open", "");
  for (const one of form.querySelectorAll("input[type=text], input:not([type]), textarea")) {
    const text = typed[one.name] ?? (one.required ? "Something 3" : "");
    if (text && !one.value && one.checkVisibility()) one.value = text;
  }
}"""
"""What somebody does with a form. At once, because each word to the browser costs more than it does."""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def full(site: Site) -> AsyncIterator[Site]:
    """Somebody who has things of most kinds."""
    for words in THINGS:
        await site.types(*shlex.split(words))
    await offer_coffee(site.folder)
    async with JsonSite.running() as numbers:
        await site.types("character", "add-number", "Steps", numbers.serve("/steps", 12))
        yield site


async def barriers(page: Page, *, all_rules: bool) -> list[str]:
    """What axe-core calls serious or critical; in other colours only the colours are new."""
    rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] if all_rules else ["color-contrast"]
    found = await page.evaluate(
        "(runOnly) => axe.run({ resultTypes: ['violations'], preload: false, runOnly })",
        {"type": "tag" if all_rules else "rule", "values": rules},
    )
    return [
        f"{one['id']}: {one['nodes'][0]['html']}" for one in found["violations"] if one["impact"] in WEIGHTY
    ]


async def dark_barriers(page: Page, known: set[str]) -> list[str]:
    """Nothing where each part of the page was looked at before."""
    parts = set(await page.evaluate(PARTS))
    if parts <= known:
        return []
    known |= parts
    await page.emulate_media(color_scheme="dark")
    found = await barriers(page, all_rules=False)
    await page.emulate_media(color_scheme="light")
    return found


async def test_it_fits_a_narrow_phone_and_shuts_nobody_out(browser: Browser, full: Site) -> None:
    """In light and in dark, with no word on the console. All that is wrong is said at once."""
    wrong: list[str] = []
    walked, in_dark = set[str](), set[str]()
    async with watched(browser, viewport=NARROW, reduced_motion="reduce") as (context, trouble):
        page = await full.signed_in(context)
        await context.add_init_script(path=AXE)
        async for kind in walk(page, full.url):
            walked.add(kind)
            wide = await page.evaluate("document.documentElement.scrollWidth")
            faults = [f"{wide} wide"] if wide > NARROW["width"] else []
            faults += await barriers(page, all_rules=True)
            faults += [f"in dark, {one}" for one in await dark_barriers(page, in_dark)]
            wrong += [f"{kind}: {one}" for one in (*faults, *trouble)]
            trouble.clear()
        for path in FILES:
            assert (await context.request.get(f"{full.url}{path}")).ok, path
    assert wrong == []
    assert PAGES - walked == set(), "no link leads there"


async def test_without_scripts_every_button_can_be_pressed(browser: Browser, full: Site) -> None:
    """Each kind once: it does what it says or says why not, and is never broken."""
    pressed = {"/logout"}
    async with watched(browser, java_script_enabled=False) as (context, trouble):
        page = await full.signed_in(context)
        later: list[str] = []
        async for _ in walk(page, full.url):
            here = page.url
            await press_all(page, here, pressed, is_last=False)
            if page.url == here and await forms_left(page, pressed):
                later.append(here)
        for here in sorted(later, key=is_farewell):
            await page.goto(here)
            if urlsplit(page.url).path == "/login":  # by what was pressed before
                await (await full.sign_in(page)).goto(here)
            await press_all(page, here, pressed, is_last=True)
        broken = [one for one in trouble if re.search(r": (429|5\d\d)|script", one)]
        assert broken == []
        trouble.clear()  # what was refused
    assert {one for one in ACTS - pressed if not SELDOM.match(one)} == set()


def is_farewell(path: str) -> int:
    """What signs the browser out is pressed late, and what leaves nobody to sign in is pressed last."""
    return 2 if "/account/" in path else 1 if "/sessions" in path else 0


async def press_all(page: Page, here: str, pressed: set[str], *, is_last: bool) -> None:
    """What a page only asks is asked once: it is not opened again, as nothing new can be on it."""
    while (form := await new_form(page, pressed, is_last=is_last)) is not None:
        only_asks = await page.locator("form[method=post]").evaluate_all(ACTIONS) == [urlsplit(here).path]
        await press(form)
        assert await page.locator("h1").inner_text(), f"{page.url} says nothing"
        if only_asks:
            return
        await page.goto(here)


async def forms_left(page: Page, pressed: set[str]) -> bool:
    actions = await page.locator("form[method=post]").evaluate_all(ACTIONS)
    return any(kind_of(action) not in pressed for action in actions)


async def new_form(page: Page, pressed: set[str], *, is_last: bool) -> Locator | None:
    """One of a kind that was not pressed yet; from now on it was."""
    forms = page.locator("form[method=post]")
    for index, action in enumerate(await forms.evaluate_all(ACTIONS)):
        kind = kind_of(action)
        if kind not in pressed and (is_last or not AT_LAST.search(kind)):
            pressed.add(kind)
            return forms.nth(index)
    return None


async def press(form: Locator) -> None:
    await form.evaluate(FILL, TYPED)
    await form.locator("button").first.click()
    await form.page.wait_for_load_state()
