"""All tours but those of servers, and where they begin."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from tests.bot.web.pages.browsing import Browser, browsing
from tests.bot.web.pages.group_tours import GROUP_TOURS
from tests.bot.web.pages.life_tours import LIFE_TOURS
from tests.bot.web.pages.own_tours import OWN_TOURS, RUNS_IT
from tests.bot.web.pages.social_tours import SOCIAL_TOURS
from tests.bot.web.pages.tours import TOURS
from tests.bot.web.pages.world import World
from tests.fakes.clock import HandClock
from tracker.store.table import Table

EVERY = (*TOURS, *LIFE_TOURS, *SOCIAL_TOURS, *OWN_TOURS, *GROUP_TOURS)

PUBLIC = "http://quests.example.org"
"""Where letters lead."""


@asynccontextmanager
async def beginning(table: Table, clock: HandClock, folder: Path) -> AsyncGenerator[Browser]:
    """In front of the login."""
    async with (
        World.running(clock) as world,
        browsing(
            table, clock, more=world.settings(folder), operators=(RUNS_IT,), public_url=PUBLIC
        ) as browser,
    ):
        yield replace(browser, world=world)
