"""Whether a reward can be redeemed now, and what redeeming and undoing make of it. Pure."""

from datetime import date, datetime, timedelta

from tracker.accounts.model import User
from tracker.days import day_begins, local_day
from tracker.rewards.shop.errors import (
    CoolingDown,
    DayLimit,
    NotEnoughCoins,
    NothingRedeemed,
    OutOfStock,
    RewardArchived,
)
from tracker.rewards.shop.model import REMEMBERED, Redemption, Reward, RewardStatus
from tracker.words import clock_text, count_of, day_text, people, weekday

_DAY = timedelta(days=1)


def check(reward: Reward, coins: int, user: User, now: datetime) -> None:
    """Raises what is in the way, with when it is not any more."""
    today = local_day(now, user.zone, user.day_start)
    if reward.status is RewardStatus.ARCHIVED:
        raise RewardArchived(f"{reward.title} is archived. Edit it to use it again.")
    if reward.stock == 0:
        raise OutOfStock(f"{reward.title} is used up. Edit its stock to have more of it.")
    if (most := reward.max_redemptions_per_day) is not None and reward.times_on(today) >= most:
        begins = day_begins(today + _DAY, user.zone, user.day_start)
        raise DayLimit(
            f"You redeemed {reward.title} {_times(most)} today, which is its limit."
            f" It is free again {_when(begins, user, now)}."
        )
    if (free := free_at(reward)) is not None and free > now:
        raise CoolingDown(f"{reward.title} is cooling down. It is free again {_when(free, user, now)}.")
    if coins < reward.point_cost:
        raise NotEnoughCoins(
            f"{reward.title} costs {count_of(reward.point_cost, 'coin')}, and you have {people(coins)}."
            f" You need {people(reward.point_cost - coins)} more."
        )


def free_at(reward: Reward) -> datetime | None:
    """When its cooldown ends; None where it has none, or was never redeemed."""
    if reward.cooldown_hours is None or reward.last_redeemed_at is None:
        return None
    return reward.last_redeemed_at + timedelta(hours=reward.cooldown_hours)


def redeemed(reward: Reward, redemption: str, today: date, now: datetime) -> Reward:
    done = Redemption(
        id=redemption, at=now, day=today, cost=reward.point_cost, before_at=reward.last_redeemed_at
    )
    return reward.model_copy(
        update={
            "last_redeemed_at": now,
            "redeemed_on": today,
            "redeemed_times": reward.times_on(today) + 1,
            "redemptions": reward.redemptions + 1,
            **_stocked(reward, -1),
            "undoable": (*reward.undoable, done)[-REMEMBERED:],
            "revision": reward.revision + 1,
        }
    )


def last_redemption(reward: Reward, today: date) -> Redemption:
    """What undo means. Raises NothingRedeemed."""
    if not reward.undoable:
        raise NothingRedeemed(f"You have not redeemed {reward.title} lately.")
    last = reward.undoable[-1]
    if today > last.day + _DAY:
        raise NothingRedeemed(
            f"{reward.title} was redeemed on {day_text(last.day, last.day)}, and that can be undone only"
            " until the end of the next day."
        )
    return last


def undone(reward: Reward, last: Redemption) -> Reward:
    same_day = reward.redeemed_on == last.day
    return reward.model_copy(
        update={
            "last_redeemed_at": last.before_at,
            "redeemed_times": max(reward.redeemed_times - 1, 0) if same_day else reward.redeemed_times,
            "redemptions": max(reward.redemptions - 1, 0),
            **_stocked(reward, 1),
            "undoable": reward.undoable[:-1],
            "revision": reward.revision + 1,
        }
    )


def _stocked(reward: Reward, more: int) -> dict[str, object]:
    """Its stock, also the one that is to hold later: what was redeemed meanwhile stays redeemed."""
    changed: dict[str, object] = {"stock": None if reward.stock is None else reward.stock + more}
    if (later := reward.later) is not None and later.terms.stock is not None:
        terms = later.terms.model_copy(update={"stock": max(later.terms.stock + more, 0)})
        changed["later"] = later.model_copy(update={"terms": terms})
    return changed


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _when(at: datetime, user: User, now: datetime) -> str:
    there, here = at.astimezone(user.zone), now.astimezone(user.zone)
    same = there.date() == here.date()
    return (
        f"at {clock_text(there)}"
        if same
        else f"on {weekday(there)} {day_text(there, there)} at {clock_text(there)}"
    )
