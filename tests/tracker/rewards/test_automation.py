"""An automated reward: whoever redeems it sets something going, by a signed webhook of their own."""

from tests.fakes.clock import HandClock
from tests.world import MINUTES, World
from tracker.ids import ulids
from tracker.notify.channels import Channels
from tracker.rewards.model import Wallet
from tracker.rewards.shop.service import Rewards
from tracker.store.entity import to_item
from tracker.store.keys import WalletKey
from tracker.store.sqlite import SqliteTable


async def test_its_webhook_hears_of_it_once_also_when_it_was_down_and_in_quiet_hours(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    """The receiver takes only what is signed with the secret of its own address."""
    async with World.of(sqlite_table, clock) as world:
        ada = await world.person(quiet_hours="00:00-23:59")
        home = f"{world.webhook.url}?home"
        await Channels(sqlite_table, clock).add(ada.id, "webhook.home", home)
        await sqlite_table.put(to_item(Wallet(points=100, coins=100), WalletKey(ada.id)))
        rewards = Rewards(sqlite_table, clock, ulids(clock))
        said = {"automation_channel": "webhook.home", "automation_instructions": "light on"}
        lamp = await rewards.add(ada.id, "Lamp", {"point_cost": 10, "is_automated": True, **said})
        world.webhook.answers = [(503, {})]

        for _ in range(2):
            await rewards.redeem(ada, lamp.id, "one press")
        await world.pass_time(30 * MINUTES)

    [told] = world.webhook.taken.values()
    assert [*world.webhook.asked.values()] == ["home"]
    assert len(world.webhook.keys) == 2, "the first attempt was turned away"
    assert len({*world.webhook.keys}) == 1
    [message] = told["messages"]
    assert (message["kind"], message["text"]) == ("redeemed", "light on")
    assert message["facts"]["cost"] == 10
