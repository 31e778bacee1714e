"""A token that Discord takes back while the service runs: its owner is told elsewhere."""

from tests.bot.slash.bot_world import BotWorld
from tests.fakes.clock import HandClock
from tests.fakes.discord import refusals as says
from tests.fakes.discord.faults import refused
from tests.fakes.discord.server import FakeDiscord
from tests.tracker.notify.notes import note
from tracker.notify import outbox
from tracker.store.sqlite import SqliteTable


async def test_an_owner_learns_by_another_channel_that_discord_refuses_the_bot(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    async with (
        FakeDiscord.running(clock) as discord,
        BotWorld.on_discord(sqlite_table, clock, discord=discord, owner_ids=[discord.owner.id]) as world,
    ):
        ada, boss = discord.user("ada"), discord.owner
        for user in (ada, boss):
            await user.slash("settings show")
        hers, his = await world.account_of(ada), await world.account_of(boss)
        assert hers
        assert his
        await world.client.services.channels.add(his.id, "webhook", f"{world.webhook.url}?boss")
        await outbox.enqueue(world.table, note(at=clock(), person=hers.id))
        discord.stay_wrong(refused(says.UNAUTHORIZED), on="POST /channels/")

        await world.context.dispatcher.run(hurry=True)
        await world.context.dispatcher.run()

    [alarm] = world.told(to="boss")
    assert (alarm["kind"], alarm["priority"]) == ("channel-stopped", "urgent")
    assert alarm["title"] == "Questlog stopped sending by discord"
    assert "discord.token" in alarm["text"]
    assert discord.token not in alarm["text"]
