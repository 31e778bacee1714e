"""What is to be done today for a goal: a fair share of what was left this morning."""

from typing import NamedTuple

from tracker.goals.pace.standing import GoalStanding
from tracker.goals.words.wording import needed
from tracker.readings import Number


class Quota(NamedTuple):
    """A fair share of what was left this morning, and how much of it is done; None where that is unknown."""

    done: Number | None
    wanted: Number | float
    """In whole steps where half of one is none."""

    @property
    def percent(self) -> float:
        return min(100 * float(self.done or 0) / float(self.wanted), 100.0) if self.wanted > 0 else 100.0


def quota_of(standing: GoalStanding) -> Quota | None:
    """None where there is neither a date nor a pace, or the date is over."""
    progress, plan = standing.progress, standing.plan
    if progress is None or (plan.due is None and plan.per_day is None):
        return None
    gained = standing.gained_today
    nearer = None if gained is None else -gained if plan.falling else gained
    if plan.due is not None:
        days = (plan.due - standing.today).days + 1
        if days < 1:
            return None
        wanted = float(progress.remaining + (nearer or 0)) / days
    else:
        wanted = float(plan.per_day or 0)
    wanted = needed(standing.goal.target_type, wanted)
    return Quota(None if nearer is None else max(nearer, 0), max(wanted, 0))


def is_done_today(standing: GoalStanding, quota: Quota | None) -> bool | None:
    """Whether all that a goal asks for today, its quota, is done; None where it asks for nothing."""
    progress = standing.progress
    if progress is not None and progress.days_left is not None and progress.days_left <= 0:
        return False
    if quota is None:
        return None
    ahead = progress is not None and (progress.safe_days or 0) >= 1
    return ahead or (quota.done is not None and quota.done >= quota.wanted)
