"""A goal set against where the person stands: any two of target, date and pace give the third."""

import math
from collections.abc import Mapping
from datetime import date, timedelta
from fractions import Fraction

from tracker.dates import FARTHEST, DateInPast, NoSuchDate
from tracker.frozen import frozen
from tracker.goals.errors import AlreadyReached, Incomplete, Overdetermined
from tracker.goals.games.game import ALL_SKILLS, Game
from tracker.goals.words.aims import Aim, aim_of, check_cap
from tracker.goals.words.request import LEVELS, GoalRequest, GoalType
from tracker.numbers import grouped
from tracker.readings import Measure, Number, Quantity
from tracker.words import in_full


@frozen
class Plan:
    """What is to be reached, from where, by when, and how fast that is."""

    aim: Aim
    begun: date
    start: Number | None
    """Where the person stood, in the unit of the aim; None while that is unknown."""
    due: date | None = None
    per_day: Fraction | None = None
    """The pace that was asked for, or that the date makes necessary."""
    falling: bool = False
    """Whether smaller is better."""


def derive(request: GoalRequest, game: Game, values: Mapping[Quantity, Number], today: date) -> Plan:
    """The plan of a request for someone whose last known values are these. What comes `then` waits."""
    game = game.knowing(values)
    if request.due is not None and request.due < today:
        raise DateInPast(f"{in_full(request.due)} is in the past: today is {in_full(today)}.")
    if request.type is GoalType.VALUE and Quantity(request.attribute, Measure.VALUE) not in values:
        name = game.display(request.attribute)
        raise Incomplete(
            f"{name} has no value yet, so nobody knows which way to go. Set a goal once it has one."
        )
    target = _target(request, game, values, today)
    check_cap(game, request.attribute, request.type, target)
    aim = aim_of(game, request.attribute, request.type, target)
    start = aim.value(values)
    falling = _falling(request.type, start, aim.target)
    if start is not None and is_reached(start, aim.target, falling=falling):
        raise AlreadyReached(f"That is reached already: {_standing(game, aim, start)}.")
    due, per_day = _timing(request, aim.target, start, today)
    return Plan(aim, today, start, due, per_day, falling)


def is_reached(value: Number, target: Number, *, falling: bool = False) -> bool:
    return value <= target if falling else value >= target


def _falling(goal_type: GoalType, start: Number | None, target: Number) -> bool:
    """A rank falls; a number that is not of a game goes whichever way the target lies."""
    if goal_type is GoalType.VALUE:
        return start is not None and target < start
    return goal_type is GoalType.RANK


def _target(request: GoalRequest, game: Game, values: Mapping[Quantity, Number], today: date) -> Number:
    """What was said, or so much more than now, or what the pace makes until the date."""
    if request.target is not None:
        return request.target
    if request.gain is not None:
        return _now(request, game, values) + request.gain
    if request.due is None or request.pace is None:
        name = game.display(request.attribute).lower()
        raise Incomplete(
            f"A pace needs an end: say until when (`50k/day {name} until 1 march`) or what for (`99 {name}`)."
        )
    return _now(request, game, values) + math.floor(_days(today, request.due) * request.pace.per_day)


def _now(request: GoalRequest, game: Game, values: Mapping[Quantity, Number]) -> Number:
    """Where the person stands in the unit of the request: in levels where those are asked for."""
    skill = game.skills.get(request.attribute)
    measure = Measure.XP if skill else Measure.LEVEL if request.type in LEVELS else Measure(request.type)
    now = values.get(Quantity(request.attribute, measure))
    if now is None or request.attribute == ALL_SKILLS:
        what = "All skills together have" if request.attribute == ALL_SKILLS else f"{request.attribute} has"
        raise Incomplete(f"{what} no number yet that a gain could be added to. Say what to reach instead.")
    if skill is None or request.type not in LEVELS:
        return now
    reported = values.get(Quantity(request.attribute, Measure.LEVEL))
    if request.type is GoalType.VIRTUAL_LEVEL:
        return skill.virtual_level(int(now))
    return skill.level(int(now), None if reported is None else int(reported))


def _timing(
    request: GoalRequest, target: Number, start: Number | None, today: date
) -> tuple[date | None, Fraction | None]:
    has_target = request.target is not None or request.gain is not None
    if has_target and request.due is not None and request.pace is not None:
        raise Overdetermined("Say two of target, date and pace; the third follows from them.")
    left = None if start is None else abs(Fraction(target) - Fraction(start))
    if request.due is not None:
        return request.due, None if left is None else left / _days(today, request.due)
    if request.pace is None:
        return None, None
    per_day = request.pace.per_day
    return None if left is None else _after(math.ceil(left / per_day), today), per_day


def _days(today: date, due: date) -> int:
    return max(1, (due - today).days)


def _after(days: int, today: date) -> date:
    if days > FARTHEST.days:
        raise NoSuchDate("At that pace it would take more than a hundred years.")
    return today + timedelta(days=days)


def _standing(game: Game, aim: Aim, start: Number) -> str:
    name = game.display(aim.attribute)
    if aim.type in LEVELS and aim.attribute in game.skills:
        level = game.skills[aim.attribute].virtual_level(int(start))
        return f"{name} is level {level}, with {grouped(start)} xp"
    if aim.attribute == ALL_SKILLS:
        return f"all skills are at {aim.stated} or above"
    unit = {GoalType.RANK: "rank ", GoalType.LEVEL: "level "}.get(aim.type, "")
    return f"{name} is at {unit}{grouped(start)}"
