"""A day in a browser: ticked by a tap or by keys, by two at once, and at the terminal; on both engines."""

import pytest
from playwright.async_api import Browser, expect

from tests.browser.site import Site, shows, tap
from tests.browser.watching import watched

pytestmark = pytest.mark.asyncio(loop_scope="session")

DEAF = "window.EventSource = class extends EventTarget {}"
"""A page that does not hear what happens elsewhere, as without a network."""
COMES_TO_REST = """() => document.dispatchEvent(new CustomEvent("htmx:afterSettle", {
  detail: { requestConfig: { verb: "get", headers: {} }, target: document.getElementById("page") } }))"""
"""What htmx says some time after a page was put in place."""


@pytest.mark.both_engines
async def test_two_browsers_and_a_terminal_see_one_day(browser: Browser, day: Site) -> None:
    for words in ("gym every day", "read every day", "piano every day"):
        await day.types("habit", "add", words)
    async with watched(browser) as (desk, _), watched(browser) as (pocket, _):
        await pocket.add_init_script(DEAF)
        here, phone = await day.signed_in(desk), await day.signed_in(pocket)
        async with here.expect_response("**/following"):  # from then on it hears what happens
            await here.reload()
        await here.evaluate("window.isTheSame = true")
        await tap(here, "Gym")
        await shows(here, "Gym", done=True)
        await expect(here.locator("#said")).to_contain_text("Gym")
        assert (await day.types("habit", "show", "gym"))["habit"]["streak"]["current"] == 1

        await tap(phone, "Gym")  # it still shows it as to do: a day is done once
        await shows(phone, "Gym", done=True)
        await day.types("habit", "done", "read")
        await shows(here, "Read", done=True)
        await phone.reload()
        await shows(phone, "Read", done=True)
        await tap(phone, "Read")
        await shows(phone, "Read", done=False)
        await shows(here, "Read", done=False)
        assert await here.evaluate("window.isTheSame"), "it was loaded again"

        await here.reload()
        await shows(here, "Gym", done=True)
        await shows(here, "Read", done=False)
        await shows(here, "Piano", done=False)


async def test_by_keys_alone(browser: Browser, day: Site) -> None:
    async with watched(browser) as (context, _):
        page = await day.signed_in(context)
        keys = page.keyboard
        await keys.press("Tab")
        await expect(page.locator(".skip")).to_be_focused()
        await keys.press("Enter")

        await keys.type("gh")  # at once: whoever waits between the two has to begin anew
        await expect(page).to_have_url(f"{day.url}/habits")
        await keys.press("n")
        await expect(page.locator("h1")).to_have_text("A new habit")
        await page.get_by_label("In your own words").focus()
        await keys.type("gym 3x a week")
        await expect(page.locator("#preview")).to_contain_text("3 times a week")
        await keys.press("Enter")
        await expect(page.locator("h1")).to_contain_text("Gym")

        await keys.type("gt")
        await expect(page.locator("h1")).to_contain_text("Today")
        await keys.press("j")
        await keys.press("x")
        await shows(page, "Gym", done=True)
        await keys.press("?")
        await expect(page.get_by_role("dialog")).to_be_visible()
        await expect(page.get_by_role("heading", name="Keys")).to_be_in_viewport()
        await keys.press("Escape")
        await expect(page.get_by_role("dialog")).to_be_hidden()


async def test_a_page_that_comes_to_rest_leaves_everybody_where_they_are(browser: Browser, day: Site) -> None:
    """On a slow machine somebody types or moves before it does, and the rest must not go elsewhere."""
    async with watched(browser) as (context, _):
        page = await day.signed_in(context)
        await page.goto(f"{day.url}/habits/new")
        words = page.get_by_label("In your own words")
        await words.focus()
        await page.evaluate(COMES_TO_REST)
        await expect(words).to_be_focused()
        await page.evaluate("document.activeElement.blur()")
        await page.evaluate(COMES_TO_REST)
        await expect(page.locator("main")).to_be_focused()


async def test_a_chart_is_as_wide_as_the_phone_and_says_what_it_shows(browser: Browser, day: Site) -> None:
    habit = (await day.types("habit", "add", "gym every day"))["habit"]["id"]
    await day.types("habit", "done", "gym", "--day", "yesterday")
    async with watched(browser, viewport={"width": 320, "height": 640}) as (context, _):
        page = await day.signed_in(context)
        await page.goto(f"{day.url}/habits/{habit}")
        chart = page.locator("img").first
        await expect(chart).to_have_js_property("complete", True)  # noqa: FBT003 - of the browser
        assert await chart.evaluate("one => one.naturalWidth") > 0
        assert await chart.get_attribute("alt")
        assert await page.evaluate("document.documentElement.scrollWidth") == 320


async def test_a_link_is_good_once_and_who_signs_out_is_out(browser: Browser, day: Site) -> None:
    link = (await day.types("web"))["url"]
    address = day.url + link[link.index("/login") :]
    async with watched(browser) as (mine, _), watched(browser) as (other, trouble):
        page, late = await mine.new_page(), await other.new_page()
        await page.goto(address)
        await late.goto(address)
        await page.get_by_role("button", name="Sign in").click()
        await expect(page.locator("h1")).to_contain_text("today")
        await late.get_by_role("button", name="Sign in").click()
        await expect(late.get_by_role("alert")).to_contain_text("used already")
        trouble.expect("/login: 409")
        trouble.expect("409 (Conflict)")

        await page.goto(f"{day.url}/menu")
        await page.get_by_role("button", name="Sign out on this device").click()
        await expect(page.locator("h1")).to_have_text("Sign in")
        await page.goto(f"{day.url}/habits")
        await expect(page.locator("h1")).to_have_text("Sign in")
