"""`gains`: how much goals moved today and this week, or in the time that is named."""

import asyncio
from collections.abc import Sequence

from bot.own import BELONGINGS, Own
from bot.sms import words
from bot.sms.command import Answer, Command, Turn
from bot.sms.goal_commands import owned_by
from bot.sms.goal_lines import title_of
from tracker.goals.characters.names import spelling_key
from tracker.goals.finding import meant, unknown
from tracker.goals.games.game import game_of
from tracker.goals.model import Goal, GoalStatus
from tracker.goals.pace.gained import Gained, Moved, moved
from tracker.goals.pace.gains import Period
from tracker.goals.words.request import GoalType
from tracker.goals.words.wording import unit_of
from tracker.words import people

MOST_GOALS = 12
_USUAL = (Period.DAY, Period.WEEK)
_SAID = {
    Period.DAY: "today",
    Period.WEEK: "this week",
    Period.MONTH: "this month",
    Period.ALL_TIME: "in all",
}


async def show_gains(turn: Turn, rest: str) -> Answer:
    name, periods = _asked(rest)
    own = await BELONGINGS.of(turn.services, turn.user)
    goals = _meant(own, name)[:MOST_GOALS]
    if not goals:
        return Answer(words.NO_GOALS if own.characters else words.NO_CHARACTERS)
    found = await asyncio.gather(
        *(moved(turn.services.table, turn.user, goal, turn.now, periods=periods) for goal in goals)
    )
    return Answer("\n".join(map(_line, found)))


def _asked(rest: str) -> tuple[str, Sequence[Period]]:
    """Of what, and of which time, which is said at the end: `wc this week`."""
    parts = rest.split()
    if not parts or (period := words.PERIODS.get(parts[-1].casefold())) is None:
        return rest, _USUAL
    name = " ".join(parts[:-1])
    return name.removesuffix("this").strip(), (Period(period),)


def _meant(own: Own, name: str) -> list[Goal]:
    """Raises NoSuchGoal."""
    if not name:
        return [goal for goal in own.goals if goal.status is not GoalStatus.ARCHIVED]
    owned = owned_by(own)
    of_one = [goal for goal, character in owned if spelling_key(character.name) == spelling_key(name)]
    found = of_one or [goal for goal, _ in meant(owned, name)]
    if not found:
        raise unknown(owned, name)
    return found


def _line(one: Moved) -> str:
    return f"{title_of(one.goal)}: {', '.join(_gain(one.goal, it) for it in one.gained)}"


def _gain(goal: Goal, gained: Gained) -> str:
    """`+12,000 xp today`; of a rank, which way it went."""
    when = "" if gained.period is None else f" {_SAID[gained.period]}"
    amount = 0 if gained.gain is None else gained.gain.amount
    if not amount:
        return f"nothing{when}"
    unit = unit_of(goal, game_of(goal.subject.source))
    if goal.target_type is GoalType.RANK:
        return f"{'up' if amount < 0 else 'down'} {people(abs(amount))} {unit}{when}"
    return f"{'+' if amount > 0 else ''}{people(amount)} {unit}".rstrip() + when


COMMANDS = (Command(words.GAINS, show_gains),)
