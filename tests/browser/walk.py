"""A walk through all pages by their links, one of each kind: of a hundred habits one is enough."""

from collections.abc import AsyncGenerator
from http import HTTPStatus
from urllib.parse import urlsplit

from playwright.async_api import Page

from tests.bot.web.pages.kinds import FILES, kind_of

_STARTS = ("/", "/operator")
"""No link leads to the second: it is not there for others."""
_OF_THE_API = ("/api/docs", "/api/v1/openapi.json")
"""`test_api_docs.py` opens them."""
_MOST = 200
_LINKS = "all => all.map((one) => one.getAttribute('href'))"


async def walk(page: Page, url: str) -> AsyncGenerator[str]:
    """The kind of each page, once it is open. What is but a picture or a file is left out."""
    waiting, known, opened = [*_STARTS], {*_STARTS}, {*FILES, *_OF_THE_API}
    while waiting:
        kind = kind_of(path := waiting.pop(0))
        if kind in opened or not await _open(page, url, path):
            continue
        opened.add(kind)
        assert len(opened) <= _MOST, f"more than {_MOST} kinds of pages: {sorted(opened)}"
        links = await page.eval_on_selector_all("a[href^='/']", _LINKS)
        yield kind
        for link in links:
            if link not in known and kind_of(link) not in opened and "_picture=" not in link:
                known.add(link)
                waiting.append(link)


async def _open(page: Page, url: str, path: str) -> bool:
    """Whether it is there. What it showed may have gone since; another link may lead to one of its kind."""
    answer = await page.goto(url + path)
    assert answer is not None, path
    if answer.status == HTTPStatus.NOT_FOUND:
        return False
    assert answer.ok, f"{path} answers {answer.status}"
    assert urlsplit(page.url).path != "/login", f"{path} is open to nobody any more"
    return True
