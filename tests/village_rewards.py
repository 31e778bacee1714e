"""What somebody in the village treats themselves to."""

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.rewards.shop.service import Rewards
from tracker.rewards.wallet import wallet_of
from tracker.store.table import Table


async def begin_rewards(table: Table, clock: Clock, user: User) -> None:
    """One that can be had, and is, and one that is locked and about to become cheaper."""
    names = iter(("sweet", "evening"))
    rewards = Rewards(table, clock, lambda: next(names))
    assert (await wallet_of(table, user.id)).coins > 0
    sweet = {
        "point_cost": 1,
        "description": "From the tin",
        "category": "treat",
        "icon": "\N{CANDY}",
        "image_url": "https://example.org/sweet.png",
        "cooldown_hours": 2,
        "max_redemptions_per_day": 3,
        "stock": 10,
        "is_automated": True,
        "automation_channel": "webhook",
        "automation_instructions": "open the tin",
    }
    made = await rewards.add(user.id, "Sweet", sweet)
    await rewards.redeem(user, made.id, "press-1")
    evening = await rewards.add(user.id, "Evening off", {"point_cost": 300, "is_locked": True})
    await rewards.edit(user.id, evening.id, {"point_cost": 200})
