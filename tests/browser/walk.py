"""A walk through all pages by their links, one of each kind: of a hundred habits one is enough."""

from collections.abc import AsyncGenerator

from playwright.async_api import Page

from tests.bot.web.pages.kinds import FILES, kind_of

_STARTS = ("/", "/operator")
"""No link leads to the second: it is not there for others."""
_MOST = 200
_LINKS = "all => all.map((one) => one.getAttribute('href'))"


async def walk(page: Page, url: str) -> AsyncGenerator[str]:
    """The kind of each page, once it is open. What is but a picture or a file is left out."""
    waiting, seen = [*_STARTS], {*_STARTS, *FILES}
    for _ in range(_MOST):
        if not waiting:
            return
        answer = await page.goto(url + (path := waiting.pop(0)))
        if answer is None or not answer.ok:  # it went while others were looked at
            continue
        links = await page.eval_on_selector_all("a[href^='/']", _LINKS)
        yield kind_of(path)
        for link in links:
            if (kind := kind_of(link)) not in seen and "_picture=" not in link:
                seen.add(kind)
                waiting.append(link)
    raise AssertionError(f"more than {_MOST} kinds of pages: {sorted(seen)}")
