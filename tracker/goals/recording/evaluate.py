"""What new values mean for one goal: where it stands now, whether it is reached, and what to tell of it.

Where a goal adds up several numbers and one of them was unknown until now, it has only appeared: the goal
goes on as if it had been there from the start, and nothing of that is told, but that the goal is reached.

Of one reading a goal tells one thing, the most important: reached, then taken back, then milestones, and a
mere change only to those who asked for every one. Whoever paused a goal, or switched it off, is told nothing.
"""

import math
from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from typing import TypeAlias

from tracker.dates import FARTHEST
from tracker.frozen import frozen
from tracker.goals.games.game import Game, Skill
from tracker.goals.model import LIVE, Frequency, Goal, GoalStatus, LatestProgress
from tracker.goals.pace.progress import percent
from tracker.goals.plans import Plan, is_reached
from tracker.goals.recording.crossings import Crossings, better, crossings
from tracker.goals.words.aims import Aim
from tracker.goals.words.request import LEVELS, GoalType
from tracker.readings import Number, Quantity

_WHOLE = 100


@frozen
class TargetReached:
    found: bool = False
    """It was so already when the number was first seen."""
    levels: tuple[int, ...] = ()
    """What else came with it."""


@frozen
class TakenBack:
    """The value fell, and the fall was repeated until it was believed."""


@frozen
class Milestones:
    percents: tuple[int, ...] = ()
    levels: tuple[int, ...] = ()


@frozen
class NumberChanged:
    pass


Event: TypeAlias = TargetReached | TakenBack | Milestones | NumberChanged


@frozen
class Evaluation:
    goal: Goal
    """With what is settled now."""
    settled: Mapping[str, object]
    """What a first value decides, by the goal's own names: its start, and what follows from that."""
    plan: Plan
    before: LatestProgress | None
    value: Number
    appeared: Number
    """How much of the value was unknown until now, and so is no gain."""
    counted: tuple[str, ...] | None
    """What has been known of the numbers that the goal adds up; None where it is about a single one."""
    best: Number
    reached: bool
    """From now on; such a goal records nothing more."""
    event: Event | None
    """What the person is to be told."""
    passed: tuple[int, ...] = ()
    """The parts of the way that it has done with this, in percent, whether that is told or not."""

    @property
    def moved(self) -> bool:
        return self.before is None or self.before.value != self.value or self.appeared != 0

    @property
    def gain(self) -> Number:
        return 0 if self.before is None else self.value - self.before.value - self.appeared

    @property
    def percent(self) -> float:
        plan = self.plan
        return percent(plan.start, self.value, plan.aim.target, falling=plan.falling)

    def after_milestones(self) -> "Evaluation":
        """What is left to tell where the milestones were told before."""
        every = self.goal.frequency is Frequency.EVERY_CHANGE
        return replace(self, event=NumberChanged() if every else None)


def evaluate(
    goal: Goal,
    game: Game,
    before: LatestProgress | None,
    values: Mapping[Quantity, Number],
    *,
    day: date,
    fallen: Collection[Quantity] = (),
) -> Evaluation | None:
    """None where there is nothing to write.

    `game` knows the values, `day` is the person's, and `fallen` is what the game took back.
    """
    if (value := stirred(goal, game, before, values)) is None:
        return None
    aim = goal.plan(game).aim
    appeared = 0 if before is None or before.counted is None else aim.appeared(values, before.counted)
    settled = _settled(goal, game, value, day) if before is None else _moved_start(goal, appeared)
    goal = goal.model_copy(update=settled)
    plan = goal.plan(game)
    best = None if before is None else before.best + appeared
    evaluation = Evaluation(
        goal=goal,
        settled=settled,
        plan=plan,
        before=before,
        value=value,
        appeared=appeared,
        counted=_counted(aim, before, values),
        best=better(plan, best, value),
        reached=_reached(goal, plan, value),
        event=None,
    )
    crossed = crossings(plan, best, value, skill=_skill(goal, game))
    passed = (*crossed.percents, *((_WHOLE,) if evaluation.reached else ()))
    event = _event(evaluation, crossed, fell=_fell(plan, fallen))
    return replace(evaluation, event=event, passed=passed)


def stirred(
    goal: Goal, game: Game, before: LatestProgress | None, values: Mapping[Quantity, Number]
) -> Number | None:
    """The value, if it means anything for the goal: the cheap question before all others."""
    plan = goal.plan(game)
    value = plan.aim.value(values) if goal.status in LIVE else None
    if value is None or before is None or before.value != value:
        return value
    if _counted(plan.aim, before, values) != before.counted:
        return value
    # What was reached while the goal was paused is told when it is resumed, though nothing moves then.
    return value if _reached(goal, plan, value) else None


def _reached(goal: Goal, plan: Plan, value: Number) -> bool:
    return goal.status is GoalStatus.ACTIVE and is_reached(value, plan.aim.target, falling=plan.falling)


def _counted(
    aim: Aim, before: LatestProgress | None, values: Mapping[Quantity, Number]
) -> tuple[str, ...] | None:
    """What was counted once is not counted anew, though it was unknown in between."""
    counted = aim.counted(values)
    earlier = () if before is None or before.counted is None else before.counted
    return None if counted is None else (*earlier, *(name for name in counted if name not in earlier))


def _moved_start(goal: Goal, appeared: Number) -> dict[str, object]:
    return {} if not appeared or goal.start_value is None else {"start_value": goal.start_value + appeared}


def _settled(goal: Goal, game: Game, value: Number, day: date) -> dict[str, object]:
    """The first value is the start. Which way a plain number goes, and when a pace arrives, follow."""
    if goal.start_value is not None:
        return {}
    target = goal.plan(game).aim.target
    settled: dict[str, object] = {"start_value": value}
    if goal.target_type is GoalType.VALUE:
        settled["falling"] = target < value
    if goal.per_day is not None and goal.target_date is None:
        days = math.ceil(abs(Fraction(target) - Fraction(value)) / Fraction(goal.per_day))
        if days <= FARTHEST.days:
            settled["target_date"] = day + timedelta(days=days)
    return settled


def _skill(goal: Goal, game: Game) -> Skill | None:
    """Whose levels are told: those of the skill, where its xp is what counts."""
    counts_xp = goal.target_type in (GoalType.XP, *LEVELS)
    return game.skills.get(goal.target_attribute) if counts_xp else None


def _fell(plan: Plan, fallen: Collection[Quantity]) -> bool:
    return any(part.quantity in fallen for part in plan.aim.parts)


def _event(evaluation: Evaluation, crossed: Crossings, *, fell: bool) -> Event | None:
    goal = evaluation.goal
    if goal.status is GoalStatus.PAUSED or goal.frequency is Frequency.OFF:
        return None
    if evaluation.reached:
        return TargetReached(crossed.found_reached, _other_levels(goal, crossed.levels))
    if not evaluation.gain:
        return None
    if fell and evaluation.gain < 0:
        return TakenBack()
    if crossed.percents or crossed.levels:
        return Milestones(crossed.percents, crossed.levels)
    return NumberChanged() if goal.frequency is Frequency.EVERY_CHANGE else None


def _other_levels(goal: Goal, levels: tuple[int, ...]) -> tuple[int, ...]:
    """Without the level that the goal itself was about."""
    return tuple(level for level in levels if goal.target_type not in LEVELS or level != goal.target_value)
