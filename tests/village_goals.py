"""What somebody in the village wants in the end: a goal made of parts, and another below it."""

from datetime import timedelta
from itertools import count

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.days import local_day
from tracker.goal_parts.linking import Linking
from tracker.goal_parts.service import GoalsOfParts
from tracker.goals.composite.model import ProgressConfig, TimeHorizon
from tracker.habits.service import Habits
from tracker.ids import ulids
from tracker.metrics.service import Metrics
from tracker.store.table import Table
from tracker.tasks.service import NewTask, Tasks


async def begin_goals(table: Table, clock: Clock, user: User) -> None:
    numbers = count(1)
    goals = GoalsOfParts(table, clock, lambda: f"01JH{next(numbers):022d}")
    tasks, habits, metrics = (
        Tasks(table, clock, lambda: f"part{next(numbers)}"),
        Habits(table, clock, ulids(clock)),
        Metrics(table, clock, ulids(clock)),
    )
    linking = Linking(table, goals, tasks, habits, metrics)
    today = local_day(clock(), user.zone, user.day_start)
    fit = await goals.add(
        user,
        "Get fit",
        {
            "area": "health",
            "description": "To climb a mountain",
            "target_date": today + timedelta(days=90),
            "time_horizon": TimeHorizon.QUARTERLY,
            "progress_config": ProgressConfig(criteria=50),
            "tags": ("body",),
        },
    )
    await goals.add(user, "Run", {"parent": fit.id, "notes": "slowly"})
    await linking.put_criterion(fit, "Run 5 km", target_date=today + timedelta(days=30))
    await linking.tick(fit, "1")
    await linking.link_habit(user, fit, await habits.find(user.id, "gym"))
    await linking.link_metric(user, fit, await metrics.find(user.id, "Weight"), 75)
    shoes = (await tasks.add(user.id, NewTask(title="Buy shoes", goal_ids=(fit.id,)))).changed.task
    await tasks.done(user.id, shoes.id)
    await goals.list(user.id)
