"""Rewards that people set: what they cost, when they are free, and that nobody gets one twice."""

import asyncio
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fakes.clock import HandClock
from tracker.accounts.identity import parse_identity
from tracker.accounts.model import User
from tracker.accounts.service import Accounts
from tracker.notify import outbox
from tracker.rewards.model import EntryType, Wallet
from tracker.rewards.shop.easing import LOCK, changed_terms, now_holding
from tracker.rewards.shop.errors import (
    BadReward,
    CoolingDown,
    DayLimit,
    NoSuchReward,
    NotEnoughCoins,
    NothingRedeemed,
    OutOfStock,
    RewardArchived,
    RewardUnchanged,
)
from tracker.rewards.shop.messages import REDEEMED
from tracker.rewards.shop.model import Reward, RewardStatus, Terms
from tracker.rewards.shop.service import Rewards
from tracker.rewards.wallet import newest_entries, wallet_of
from tracker.store.entity import to_item
from tracker.store.keys import WalletKey
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Table

HOUR = 3600.0
DAY = 24 * HOUR


class Buyer:
    """Somebody with coins."""

    def __init__(self, table: Table, clock: HandClock) -> None:
        names = count(1)
        self.table, self.clock = table, clock
        self.rewards = Rewards(table, clock, lambda: f"reward{next(names)}")
        self.user = User(id="", created_at=clock())

    async def settle(self, coins: int = 100, name: str = "ada") -> "Buyer":
        accounts = Accounts(self.table, self.clock, lambda: f"person-{name}")
        self.user = await accounts.get_or_register(parse_identity(f"local:{name}"))
        await self.has(coins)
        return self

    async def has(self, coins: int) -> None:
        wallet = await wallet_of(self.table, self.user.id)
        given = wallet.model_copy(update={"coins": coins, "points": 500, "changes": wallet.changes + 1})
        await self.table.put(to_item(given, WalletKey(self.user.id)))

    async def add(self, title: str = "Coffee", cost: int = 50, **fields: object) -> Reward:
        return await self.rewards.add(self.user.id, title, {"point_cost": cost, **fields})

    async def wallet(self) -> Wallet:
        return await wallet_of(self.table, self.user.id)


@pytest.fixture
async def buyer(sqlite_table: SqliteTable, clock: HandClock) -> Buyer:
    return await Buyer(sqlite_table, clock).settle()


@pytest.fixture
async def everywhere(table: Table, clock: HandClock) -> Buyer:
    """On both engines in turn."""
    return await Buyer(table, clock).settle()


async def test_redeeming_takes_coins_and_leaves_points(buyer: Buyer) -> None:
    coffee = await buyer.add()

    done = await buyer.rewards.redeem(buyer.user, coffee.id)

    wallet = await buyer.wallet()
    assert (done.coins, wallet.coins, wallet.spent, wallet.points) == (50, 50, 50, 500)
    [line] = await newest_entries(buyer.table, buyer.user.id, None)
    assert (line.entry_type, line.coins, line.points, line.reason) == (EntryType.SPENT, -50, 0, "Coffee")
    assert line.reward_id == coffee.id


async def test_of_eight_devices_with_coins_for_one_one_gets_it(everywhere: Buyer) -> None:
    await everywhere.has(50)
    coffee = await everywhere.add()

    found = await asyncio.gather(
        *(everywhere.rewards.redeem(everywhere.user, coffee.id, f"press {n}") for n in range(8)),
        return_exceptions=True,
    )

    assert sum(not isinstance(one, BaseException) for one in found) == 1
    assert all(isinstance(one, NotEnoughCoins) for one in found if isinstance(one, BaseException))
    wallet = await everywhere.wallet()
    assert (wallet.coins, wallet.spent) == (0, 50)
    assert len(await newest_entries(everywhere.table, everywhere.user.id, None)) == 1


async def test_what_is_delivered_twice_is_redeemed_once(buyer: Buyer) -> None:
    coffee = await buyer.add()
    first = await buyer.rewards.redeem(buyer.user, coffee.id, "interaction 7")
    buyer.clock.advance(60)

    again = await buyer.rewards.redeem(buyer.user, coffee.id, "interaction 7")

    assert again.again
    assert again.redemption == first.redemption
    assert (await buyer.wallet()).coins == 50


async def test_too_few_coins_are_said_with_how_many_are_missing(buyer: Buyer) -> None:
    dinner = await buyer.add("Dinner", 300)

    with pytest.raises(NotEnoughCoins, match=r"costs 300 coins, and you have 100. You need 200 more"):
        await buyer.rewards.redeem(buyer.user, dinner.id)


