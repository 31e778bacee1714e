"""What was done of a habit over time: its amount each day; 1 for a day that was done without one."""

from bot.habits.requests import ShowHabitSeries
from bot.series import NumberSeries, SeriesPoint, days_over
from bot.visit import Visit
from tracker.habits.day_context import read_logs
from tracker.habits.model import HabitLog
from tracker.habits.states import Logged
from tracker.readings import Number


async def series(visit: Visit, ask: ShowHabitSeries) -> NumberSeries:
    first, last = days_over(visit, ask)
    habit = await visit.services.habits.find(visit.person.id, ask.habit, archived=True)
    logs = await read_logs(visit.services.table, habit.id, first)
    return NumberSeries(
        id=habit.id,
        name=habit.name,
        unit=habit.unit,
        series=tuple(
            SeriesPoint(t=day, v=value)
            for day, log in sorted(logs.items())
            if day <= last and (value := _value(log)) is not None
        ),
        more=False,
    )


def _value(log: HabitLog) -> Number | None:
    """None for a day on which nothing is said of how much: it was skipped, or excused."""
    if log.amount is not None:
        return log.amount
    return 1 if log.state is Logged.DONE else None
