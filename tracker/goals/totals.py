"""What a person has done in all: goals under way and reached, this week's gains; what everybody is after."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from tracker.accounts.model import User
from tracker.days import Span, local_day, week_span
from tracker.frozen import frozen
from tracker.goals.characters.service import most_tracked
from tracker.goals.games.game import game_keys, game_of
from tracker.goals.lookup import characters_of, goals_of
from tracker.goals.model import LIVE, Goal
from tracker.goals.pace.gained import gains_between
from tracker.goals.pace.gains import Gain
from tracker.goals.pace.standing import GoalStanding, standings
from tracker.goals.words.wording import unit_of
from tracker.readings import Number
from tracker.store.table import Table
from tracker.subjects import is_polled

MOST_TRACKED = 5
MANY = 5
"""Characters at least have goals on what everybody is told that everybody is after."""


@frozen
class WeekGain:
    goal: Goal
    character: str
    """Its name, as it was given."""
    amount: Number


@frozen
class Totals:
    characters: int
    reached: int
    """Also those that were put away afterwards."""
    live: Sequence[GoalStanding]
    """Goals under way, and those that are paused."""
    gains: Sequence[WeekGain]
    """This week, the largest first."""
    tracked: Sequence[tuple[str, Sequence[str]]]
    """By game, the attributes that most goals of all people are on. How many would say when one is added."""


async def totals_of(table: Table, user: User, now: datetime) -> Totals:
    week = week_span(local_day(now, user.zone, user.day_start), user.zone, user.day_start)
    characters = await characters_of(table, user.id)
    goals = [goal for one in characters for goal in await goals_of(table, user.id, one.id)]
    found = await standings(table, user, [goal for goal in goals if _moves(goal, week)], now)
    gains = await gains_between(table, [(one, week) for one in found])
    # Of games alone: what people call a number on the web is theirs.
    tracked = [(game, await most_tracked(table, game, MOST_TRACKED, characters=MANY)) for game in game_keys()]
    return Totals(
        characters=sum(is_polled(one.subject) for one in characters),  # a metric is none
        reached=sum(goal.reached_at is not None for goal in goals),
        live=[one for one in found if one.goal.status in LIVE],
        gains=largest_gains(zip(found, gains, strict=True), {one.id: one.name for one in characters}),
        tracked=[(game, [name for name, _ in most]) for game, most in tracked if most],
    )


def largest_gains(found: Iterable[tuple[GoalStanding, Gain | None]], names: dict[str, str]) -> list[WeekGain]:
    """The largest first. A number that several goals are on is told once, from the oldest of them."""
    gained: dict[tuple[str, str, str], WeekGain] = {}
    for standing, gain in found:
        goal = standing.goal
        if gain is not None and gain.amount:
            unit = unit_of(goal, game_of(goal.subject.source))
            name = names.get(goal.character, goal.character)
            gained.setdefault(
                (goal.character, goal.target_attribute, unit), WeekGain(goal, name, gain.amount)
            )
    return sorted(gained.values(), key=lambda one: -abs(one.amount))


def _moves(goal: Goal, week: Span) -> bool:
    return goal.status in LIVE or (goal.reached_at is not None and goal.reached_at >= week.start)
