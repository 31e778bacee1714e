"""What somebody in the village has to do: tasks of every kind, and a project."""

from datetime import timedelta
from itertools import count

from tracker.accounts.model import User
from tracker.clock import Clock
from tracker.days import local_day
from tracker.projects.service import Projects
from tracker.store.table import Table
from tracker.tasks.model import ChecklistItem, Priority
from tracker.tasks.recurrence import Recurrence, RepeatUnit
from tracker.tasks.service import NewTask, Tasks


async def begin_tasks(table: Table, clock: Clock, user: User) -> None:
    names = count(1)
    today = local_day(clock(), user.zone, user.day_start)
    projects = Projects(table, clock, lambda: f"project{next(names)}")
    house = await projects.add(
        user.id, "House", today, {"area": "home", "end_date": today + timedelta(days=60)}
    )
    tasks = Tasks(table, clock, lambda: f"task{next(names)}")
    walls = NewTask(title="Wash the walls", size=60, project_ids=(house.id,), area="home")
    first = (await tasks.add(user.id, walls)).changed.task
    paint = NewTask(
        title="Paint",
        size=240,
        priority=Priority.P2,
        project_ids=(house.id,),
        due_date=today + timedelta(days=5),
        checklist=(ChecklistItem(text="Buy paint"),),
        tags=("weekend",),
    )
    second = (await tasks.add(user.id, paint)).changed.task
    await tasks.depend(user.id, second.id, first.id)
    rent = NewTask(title="Rent", recurrence_rule=Recurrence(frequency=RepeatUnit.MONTH, start=today))
    monthly = (await tasks.add(user.id, rent)).changed.task
    await tasks.done(user.id, monthly.id)
