"""Terms that become easier only after a week, if that was wished: nobody bargains with themselves."""

from datetime import datetime, timedelta

from tracker.rewards.shop.model import LaterTerms, Reward, Terms

LOCK = timedelta(days=7)
_NO_LIMIT = 10**9


def now_holding(reward: Reward, now: datetime) -> Reward:
    """With what was to hold later, once that has come."""
    if reward.later is None or reward.later.since > now:
        return reward
    return reward.model_copy(update={**dict(reward.later.terms), "later": None})


def changed_terms(reward: Reward, wanted: Terms, now: datetime) -> Reward:
    """What is harder holds at once; with a lock, what is easier in a week. `reward` is as it holds now."""
    before = reward.terms
    if not before.is_locked:
        return reward.model_copy(update={**dict(wanted), "later": None})
    at_once = Terms(
        point_cost=max(before.point_cost, wanted.point_cost),
        cooldown_hours=_harder(before.cooldown_hours, wanted.cooldown_hours, lowest=False),
        max_redemptions_per_day=_harder(
            before.max_redemptions_per_day, wanted.max_redemptions_per_day, lowest=True
        ),
        stock=_harder(before.stock, wanted.stock, lowest=True),
        is_locked=True,
    )
    later = None if at_once == wanted else LaterTerms(since=now + LOCK, terms=wanted)
    return reward.model_copy(update={**dict(at_once), "later": later})


def _harder(one: int | None, other: int | None, *, lowest: bool) -> int | None:
    """Of two limits; None is none. A cooldown is harder the longer it is, all others the lower they are."""
    if lowest:
        hardest = min(_NO_LIMIT if it is None else it for it in (one, other))
        return None if hardest == _NO_LIMIT else hardest
    return max(it or 0 for it in (one, other)) or None
