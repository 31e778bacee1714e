"""How far a goal has come: percent, what remains, what a day takes, days to spare, and the next level."""

from datetime import date
from fractions import Fraction

from tracker.frozen import frozen
from tracker.goals.games.game import Skill
from tracker.goals.plans import Plan, is_reached
from tracker.readings import Number


@frozen
class Progress:
    current: Number
    reached: bool
    percent: float
    """From the goal's own start, in tenths, rounded down; 100 when it is reached and never before."""
    remaining: Number
    days_left: float | None
    """Until the end of the day it is due; negative when that is over, None without a date."""
    required_per_day: float | None
    """What each day takes from now on. The last day takes all that remains."""
    safe_days: float | None
    """So long one could do nothing and still be on the steady line from start to target."""


@frozen
class NextLevel:
    level: int
    xp: int
    """Where the level begins."""
    remaining: int
    virtual: bool


def progress_of(plan: Plan, current: Number, today: date, left_of_today: float = 1.0) -> Progress:
    """`today` is the person's day, of which `left_of_today` (1 to 0) is still to come."""
    target = plan.aim.target
    reached = is_reached(current, target, falling=plan.falling)
    remaining = 0 if reached else abs(target - current)
    days_left = None if plan.due is None else (plan.due - today).days + left_of_today
    return Progress(
        current=current,
        reached=reached,
        percent=percent(plan.start, current, target, falling=plan.falling),
        remaining=remaining,
        days_left=days_left,
        required_per_day=_required(remaining, days_left),
        safe_days=_safe_days(plan, current, today, left_of_today),
    )


def percent(start: Number | None, current: Number, target: Number, *, falling: bool = False) -> float:
    """0 to 100 in tenths, rounded down: 99.9 is the most that is shown before the target is reached."""
    if is_reached(current, target, falling=falling):
        return 100.0
    if start is None or start == target:
        return 0.0
    done, way = current - start, target - start
    if not (isinstance(done, int) and isinstance(way, int)):
        done, way = Fraction(current) - Fraction(start), Fraction(target) - Fraction(start)
    return max(int(1000 * done // way), 0) / 10


def next_level(skill: Skill, xp: int, reported: int | None = None) -> NextLevel | None:
    """The level after the present one, virtual beyond the skill's cap; None after the last."""
    shown = skill.level(xp, reported)
    level = max(shown, skill.virtual_level(xp)) + 1 if shown >= skill.cap else shown + 1
    if level > skill.curve.highest:
        return None
    begins = skill.curve.xp(level)
    return NextLevel(level, begins, max(begins - xp, 0), virtual=level > skill.cap)


def _required(remaining: Number, days_left: float | None) -> float | None:
    if days_left is None or days_left <= 0:
        return None
    return float(remaining) / max(days_left, 1.0)


def _safe_days(plan: Plan, current: Number, today: date, left_of_today: float) -> float | None:
    """The line goes from the start, when the goal was set, to the target, when it is due."""
    if plan.due is None or plan.start is None:
        return None
    length = (plan.due - plan.begun).days + 1
    gone = (today - plan.begun).days + 1 - left_of_today
    way = float(plan.aim.target - plan.start)
    done = min(float(current - plan.start) / way, 1.0) if way else 1.0
    return max(done * length - gone, 0.0)
