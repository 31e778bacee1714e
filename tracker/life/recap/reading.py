"""What a look back reads: two round trips, and never more than so much, however long somebody is here."""

import asyncio
from datetime import datetime

from tracker.accounts.model import User
from tracker.days import Span
from tracker.goals.composite.model import CompositeGoal, GoalMilestone
from tracker.goals.model import Character
from tracker.habits.model import MOST_HABITS, Habit, HabitLog
from tracker.life.recap.counting import Lived, Recap, recap_of
from tracker.life.recap.period import RecapPeriod
from tracker.metrics.subject import KIND as OF_METRICS
from tracker.rewards.model import UnlockedAchievement
from tracker.store.entity import from_items
from tracker.store.index_keys import TimelineKey
from tracker.store.keys import CharacterKey, HabitKey, HabitLogKey
from tracker.store.query import Query
from tracker.store.steps import Lookup, ReadSteps
from tracker.store.table import Table
from tracker.tasks.model import Task

MOST = {"task": 4000, "milestone": 1000, "compositeGoal": 200, "achievement": 200}
"""So many of each type are looked at, the newest of the period."""
_HABITS = 2 * MOST_HABITS
"""With those that were put away; more are not looked at."""
_A_YEAR = 366


async def look_back(table: Table, user: User, period: RecapPeriod, now: datetime) -> Recap:
    lived = await table.read_in_steps(lived_in(user, period, now))
    return await asyncio.to_thread(recap_of, lived)


def lived_in(user: User, period: RecapPeriod, now: datetime) -> ReadSteps[Lived]:
    mine, span = HabitKey.prefix(user=user.id), period.days.span(user.zone, user.day_start)
    whose = CharacterKey.prefix(user=user.id)
    held = (Query(mine.pk, prefix=mine.prefix, limit=_HABITS), Query(whose.pk, prefix=whose.prefix))
    read = yield Lookup(queries=[*held, *(_within(user.id, kind, span) for kind in MOST)])
    of_habits, *pages = read.pages
    habits = [*from_items(Habit, of_habits.items)]
    logs = (yield Lookup(queries=[_log(one.id, period) for one in habits])).pages
    characters, tasks, milestones, goals, achievements = (page.items for page in pages)
    return Lived(
        user=user,
        now=now,
        period=period,
        habits=habits,
        logs={one.id: [*from_items(HabitLog, page.items)] for one, page in zip(habits, logs, strict=True)},
        tasks=[*from_items(Task, tasks)],
        milestones=[*from_items(GoalMilestone, milestones)],
        goals=[*from_items(CompositeGoal, goals)],
        of_metrics=frozenset(one.id for one in from_items(Character, characters) if one.game == OF_METRICS),
        achievements=[*from_items(UnlockedAchievement, achievements)],
        whole=not any(page.cursor for page in read.pages),
    )


def _within(user_id: str, kind: str, span: Span) -> Query:
    """Tasks and goals stand where they were done; those that are open stand where they came to be."""
    some = TimelineKey.between(span.start, span.end, user=user_id, kind=kind)
    return Query(some.pk, lo=some.lo, hi=some.hi, index=some.index, reverse=True, limit=MOST[kind])


def _log(habit_id: str, period: RecapPeriod) -> Query:
    days = HabitLogKey.between(*period.days, habit=habit_id)
    return Query(days.pk, lo=days.lo, hi=days.hi, limit=_A_YEAR)
