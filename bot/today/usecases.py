"""What a person can ask about their day, and about everything at a glance."""

import asyncio
from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from bot.documents import Nothing, copied, read
from bot.sections import today_parts
from bot.today.documents import Glance, GoalSummary, Ticked, Today, Unlocked
from bot.today.requests import TickOff
from bot.visit import Visit
from tracker.goals.games.game import game_of
from tracker.goals.pace.progress import percent
from tracker.goals.words.wording import goal_title

if TYPE_CHECKING:
    from tracker.dashboard import GoalGlance
    from tracker.goals.composite.model import CompositeGoal

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


async def tick_off(visit: Visit, ask: TickOff) -> Ticked:
    from tracker.dates import parse_past_day  # noqa: PLC0415 - a day is looked at more often than it is ticked off

    day = read("day", ask.day, lambda said: parse_past_day(said, visit.today)) or visit.today
    message = await tick(visit, [(ask.section, ask.thing)], day, undo=ask.undo)
    return Ticked(section=ask.section, thing=ask.thing, day=day, undone=ask.undo, message=message)


async def glance(visit: Visit, ask: Nothing) -> Glance:
    """In one round trip, whatever the person's history is."""
    del ask
    from bot.habits.documents import habit_document  # noqa: PLC0415 - of a day, features know themselves
    from tracker import dashboard  # noqa: PLC0415

    found = await dashboard.dashboard_of(visit.services.table, visit.person.id, visit.now)
    return Glance(
        timezone=found.user.timezone,
        points=found.level.points,
        coins=found.wallet.coins,
        level=found.level.number,
        points_to_next_level=found.level.to_next,
        habits=tuple(map(habit_document, found.habits)),
        goals=(*map(parts_glance, found.goals_of_parts), *map(goal_glance, found.goals)),
        achievements=tuple(
            Unlocked(**copied(one, *Unlocked.model_fields)) for one in found.achievements[:MOST_ACHIEVEMENTS]
        ),
    )


def parts_glance(goal: "CompositeGoal") -> GoalSummary:
    progress = goal.shown_progress
    return GoalSummary(
        kind="parts",
        id=goal.id,
        title=goal.title,
        value=None,
        percent=None if progress is None else float(progress),
        seen_at=goal.last_activity_at,
    )


def goal_glance(one: "GoalGlance") -> GoalSummary:
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
