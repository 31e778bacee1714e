"""What a person can ask about their day, and about everything at a glance."""

import asyncio
from collections.abc import Sequence
from datetime import date

from bot.documents import Nothing, copied
from bot.habits.documents import habit_document
from bot.sections import today_parts
from bot.today.documents import Glance, GoalSummary, Today, Unlocked
from bot.visit import Visit
from tracker import dashboard
from tracker.goals.games.game import game_of
from tracker.goals.pace.progress import percent
from tracker.goals.words.wording import goal_title

MOST_ACHIEVEMENTS = 10


async def today(visit: Visit, ask: Nothing) -> Today:
    del ask
    every = today_parts(visit)
    found = await asyncio.gather(*(part.section(visit) for part in every.values()))
    return Today(day=visit.today, sections=dict(zip(every, found, strict=True)))


async def tick(visit: Visit, things: Sequence[tuple[str, str]], day: date, *, undo: bool = False) -> str:
    """`things` are names of sections and ids; what came of it in a sentence or more."""
    every, said = today_parts(visit), list[str]()
    for name in dict.fromkeys(name for name, _ in things):
        ids = [thing for section, thing in things if section == name]
        if name in every and (tick := every[name].tick) is not None:
            said.append(await tick(visit, ids, day, undo=undo))
    return " ".join(said)


async def glance(visit: Visit, ask: Nothing) -> Glance:
    """In one round trip, whatever the person's history is."""
    del ask
    found = await dashboard.dashboard_of(visit.services.table, visit.person.id, visit.now)
    return Glance(
        timezone=found.user.timezone,
        points=found.level.points,
        coins=found.wallet.coins,
        level=found.level.number,
        points_to_next_level=found.level.to_next,
        habits=tuple(map(habit_document, found.habits)),
        goals=tuple(map(goal_glance, found.goals)),
        achievements=tuple(
            Unlocked(**copied(one, *Unlocked.model_fields)) for one in found.achievements[:MOST_ACHIEVEMENTS]
        ),
    )


def goal_glance(one: dashboard.GoalGlance) -> GoalSummary:
    goal, latest = one.goal, one.latest
    game = game_of(goal.subject.source)
    plan, value = goal.plan(game), latest.value if latest else None
    return GoalSummary(
        id=goal.id,
        title=goal_title(goal, game),
        value=value,
        percent=None
        if value is None or goal.start_value is None
        else percent(plan.start, value, plan.aim.target, falling=plan.falling),
        seen_at=latest.at if latest else None,
    )
