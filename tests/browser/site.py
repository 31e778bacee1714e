"""A service that people reach by its address, and by commands typed in the folder of its store."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext, Page, expect

from tests.bot.cli.mother import mother
from tests.bot.service import environment
from tracker.accounts.identity import LOCAL_PERSON
from tracker.accounts.service import Accounts
from tracker.clock import system_clock
from tracker.ids import ulids
from tracker.offers.model import OfferKind
from tracker.offers.service import Offers
from tracker.servers.model import Announces
from tracker.servers.service import Servers
from tracker.store.sqlite import SqliteTable

THINGS = (
    "habit add 'gym 3x a week' --remind 18:00",
    "habit add 'read 20 pages daily'",
    "habit add 'no smoking'",
    "habit done gym --day yesterday",
    "task add 'call the bank tomorrow 5pm p1 30m'",
    "project add 'New flat'",
    "metric add weight --unit kg",
    "metric log weight 82.4 --at yesterday",
    "goal add 'weight 80 by 1 march'",
    "challenge create 'Go out' --counts habits",
    "challenge join 'Go out' --habit gym --as Ada",
    "channel add webhook https://hook.invalid/",
    "reward add 'Cinema' --cost 30",
    "goal add --title 'Get fit' --by '1 march'",
    "area add Health",
    "log add 'a good day'",
    "room create Gym --as Ada",
    "room check-in Gym --ask 'What will you do today?'",
    "room say Gym 'Off to run'",
    "assist ask 'How deep do I squat?'",
    "group add 'Clan June' '20 days each' --until 'in 4 weeks'",
    "group join 'clan june' --habit gym --as Ada",
    "share habit gym --yes",
)
"""Something of most kinds."""


async def offer_coffee(folder: Path) -> None:
    """On a server of the local person. Offers are made on Discord, so that there is no command for it."""
    table = await SqliteTable.open(folder / "questlog.db", system_clock)
    ids = ulids(system_clock)
    accounts = Accounts(table, system_clock, ids)
    servers, me = Servers(table, system_clock, accounts), await accounts.find(LOCAL_PERSON)
    assert me is not None
    server = await servers.announce(await servers.set_up(7, "Run Club"), Announces.REACHED)
    await servers.join(me, server)
    coffee = {"kind": OfferKind.COINS, "cost": 5, "ends": system_clock() + timedelta(days=7)}
    await Offers(table, system_clock, ids).create(server, "Coffee", coffee)
    await table.close()


@dataclass(frozen=True)
class Site:
    url: str
    folder: Path
    settings: Mapping[str, str] = field(default_factory=dict[str, str])

    async def types(self, *words: str) -> Any:  # noqa: ANN401 - any document
        """What `questlog WORDS --json` answers."""
        ended = await mother().run([*words, "--json"], self.folder, environment(**self.settings))
        assert ended.code == 0, ended
        return json.loads(ended.out) if ended.out else None

    async def signed_in(self, context: BrowserContext) -> Page:
        """A page of the day, in a browser that a link was opened in."""
        return await self.sign_in(await context.new_page())

    async def sign_in(self, page: Page) -> Page:
        link = (await self.types("web"))["url"]
        await page.goto(self.url + link[link.index("/login") :])
        await page.get_by_role("button", name="Sign in").click()
        await page.wait_for_url(f"{self.url}/")
        return page


async def shows(page: Page, habit: str, *, done: bool) -> None:
    tick = page.locator(".thing", has_text=habit).locator(".tick")
    await expect(tick).to_have_attribute("aria-pressed", "true" if done else "false")


async def tap(page: Page, habit: str) -> None:
    await page.locator(".thing", has_text=habit).locator(".tick").click()
