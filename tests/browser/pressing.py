"""Chromium without scripts, in the place of the browser that tours are walked with."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.async_api import Page as Tab
from playwright.async_api import Request, Response

from tests.bot.web.pages.browsing import Browser, Got
from tests.bot.web.pages.kinds import kind_of
from tests.bot.web.pages.page import Page
from tracker.accounts.model import User

FILL = """([wanted, typed]) => {
  const labels = (form) => [...form.querySelectorAll("button")].map((one) => one.textContent.trim());
  const form = [...document.forms].find((one) => labels(one).some((label) => label.includes(wanted)));
  if (!form) return `no button ${wanted} among ${[...document.forms].flatMap(labels)}`;
  for (let one = form; one = one.parentElement.closest("details");) one.open = true;
  for (const [name, text] of Object.entries(typed)) {
    const one = form.elements[name];
    one?.closest("details")?.setAttribute("open", "");
    if (!one?.checkVisibility()) return `no field ${name}`;
    const choice = [...(one.options ?? [])].find((option) => [option.value, option.label].includes(text));
    if (one.type === "checkbox") one.checked = true;
    else one.value = choice ? choice.value : text;
    if (one.value !== (choice ? choice.value : text)) return `${name} does not take ${text}`;
  }
  form.id = "pressed";
  return "";
}"""
"""What somebody does with a form, or why they cannot: there are only fields and buttons that they see. At
once, because each word to the browser costs more than it does."""


@dataclass
class RealBrowser(Browser):
    tab: Tab = field(kw_only=True)
    pressed: set[str] = field(kw_only=True)
    """The kinds of forms that did what they say."""
    _is_answer: bool = False
    """Whether what is open came by a POST, and so stands under no address."""

    async def get(self, path: str, **headers: str) -> Got:
        """Only what a person can say: an address."""
        assert not headers
        return await self._got(await self.tab.goto(self.url + path, wait_until="domcontentloaded"))

    async def press(self, path: str, button: str, **typed: str) -> Got:
        if path and (self._is_answer or self.tab.url != self.url + path):
            await self.get(path)
        trouble = await self.tab.evaluate(FILL, [button, typed])
        assert trouble == "", (self.tab.url, trouble)
        async with self.tab.expect_navigation(wait_until="domcontentloaded") as leads:
            await self.tab.locator("#pressed button").first.click()
        answer = await leads.value
        sent = _first(answer.request)
        if answer.ok and sent.method == "POST":
            self.pressed.add(kind_of(urlsplit(sent.url).path))
        got = await self._got(answer)
        self.shown = got.page
        return got

    async def _got(self, answer: Response | None) -> Got:
        assert answer is not None, self.tab.url
        self._is_answer = answer.request.method == "POST"
        path = urlsplit(self.tab.url).path
        return Got(answer.status, Page(await self.tab.content()), answer.headers, path)

    async def sign_in(self, user: User | None = None) -> Got:
        link = await self.site.services.sessions.new_link((user or self.site.ada).id, "discord")
        return await self.press(f"{self.root}/login?link={link.secret}", "Sign in")


def _first(request: Request) -> Request:
    """The one from which others led on."""
    while (before := request.redirected_from) is not None:
        request = before
    return request
