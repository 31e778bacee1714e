"""What a change of target, date or pace makes of a goal that is under way. Its history goes on."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction

from tracker.dates import DateInPast, parse_date
from tracker.goals.chain import steps_to_come
from tracker.goals.creation import pace_text
from tracker.goals.errors import AlreadyReached, AnotherAttribute, NameMissing, TwoTargets
from tracker.goals.games.game import ALL_SKILLS, Game
from tracker.goals.model import Goal
from tracker.goals.plans import derive
from tracker.goals.words.aims import Aim
from tracker.goals.words.parse import chained, check_order, parse_goal
from tracker.goals.words.request import GoalRequest, Pace, PaceUnit
from tracker.goals.words.wording import goal_title
from tracker.readings import Number, Quantity
from tracker.refusals import Refused
from tracker.words import day_text, in_full

NO_DATE = "none"


def request_of(text: str, by: str | None, game: Game, today: date) -> GoalRequest:
    """What is asked for, with the date apart or in the text, but not both."""
    request = parse_goal(text, game, today)
    due = _date(by, today)
    if due is None:
        return request
    if request.due is not None:
        raise TwoTargets(f"By {in_full(request.due)} or by {in_full(due)}? A goal has one date. Say which.")
    # Read once more, so that what comes `then` is compared with the date.
    return parse_goal(str(replace(request, due=due)), game, today)


def edited(
    goal: Goal,
    game: Game,
    values: Mapping[Quantity, Number],
    today: date,
    *,
    text: str | None,
    by: str | None,
) -> dict[str, object]:
    """The fields of the goal that a new text or a new date makes. Raises GoalRefused."""
    request = _request(goal, game, today, text, by)
    plan = derive(request, game, values, today)
    _check_measure(goal, game, plan.aim)
    changes: dict[str, object] = {
        "target_type": plan.aim.type,
        "target_value": plan.aim.stated,
        "target_date": plan.due,
        "per_day": pace_text(request),
        "falling": plan.falling,
    }
    if request.then is not None:
        changes["then"] = str(request.then)
    elif goal.then is not None:
        changes["then"] = _still_to_come(goal, replace(request, target=plan.aim.stated, due=plan.due), game)
    if plan.falling != goal.falling:  # what was on the way before is on the way back now
        changes |= {"start_value": plan.start, "begun": today}
    return changes


def _request(goal: Goal, game: Game, today: date, text: str | None, by: str | None) -> GoalRequest:
    """What was said now, and what was said before about all else."""
    if text is None:
        request = _as_it_is(goal)
        return replace(request, due=_date(by, today))
    request = _said_of(goal, text, by, game, today)
    if request.target is None and request.gain is None and request.due is None:
        request = replace(request, type=goal.target_type, target=goal.target_value)
    if by is None and request.due is None and request.pace is None:
        return replace(request, **_timing(goal, today))
    return request


def _said_of(goal: Goal, text: str, by: str | None, game: Game, today: date) -> GoalRequest:
    """What it is about need not be said again: `600` is enough."""
    try:
        return request_of(text, by, game, today)
    except NameMissing:
        if goal.target_attribute == ALL_SKILLS:
            raise
        return request_of(f"{text} {goal.target_attribute}", by, game, today)


def _as_it_is(goal: Goal) -> GoalRequest:
    return GoalRequest(goal.target_attribute, goal.target_type, goal.target_value)


def _date(by: str | None, today: date) -> date | None:
    return None if by is None or by.strip().casefold() in ("", NO_DATE) else parse_date(by, today)


def _timing(goal: Goal, today: date) -> dict[str, Pace | date | None]:
    """The pace that was asked for, or else the date."""
    if goal.per_day is not None:
        return {"pace": _pace(Fraction(goal.per_day))}
    if goal.target_date is not None and goal.target_date < today:
        due = day_text(goal.target_date, today)
        raise DateInPast(f"The goal was due on {due}. Say by when the new one is to be reached.")
    return {"due": goal.target_date}


def _pace(per_day: Fraction) -> Pace:
    """The inverse of `Pace.per_day`: in the first unit in which it is a number that can be written."""
    for unit in PaceUnit:
        amount = per_day / Pace(1, unit).per_day
        written = Decimal(amount.numerator) / amount.denominator
        if Fraction(written) == amount:
            return Pace(written, unit)
    raise ValueError(f"{per_day} is no pace that anybody can have asked for")


def _still_to_come(goal: Goal, changed: GoalRequest, game: Game) -> str | None:
    """What comes after the goal: without what is reached with it now, and without dates before its own."""
    try:
        steps = steps_to_come(goal, game)
    except Refused:
        return goal.then  # it takes a reading to know what it is about
    kept: list[GoalRequest] = []
    for step in steps:
        try:
            check_order(changed, step, game)
        except AlreadyReached:
            continue
        except DateInPast:
            step = replace(step, due=None)  # noqa: PLW2901 - the same step, as far as it fits
        kept.append(replace(step, then=None))
    if [replace(one, then=None) for one in steps] == kept:
        return goal.then
    return str(chained(kept)) if kept else None


def _check_measure(goal: Goal, game: Game, new: Aim) -> None:
    """A history of xp means nothing for a rank; one of all skills counts each as far as it was asked."""
    old = goal.plan(game).aim
    if [part.quantity for part in old.parts] != [part.quantity for part in new.parts]:
        raise AnotherAttribute(
            f"This goal is {goal_title(goal, game)}, and what it recorded is not about that."
            " Set the other one as a goal of its own."
        )
    if len(old.parts) > 1 and old.target != new.target:
        raise AnotherAttribute(
            f"A goal on all skills keeps its target. Archive {goal_title(goal, game)}, and set the other one."
        )