async def test_coins_below_nothing_are_earned_first(buyer: Buyer) -> None:
    sweet = await buyer.add("Sweet", 1)
    await buyer.has(-5)

    with pytest.raises(NotEnoughCoins, match="You need 6 more"):
        await buyer.rewards.redeem(buyer.user, sweet.id)


async def test_a_cooldown_says_when_it_ends(buyer: Buyer) -> None:
    coffee = await buyer.add(cooldown_hours=3, cost=10)
    await buyer.rewards.redeem(buyer.user, coffee.id)

    with pytest.raises(CoolingDown, match="free again at 03:00"):
        await buyer.rewards.redeem(buyer.user, coffee.id)
    buyer.clock.advance(3 * HOUR)
    assert await buyer.rewards.redeem(buyer.user, coffee.id)


async def test_the_day_of_a_limit_is_the_persons(sqlite_table: SqliteTable, clock: HandClock) -> None:
    buyer = await Buyer(sqlite_table, clock).settle()
    accounts = Accounts(sqlite_table, clock, lambda: "")
    buyer.user = await accounts.change_settings(
        buyer.user.id, {"timezone": "Pacific/Auckland", "day_start": "04:00"}
    )
    coffee = await buyer.add(max_redemptions_per_day=1, cost=10)
    await buyer.rewards.redeem(buyer.user, coffee.id)  # 13:00 in Auckland

    clock.advance(14 * HOUR)  # 03:00 there, which still is that day
    with pytest.raises(DayLimit, match=r"once today, which is its limit. It is free again at 04:00"):
        await buyer.rewards.redeem(buyer.user, coffee.id)
    clock.advance(HOUR)
    assert await buyer.rewards.redeem(buyer.user, coffee.id)


async def test_a_stock_runs_out(buyer: Buyer) -> None:
    last = await buyer.add(stock=1, cost=10)
    done = await buyer.rewards.redeem(buyer.user, last.id)

    assert done.reward.stock == 0
    with pytest.raises(OutOfStock):
        await buyer.rewards.redeem(buyer.user, last.id)


async def test_undo_restores_everything_exactly_and_once(everywhere: Buyer) -> None:
    coffee = await everywhere.add(stock=3, cooldown_hours=1, max_redemptions_per_day=2)
    done = await everywhere.rewards.redeem(everywhere.user, coffee.id)

    back = await everywhere.rewards.undo(everywhere.user)

    wallet = await everywhere.wallet()
    assert (wallet.coins, wallet.spent) == (100, 0)
    as_before = done.reward.model_copy(
        update={"stock": 3, "last_redeemed_at": None, "redeemed_times": 0, "redemptions": 0, "undoable": ()}
    )
    assert back.reward == as_before.model_copy(update={"revision": 3})
    with pytest.raises(NothingRedeemed):
        await everywhere.rewards.undo(everywhere.user)
    assert await everywhere.rewards.redeem(everywhere.user, coffee.id), "neither cooldown nor limit is left"


async def test_undo_is_possible_until_the_end_of_the_next_day(buyer: Buyer) -> None:
    coffee = await buyer.add()
    await buyer.rewards.redeem(buyer.user, coffee.id)

    buyer.clock.advance(2 * DAY - 1)
    await buyer.rewards.undo(buyer.user, coffee.id)
    await buyer.rewards.redeem(buyer.user, coffee.id)
    buyer.clock.advance(DAY + 1)
    with pytest.raises(NothingRedeemed, match="until the end of the next day"):
        await buyer.rewards.undo(buyer.user, coffee.id)


async def test_a_locked_reward_becomes_easier_only_after_a_week(buyer: Buyer) -> None:
    coffee = await buyer.add(is_locked=True, max_redemptions_per_day=1)

    cheaper = await buyer.rewards.edit(buyer.user.id, coffee.id, {"point_cost": 10})

    assert (cheaper.point_cost, cheaper.later and cheaper.later.terms.point_cost) == (50, 10)
    buyer.clock.advance(LOCK.total_seconds())
    done = await buyer.rewards.redeem(buyer.user, coffee.id)
    assert done.redemption.cost == 10
    assert done.reward.later is None


async def test_what_was_redeemed_does_not_come_back_with_terms_that_hold_later(buyer: Buyer) -> None:
    sweet = await buyer.add("Sweet", 10, is_locked=True, stock=3)
    await buyer.rewards.edit(buyer.user.id, sweet.id, {"point_cost": 5})
    await buyer.rewards.redeem(buyer.user, sweet.id)
    await buyer.rewards.redeem(buyer.user, sweet.id)
    await buyer.rewards.undo(buyer.user)

    buyer.clock.advance(LOCK.total_seconds())

    [later] = await buyer.rewards.list(buyer.user.id)
    assert (later.point_cost, later.stock) == (5, 2)


