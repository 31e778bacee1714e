"""What a goal measures in a reading, and where it ends.

Level goals are xp goals: the curve of the skill says at which xp the level begins. A goal on all skills adds
up the xp of each, as far as the goal asks for it.
"""

from collections.abc import Collection, Mapping

from tracker.frozen import frozen
from tracker.goals.errors import AboveCap
from tracker.goals.games.game import ALL_SKILLS, OVERALL, Game, Skill
from tracker.goals.words.request import LEVELS, GoalType
from tracker.numbers import grouped
from tracker.readings import Measure, Number, Quantity

_MEASURES = {
    GoalType.XP: Measure.XP,
    GoalType.LEVEL: Measure.LEVEL,
    GoalType.SCORE: Measure.SCORE,
    GoalType.RANK: Measure.RANK,
    GoalType.VALUE: Measure.VALUE,
}


@frozen
class AimPart:
    """One number of a reading, and how far it has to come."""

    quantity: Quantity
    target: Number
    starts_at: Number = 0
    level: int | None = None
    """The level that the game itself may report as reached, whatever the xp."""


@frozen
class Aim:
    attribute: str
    type: GoalType
    stated: Number
    """The target in the type's own unit: a level, xp, a rank."""
    parts: tuple[AimPart, ...]

    @property
    def target(self) -> Number:
        """The target as it is measured: for levels, in xp."""
        return sum(part.target for part in self.parts)

    def value(self, values: Mapping[Quantity, Number]) -> Number | None:
        """Where the last known values stand on the way, or None where that is unknown.

        A skill among all skills that the hiscores do not rank counts as not begun; see `unknown`.
        """
        if len(self.parts) == 1:
            return _single(self.parts[0], values)
        found = [_single(part, values) for part in self.parts]
        if all(value is None for value in found):
            return None
        return sum(
            min(part.starts_at if value is None else value, part.target)
            for part, value in zip(self.parts, found, strict=True)
        )

    def appeared(self, values: Mapping[Quantity, Number], counted: Collection[str]) -> Number:
        """How much more the value is because of parts that are not among those `counted` before."""
        return sum(
            min(value, part.target) - min(part.starts_at, part.target)
            for part in self.parts
            if part.quantity.attribute not in counted and (value := _single(part, values)) is not None
        )

    def counted(self, values: Mapping[Quantity, Number]) -> tuple[str, ...] | None:
        """The attributes whose number is known, where there are several to count."""
        if len(self.parts) == 1:
            return None
        unknown = self.unknown(values)
        return tuple(it.quantity.attribute for it in self.parts if it.quantity.attribute not in unknown)

    def unknown(self, values: Mapping[Quantity, Number]) -> tuple[str, ...]:
        """The attributes whose number is not known."""
        return tuple(part.quantity.attribute for part in self.parts if _single(part, values) is None)


def aim_of(game: Game, attribute: str, goal_type: GoalType, said: Number) -> Aim:
    """What such a goal measures. A skill that the data does not have is taken to be like most."""
    if attribute == ALL_SKILLS:
        parts = tuple(_part(skill, goal_type, int(said)) for skill in game.skills.values())
    elif attribute != OVERALL and goal_type in (GoalType.XP, *LEVELS):
        skill = game.skills.get(attribute) or game.new_skill(attribute)
        parts = (_part(skill, goal_type, int(said)),)
    else:
        parts = (AimPart(Quantity(attribute, _MEASURES[goal_type]), said),)
    return Aim(attribute, goal_type, said, parts)


def highest(game: Game, attribute: str, goal_type: GoalType) -> int | None:
    """The most that can be asked for, or None where there is no end."""
    skills = [*game.skills.values()] if attribute in (OVERALL, ALL_SKILLS) else [game.skills.get(attribute)]
    known = [skill for skill in skills if skill is not None]
    if not known or goal_type in (GoalType.RANK, GoalType.SCORE, GoalType.VALUE):
        return None
    if attribute == OVERALL:
        total_level = game.max_total or sum(skill.cap for skill in known)
        return total_level if goal_type is GoalType.LEVEL else sum(skill.max_xp for skill in known)
    return min(_highest_of(skill, goal_type) for skill in known)


def _highest_of(skill: Skill, goal_type: GoalType) -> int:
    match goal_type:
        case GoalType.LEVEL:
            return skill.cap
        case GoalType.VIRTUAL_LEVEL:
            return skill.curve.highest
        case _:
            return skill.max_xp


def check_cap(game: Game, attribute: str, goal_type: GoalType, said: Number) -> None:
    """AboveCap where the game has no such level or xp."""
    most = highest(game, attribute, goal_type)
    if most is None or said <= most:
        return
    name = "all skills together" if attribute == OVERALL else game.display(attribute)
    if goal_type not in LEVELS:
        raise AboveCap(f"{grouped(said)} xp is more than there is: in {name} it ends at {grouped(most)}.")
    message = f"There is no level {grouped(said)} in {name}: the highest is {grouped(most)}."
    virtual = highest(game, attribute, GoalType.VIRTUAL_LEVEL)
    if goal_type is GoalType.LEVEL and attribute != OVERALL and virtual and said <= virtual:
        message += f" For a virtual level, write `virtual level {said} {attribute}`."
    raise AboveCap(message)


def _part(skill: Skill, goal_type: GoalType, said: int) -> AimPart:
    quantity = Quantity(skill.attribute, Measure.XP)
    if goal_type not in LEVELS:
        return AimPart(quantity, said, skill.starts_at)
    level = said if goal_type is GoalType.LEVEL else None
    return AimPart(quantity, skill.curve.xp(max(said, 1)), skill.starts_at, level)


def _single(part: AimPart, values: Mapping[Quantity, Number]) -> Number | None:
    """What the game reports as its level wins over the curve: who has the level has the xp for it."""
    value = values.get(part.quantity)
    reported = values.get(Quantity(part.quantity.attribute, Measure.LEVEL))
    if part.level is not None and reported is not None and reported >= part.level:
        return part.target if value is None else max(value, part.target)
    return value
