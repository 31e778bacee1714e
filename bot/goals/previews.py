"""What a goal would be, in words, while somebody types. Nothing is written."""

from datetime import date

from bot.goals import requests
from bot.names import cut_short
from bot.visit import Visit
from tracker.goals.characters.names import game_for, whose_goal
from tracker.goals.games.game import Game, game_of
from tracker.goals.model import Character, Goal
from tracker.goals.pace.progress import progress_of
from tracker.goals.plans import Plan
from tracker.goals.words.wording import goal_title, measured
from tracker.words import in_full

LONGEST_THEN = 30


async def preview(visit: Visit, ask: requests.AddGoal) -> str:
    """Of a new one. Raises Refused."""
    if ask.goal is None:
        return f"A goal of parts: {cut_short(ask.title or '', LONGEST_THEN)}" if ask.title else ""
    mine = await visit.services.characters.list(visit.person.id, metrics=True)
    character, text = whose_goal(mine, ask.character, ask.goal)
    return await understood(visit, character, text, ask.by) if text.strip() else ""


async def understood(visit: Visit, character: Character, text: str, by: str | None) -> str:
    """`99 Woodcutting by Monday 1 March 2027: 12,034,431 xp to go · 120,344 xp a day`. Raises Refused."""
    goals = visit.services.goals
    plan = await goals.understand(visit.person, character, text, by=by)
    return _in_words(goals.sketch(visit.person, character, plan), plan, game_for(character), text)


async def preview_edit(visit: Visit, named: str, text: str, by: str | None) -> str:
    """What a goal would become. Raises Refused."""
    goals = visit.services.goals
    goal = await goals.find(visit.person.id, named)
    after = await goals.sketch_edit(visit.person, goal, text=text, by=by)
    return _by(f"Becomes {goal_title(after, game_of(after.subject.source))}", after.target_date)


def _in_words(goal: Goal, plan: Plan, game: Game, typed: str) -> str:
    _, then, rest = typed.casefold().partition(" then ")
    said = _by(goal_title(goal, game), plan.due) + (f", then {cut_short(rest, LONGEST_THEN)}" if then else "")
    if plan.start is None:
        return said
    progress = progress_of(plan, plan.start, plan.begun)
    pace = progress.required_per_day
    to_go = f"{measured(goal, game, progress.remaining)} to go"
    per_day = f" \N{MIDDLE DOT} {measured(goal, game, pace)} a day" if pace else ""
    return f"{said}: {to_go}{per_day}"


def _by(words: str, due: date | None) -> str:
    return words if due is None else f"{words} by {in_full(due)}"
