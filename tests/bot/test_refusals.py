"""What is refused is counted once, in the place of each front end that answers it."""

from prometheus_client import CollectorRegistry

from tests.bot.slash.bot_world import BotWorld
from tests.bot.sms.conftest import texting
from tests.bot.web.api_site import api_site
from tests.fakes.clock import HandClock
from tracker.store.sqlite import SqliteTable


def counted(registry: CollectorRegistry) -> dict[tuple[str, str], float]:
    return {
        (sample.labels["front_end"], sample.labels["code"]): sample.value
        for family in registry.collect()
        for sample in family.samples
        if sample.name == "questlog_refusals_total"
    }


async def test_on_discord(sqlite_table: SqliteTable, clock: HandClock) -> None:
    async with BotWorld.on_discord(sqlite_table, clock) as world:
        ada = world.discord.user("ada")
        await ada.slash("habit done", habit="gym")
        await ada.slash("habit done", habit="gym")
        await ada.slash("announce on")
        await ada.slash("points")

        assert counted(world.registry) == {("discord", "no_such_habit"): 2, ("discord", "not_on_server"): 1}


async def test_by_sms(sqlite_table: SqliteTable, clock: HandClock) -> None:
    async with texting(sqlite_table, clock) as world:
        await world.owner()
        await world.phone().says("done gym")
        await world.phone().says("points")

        assert counted(world.registry) == {("sms", "no_such_habit"): 1}


async def test_over_http(sqlite_table: SqliteTable, clock: HandClock) -> None:
    async with api_site(sqlite_table, clock) as site:
        await site.tells("gym")
        await site.asks("GET", "/api/habits")
        await site.gets("/api/points")

        assert counted(site.registry) == {("api", "no_such_habit"): 1, ("api", "no_token"): 1}
