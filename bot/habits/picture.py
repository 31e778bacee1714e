"""The chart of a habit: its year, and how strong it was; drawn by the one thread that draws."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from functools import partial
from typing import NamedTuple

from bot.charts.drawing import LONGEST_ALT
from bot.names import TITLE, plain_line
from bot.services import Services
from scheduler.channels.picture import Picture
from tracker.accounts.model import User
from tracker.habits.day_context import read_logs
from tracker.habits.model import Habit, HabitLog
from tracker.habits.watched import Watched, watch_one


class HabitMotif(NamedTuple):
    """Everything that is to be seen on a picture; what was told of any day is counted."""

    habit: Habit
    changes: int
    today: date
    settled: date
    dark: bool


async def draw_habit(services: Services, *, person: User, habit_id: str, dark: bool = True) -> Picture | None:
    habit = await services.habits.get(person.id, habit_id)
    watched = await watch_one(services.table, person, habit, services.clock())

    async def with_log() -> Callable[[], Picture]:
        return partial(drawn, watched, await read_logs(services.table, habit_id), dark=dark)

    changes = watched.streak.changes if watched.streak else 0
    motif = HabitMotif(habit, changes, watched.today, watched.settled, dark)
    return await services.drawings.drawn(motif, with_log)


def drawn(watched: Watched, logs: Mapping[date, HabitLog], *, dark: bool = True) -> Picture:
    """For a thread: it takes more than a tenth of a second of work."""
    from bot.charts.format import CARD  # noqa: PLC0415 - matplotlib takes most of a second
    from bot.charts.habit.chart import chart_of, describe, draw_habit  # noqa: PLC0415

    named = watched.habit.model_copy(update={"name": plain_line(watched.habit.name, TITLE)})
    chart = chart_of(replace(watched, habit=named), logs)
    return Picture(draw_habit(chart, CARD, dark=dark), plain_line(describe(chart), LONGEST_ALT))
