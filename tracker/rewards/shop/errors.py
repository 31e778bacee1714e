"""What people's own rewards say no to. Each message is for the person who asked; `code` is for programs."""

from tracker.refusals import Reason
from tracker.rewards.errors import RewardRefused


class NoSuchReward(RewardRefused):
    code = "no_such_reward"
    reason = Reason.UNKNOWN


class AmbiguousReward(RewardRefused):
    code = "ambiguous_reward"


class BadReward(RewardRefused, ValueError):
    code = "bad_reward"
    reason = Reason.UNREADABLE


class TooManyRewards(RewardRefused):
    code = "too_many_rewards"


class RewardUnchanged(RewardRefused):
    code = "nothing_to_change"


class RewardArchived(RewardRefused):
    code = "reward_archived"


class NotEnoughCoins(RewardRefused):
    code = "not_enough_coins"


class CoolingDown(RewardRefused):
    code = "cooling_down"


class DayLimit(RewardRefused):
    code = "day_limit"


class OutOfStock(RewardRefused):
    code = "out_of_stock"


class NothingRedeemed(RewardRefused):
    """There is nothing to undo, or it is too late."""

    code = "nothing_to_undo"
