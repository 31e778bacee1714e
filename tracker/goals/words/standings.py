"""Where a goal stands, in words, and in the unit that it was set in."""

from collections.abc import Mapping
from typing import NamedTuple

from tracker.goals.games.game import ALL_SKILLS, OVERALL, Skill
from tracker.goals.model import Goal, GoalStatus
from tracker.goals.pace.quota import Quota
from tracker.goals.pace.standing import GoalStanding
from tracker.goals.pace.state import GoalState
from tracker.goals.words.aims import Aim
from tracker.goals.words.request import LEVELS, GoalType
from tracker.goals.words.wording import gain_text, measured, standing_at
from tracker.readings import Measure, Number, Quantity
from tracker.words import count_of, people

_STATES = {
    GoalState.NO_DATA: "too early to say",
    GoalState.ON_TRACK: "on track",
    GoalState.AT_RISK: "at risk",
    GoalState.BEHIND: "behind",
    GoalState.REACHED: "reached",
    GoalState.PAUSED: "paused",
}
_UNDATED = {GoalState.ON_TRACK: "under way", GoalState.AT_RISK: "far off"}
"""Without a date there is nothing to be in time for."""


def state_text(standing: GoalStanding) -> str:
    if standing.goal.status is GoalStatus.ARCHIVED:
        return "archived"
    if standing.progress is None and standing.state is GoalState.NO_DATA:
        return "no number yet"
    undated = _UNDATED if standing.plan.due is None else {}
    return undated.get(standing.state) or _STATES[standing.state]


def is_open(standing: GoalStanding) -> bool:
    """Whether there is still something to do."""
    return standing.state is not GoalState.REACHED and standing.goal.status is not GoalStatus.ARCHIVED


def counts_xp_for_it(goal: Goal) -> bool:
    """Whether a goal is measured in xp, but not set as the xp of one skill: a level, or all skills."""
    levels = goal.target_type in LEVELS and goal.target_attribute != OVERALL
    return levels or goal.target_attribute == ALL_SKILLS


def in_own_unit(standing: GoalStanding, value: Number) -> Number:
    """A value as it is measured, in the unit that the goal was set in: for a level, that."""
    goal, game = standing.goal, standing.game
    if not counts_xp_for_it(goal):
        return value
    skill = game.skills.get(goal.target_attribute) or game.new_skill(goal.target_attribute)
    return _level(goal, skill, value)


def lowest_skill(standing: GoalStanding, values: Mapping[Quantity, Number]) -> Number | None:
    """Of a goal on all skills: the one that is farthest behind, of all that is known of the character.

    None where the game has no skills any more."""
    goal, skills = standing.goal, standing.game.skills.values()
    xp = [(one, values.get(Quantity(one.attribute, Measure.XP), one.starts_at)) for one in skills]
    levels = goal.target_type in LEVELS
    return min((_level(goal, skill, amount) if levels else amount for skill, amount in xp), default=None)


class ShortSkill(NamedTuple):
    """A skill that a goal on all skills still waits for."""

    skill: Skill
    level: int
    xp: Number
    remaining: Number
    """In xp."""
    levels: int | None
    """How many are to come; None where the goal is about xp."""


def short_skills(standing: GoalStanding, values: Mapping[Quantity, Number]) -> list[ShortSkill]:
    """The farthest first. One that the hiscores do not rank counts as not begun."""
    goal, skills = standing.goal, standing.game.skills
    found: list[ShortSkill] = []
    for part in standing.plan.aim.parts:
        skill = skills[part.quantity.attribute]
        xp = Aim(goal.target_attribute, goal.target_type, goal.target_value, (part,)).value(values)
        xp = part.starts_at if xp is None else xp
        level = _level(goal, skill, xp)
        levels = int(goal.target_value) - level if goal.target_type in LEVELS else None
        if xp < part.target:
            found.append(ShortSkill(skill, level, xp, part.target - xp, levels))
    return sorted(found, key=lambda one: -one.remaining)


def where_text(standing: GoalStanding, value: Number) -> str:
    """`level 87 (4,211,100 xp)` for a goal on the level of a skill; `rank 1,204`; `523 kc`."""
    goal, words = standing.goal, standing_at(standing.goal, standing.game, value)
    skill = standing.game.skills.get(goal.target_attribute)
    if skill is None or goal.target_type not in LEVELS:
        return words
    return f"{level_text(skill, _level(goal, skill, value))} ({words})"


def level_text(skill: Skill, level: int) -> str:
    """`level 87`, and `virtual level 104` where the game shows none so high."""
    return f"{'virtual ' if level > skill.cap else ''}level {level}"


def today_text(standing: GoalStanding, quota: Quota | None) -> str | None:
    """What was done today, and what is to be done; None where there is nothing to say of it."""
    goal, game, progress = standing.goal, standing.game, standing.progress
    if progress is None or not is_open(standing) or standing.state is GoalState.PAUSED:
        return None
    if progress.days_left is not None and progress.days_left <= 0:
        return f"the date is over, {measured(goal, game, progress.remaining)} to go"
    gained = standing.gained_today
    done = None if gained is None else gain_text(goal, game, gained)
    if (safe := int(progress.safe_days or 0)) >= 1:
        return ", ".join(filter(None, [done, f"free: you are {count_of(safe, 'day')} ahead"]))
    if quota is None:
        return done
    if quota.done is None:
        return f"{measured(goal, game, quota.wanted)} to do"
    if quota.done >= quota.wanted:
        return f"{measured(goal, game, quota.done)}, done for today"
    return f"{people(quota.done)} of {measured(goal, game, quota.wanted)}"


def _level(goal: Goal, skill: Skill, xp: Number) -> int:
    virtual = goal.target_type is GoalType.VIRTUAL_LEVEL
    return skill.virtual_level(int(xp)) if virtual else skill.level(int(xp))
