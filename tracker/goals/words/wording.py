"""Goals in the words that people use for them: titles, amounts with their unit, bars."""

import math
from datetime import date

from tracker.goals.games.game import ALL_SKILLS, OVERALL, Game, name_key
from tracker.goals.model import Character, Goal
from tracker.goals.words.request import LEVELS, GoalRequest, GoalType
from tracker.numbers import grouped
from tracker.readings import Measure, Number, Quantity
from tracker.words import compact, day_text, people, unit_for, with_unit


def goal_title(goal: Goal, game: Game) -> str:
    """`99 Woodcutting`, `200m Attack xp`, `500 Zulrah kc`, `rank 1,000 Slayer`, `base 70`, `Weight 75 kg`."""
    name, said = attribute_name(goal, game), goal.target_value
    if goal.target_attribute == ALL_SKILLS:
        return f"base {grouped(said)}" if goal.target_type in LEVELS else f"{compact(said)} xp in all skills"
    match goal.target_type:
        case GoalType.LEVEL if goal.target_attribute == OVERALL:
            return f"total level {grouped(said)}"
        case GoalType.LEVEL:
            return f"{grouped(said)} {name}"
        case GoalType.VIRTUAL_LEVEL:
            return f"virtual level {grouped(said)} {name}"
        case GoalType.XP:
            return f"{compact(said)} {'total' if goal.target_attribute == OVERALL else name} xp"
        case GoalType.RANK:
            return f"rank {grouped(said)} {name}"
        case GoalType.SCORE:
            unit = unit_of(goal, game)
            return f"{grouped(said)} {name}" if _says(name, unit) else f"{grouped(said)} {name} {unit}"
        case GoalType.VALUE:
            unit = unit_of(goal, game)
            return f"{name} {grouped(said)} {'' if unit.lower() == name.lower() else unit}".rstrip()


def request_title(request: GoalRequest, goal: Goal, game: Game, today: date) -> str:
    """What was asked for to come after a goal: `200m Attack xp by 1 March`, `5 more levels in Slayer`."""
    step = goal.model_copy(
        update={
            "target_attribute": request.attribute,
            "target_type": request.type,
            "target_value": request.target,
            "label": goal.label if request.attribute == goal.target_attribute else None,
        }
    )
    what = goal_title(step, game) if request.target is not None else _gain_title(step, game, request.gain)
    pace = f" at {people(request.pace.amount)} a {request.pace.unit}" if request.pace else ""
    return f"{what}{pace}{f' by {day_text(request.due, today)}' if request.due else ''}"


def _gain_title(goal: Goal, game: Game, gain: Number | None) -> str:
    """Where the end is not said: so much more, or with a pace alone."""
    name, unit = attribute_name(goal, game), unit_of(goal, game)
    if gain is None:
        return name
    unit = unit_for(gain, unit)
    more = f"{compact(gain)} more"
    if goal.target_type is GoalType.VALUE:
        return f"{name}, {more} {unit}".rstrip()
    if goal.target_attribute == OVERALL:
        return f"{more} total {unit}"
    if goal.target_type in LEVELS:
        virtual = "virtual " if goal.target_type is GoalType.VIRTUAL_LEVEL else ""
        return f"{more} {virtual}{unit_for(gain, 'levels')} in {name}"
    return f"{more} {name}" if _says(name, unit) else f"{more} {name} {unit}"


def _says(name: str, unit: str) -> bool:
    """Whether a name holds its unit, in singular or plural: clues of `Clue Scrolls (all)`."""
    return name_key(unit) in map(name_key, name.split())


def attribute_name(goal: Goal, game: Game) -> str:
    """`Woodcutting`, `Zulrah`, or what the person called a number on the web."""
    return goal.label or game.display(goal.target_attribute)


def whose(goal: Goal, character: str) -> str | None:
    """The name of its character, unless the title of the goal says it."""
    return None if goal.label == character else character


def unit_of(goal: Goal, game: Game) -> str:
    """What the values of a goal are counted in; a level goal counts xp."""
    match goal.target_type:
        case GoalType.XP | GoalType.VIRTUAL_LEVEL:
            return "xp"
        case GoalType.LEVEL:
            return "levels" if goal.target_attribute == OVERALL else "xp"
        case GoalType.SCORE:
            activity = game.activities.get(goal.target_attribute)
            return activity.unit if activity else "kc"
        case GoalType.RANK:
            return "ranks"
        case GoalType.VALUE:
            return goal.unit or ""


def attribute_unit(game: Game, character: Character, quantity: Quantity) -> str:
    """What a number of a character is counted in, whether there is a goal on it or not."""
    if quantity.measure is Measure.XP:
        return "xp"
    if quantity.measure is Measure.VALUE:
        return character.unit or ""
    activity = game.activities.get(quantity.attribute)
    return activity.unit if activity else "kc"


def measured(goal: Goal, game: Game, value: Number | float) -> str:
    """An amount with its unit: `13,034,431 xp`, `523 kc`."""
    return with_unit(value, unit_of(goal, game))


def needed(goal_type: GoalType, value: Number | float) -> Number | float:
    """What a day takes, in whole steps where half of one is none: half a kill. More is needed than is not."""
    return value if goal_type is GoalType.VALUE else math.ceil(value)


def standing_at(goal: Goal, game: Game, value: Number) -> str:
    """Where somebody stands: as `measured`, but `rank 1,204`, `total level 2,277`."""
    if goal.target_type is GoalType.RANK:
        return f"rank {people(value)}"
    if goal.target_type is GoalType.LEVEL and goal.target_attribute == OVERALL:
        return f"total level {people(value)}"
    return measured(goal, game, value)


def gain_text(goal: Goal, game: Game, amount: Number) -> str:
    """`+12,000 xp`; of a rank, which way it went."""
    return change_text(goal.target_type, amount, unit_of(goal, game))


def change_text(goal_type: GoalType, amount: Number, unit: str) -> str:
    """The same where only the type and the unit of a goal are known. A smaller rank is a better one."""
    if goal_type is not GoalType.RANK:
        return f"{'+' if amount > 0 else ''}{with_unit(amount, unit)}"
    return f"{'up' if amount < 0 else 'down'} {with_unit(abs(amount), unit)}" if amount else "no change"