async def test_a_locked_reward_becomes_harder_at_once(buyer: Buyer) -> None:
    coffee = await buyer.add(is_locked=True)

    dearer = await buyer.rewards.edit(buyer.user.id, coffee.id, {"point_cost": 90, "cooldown_hours": 5})

    assert (dearer.point_cost, dearer.cooldown_hours, dearer.later) == (90, 5, None)


limits = st.none() | st.integers(1, 20)
terms = st.builds(
    Terms,
    point_cost=st.integers(1, 20),
    cooldown_hours=limits,
    max_redemptions_per_day=limits,
    stock=st.none() | st.integers(0, 20),
    is_locked=st.just(value=True),
)


@given(before=terms, wanted=terms)
def test_no_change_of_a_locked_reward_makes_any_limit_easier_at_once(before: Terms, wanted: Terms) -> None:
    now = datetime(2027, 1, 1, tzinfo=UTC)
    reward = Reward(id="r", user="u", title="R", created_at=now, **dict(before))

    after = changed_terms(reward, wanted, now)

    infinite = 10**6
    assert after.point_cost >= before.point_cost
    assert (after.cooldown_hours or 0) >= (before.cooldown_hours or 0)
    for name in ("max_redemptions_per_day", "stock"):
        was, is_ = getattr(before, name), getattr(after, name)
        assert (infinite if is_ is None else is_) <= (infinite if was is None else was)
    assert now_holding(after, now + LOCK).terms == wanted
    assert now_holding(after, now + LOCK - timedelta(seconds=1)).terms == after.terms


async def test_an_automated_reward_is_told_to_a_webhook_of_ones_own_once(buyer: Buyer) -> None:
    lamp = await buyer.add(
        "Lamp", is_automated=True, automation_channel="webhook.home", automation_instructions="light on"
    )
    await buyer.rewards.redeem(buyer.user, lamp.id, "press 1")
    await buyer.rewards.redeem(buyer.user, lamp.id, "press 1")

    [told] = await outbox.history(buyer.table, buyer.user.id)
    assert (told.kind, told.preferred_channel, told.text) == (REDEEMED, "webhook.home", "light on")


@pytest.mark.parametrize(
    "fields",
    [
        {"title": " "},
        {"title": "x" * 61},
        {"title": "bell \x07"},
        {"cost": 0},
        {"cost": 10**7},
        {"cooldown_hours": 0},
        {"max_redemptions_per_day": 0},
        {"stock": -1},
        {"image_url": "javascript:alert(1)"},
        {"is_automated": True},
        {"description": "x" * 501},
    ],
)
async def test_what_makes_no_sense_is_refused(buyer: Buyer, fields: dict[str, object]) -> None:
    with pytest.raises(BadReward):
        await buyer.add(**fields)  # type: ignore[arg-type]


async def test_no_two_rewards_have_one_title(buyer: Buyer) -> None:
    await buyer.add("Coffee")

    with pytest.raises(BadReward, match="already"):
        await buyer.add("coffee")


async def test_one_that_is_put_away_is_neither_listed_nor_redeemed(buyer: Buyer) -> None:
    coffee = await buyer.add()
    await buyer.rewards.edit(buyer.user.id, coffee.id, {"status": RewardStatus.ARCHIVED})

    assert await buyer.rewards.list(buyer.user.id) == []
    with pytest.raises(RewardArchived):
        await buyer.rewards.redeem(buyer.user, coffee.id)


async def test_the_same_again_changes_nothing(buyer: Buyer) -> None:
    coffee = await buyer.add()

    with pytest.raises(RewardUnchanged):
        await buyer.rewards.edit(buyer.user.id, coffee.id, {"point_cost": 50})


async def test_a_removed_reward_leaves_what_was_spent(buyer: Buyer) -> None:
    coffee = await buyer.add()
    await buyer.rewards.redeem(buyer.user, coffee.id)

    await buyer.rewards.remove(buyer.user.id, coffee.id)

    assert (await buyer.wallet()).coins == 50
    with pytest.raises(NoSuchReward):
        await buyer.rewards.redeem(buyer.user, coffee.id)


async def test_nobody_redeems_or_sees_what_is_somebody_elses(buyer: Buyer) -> None:
    coffee = await buyer.add()
    eve = await Buyer(buyer.table, buyer.clock).settle(name="eve")

    assert await eve.rewards.list(eve.user.id, archived=True) == []
    with pytest.raises(NoSuchReward):
        await eve.rewards.redeem(eve.user, coffee.id)
    with pytest.raises(NoSuchReward):
        await eve.rewards.edit(eve.user.id, coffee.id, {"point_cost": 1})
    assert (await buyer.wallet()).coins == 100
