"""A page of the browser that hears all that goes wrong in it: nothing may."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response

from tests.patience import PATIENCE

_REPORT = """
document.addEventListener("securitypolicyviolation", (event) => {
  console.error(`forbidden by ${event.violatedDirective}: ${event.blockedURI}`);
});
"""
_BROKEN = 400


class Trouble(list[str]):
    """What went wrong, in the order in which it did."""

    def expect(self, part: str) -> None:
        """One that has to be there, such as the answer to what is refused; it counts no more."""
        found = [one for one in self if part in one]
        assert found, f"no {part!r} in {self}"
        for one in found:
            self.remove(one)

    def watch(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.append(f"script: {error}"))
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.append(f"console: {message.text}")

    def _failed(self, request: Request) -> None:
        """A page that is left ends what it still waits for; that is no trouble."""
        if request.failure != "net::ERR_ABORTED":
            self.append(f"{request.method} {request.url}: {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= _BROKEN:
            self.append(f"{response.request.method} {response.url}: {response.status}")


@asynccontextmanager
async def watched(browser: Browser, **options: Any) -> AsyncGenerator[tuple[BrowserContext, Trouble]]:  # noqa: ANN401 - of the browser
    """A browser of somebody's own, with no cookie, in which no page may have had any trouble at the end."""
    context, trouble = await browser.new_context(**options), Trouble()
    context.set_default_timeout(PATIENCE * 1000)
    context.on("page", trouble.watch)
    await context.add_init_script(_REPORT)
    try:
        yield context, trouble
        assert trouble == [], trouble  # of this module pytest shows no values
    finally:
        await context.close()
