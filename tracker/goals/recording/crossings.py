"""What a new value means for a goal: reached, percent and level milestones, by comparing before and after.

A jump over several marks crosses all of them at once. Before is the best value so far, so that what fell and
rose again is not told twice. The first value of all is silent.
"""

from collections.abc import Sequence

from tracker.frozen import frozen
from tracker.goals.games.game import Skill
from tracker.goals.plans import Plan, is_reached
from tracker.readings import Number

PERCENT_MILESTONES = (25, 50, 75, 90)


@frozen
class LevelMilestones:
    """Which levels are told: every so many, and each one from some level on."""

    every: int = 10
    each_from: int = 90

    def __contains__(self, level: int) -> bool:
        return level > 1 and (level % self.every == 0 or level >= self.each_from)


@frozen
class Crossings:
    """What was crossed, each in order. Falsy where there is nothing to tell."""

    reached: bool = False
    found_reached: bool = False
    """The first value of all was beyond the target already."""
    percents: tuple[int, ...] = ()
    levels: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return self.reached or self.found_reached or bool(self.percents) or bool(self.levels)


def crossings(
    plan: Plan,
    best: Number | None,
    after: Number,
    *,
    skill: Skill | None = None,
    percents: Sequence[int] = PERCENT_MILESTONES,
    levels: LevelMilestones | None = None,
) -> Crossings:
    """What lies between the best value so far and a new one. `skill` is whose levels are told, if any."""
    target, falling = plan.aim.target, plan.falling
    if best is None:
        return Crossings(found_reached=is_reached(after, target, falling=falling))
    return Crossings(
        reached=not is_reached(best, target, falling=falling) and is_reached(after, target, falling=falling),
        percents=tuple(mark for mark in sorted(percents) if _crossed(plan, mark, best, after)),
        levels=_levels(skill, best, after, levels or LevelMilestones()),
    )


def better(plan: Plan, best: Number | None, value: Number) -> Number:
    """The best so far, with a new value."""
    return value if best is None or is_reached(value, best, falling=plan.falling) else best


def _crossed(plan: Plan, mark: int, best: Number, after: Number) -> bool:
    """Exact, without fractions: a hundred times the way done against `mark` times the whole way."""
    if plan.start is None:
        return False
    way = abs(plan.aim.target - plan.start)
    sign = -1 if plan.falling else 1
    done_before, done = (100 * sign * (value - plan.start) for value in (best, after))
    return done_before < mark * way <= done


def _levels(skill: Skill | None, best: Number, after: Number, milestones: LevelMilestones) -> tuple[int, ...]:
    """Levels beyond the cap are virtual, and told as well: after 99 there is little else."""
    if skill is None:
        return ()
    first, last = skill.virtual_level(int(best)) + 1, skill.virtual_level(int(after))
    return tuple(level for level in range(first, last + 1) if level in milestones)
