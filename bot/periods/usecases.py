"""What a person can ask of a period: words in, documents out."""

import asyncio
from collections.abc import Iterable, Mapping
from datetime import date, timedelta

from bot.goals import gains_usecases
from bot.goals.requests import ShowGains
from bot.periods.documents import HabitInPeriod, MetricInPeriod, PeriodNumbers
from bot.periods.requests import PeriodKind, ShowPeriod
from bot.visit import Visit
from tracker.days import Days, first_of_week, last_of_month
from tracker.habits.day_context import read_logs
from tracker.habits.model import Habit, HabitLog
from tracker.habits.states import Logged
from tracker.metrics.model import Metric
from tracker.metrics.past import values_between
from tracker.readings import Number


async def show(visit: Visit, ask: ShowPeriod) -> PeriodNumbers:
    whole = days_of(ask.period, visit.today, ask.back)
    days = Days(whole.first, min(whole.last, visit.today))
    gains, habits, metrics = await asyncio.gather(
        gains_usecases.gains(visit, ShowGains(first=f"{days.first}", last=f"{days.last}")),
        _habits(visit, days),
        _metrics(visit, days),
    )
    return PeriodNumbers(
        period=ask.period,
        back=ask.back,
        first=days.first,
        last=days.last,
        habits=habits,
        goals=gains.gains,
        metrics=metrics,
    )


def days_of(kind: PeriodKind, today: date, back: int) -> Days:
    """The whole week, month or year so many before the one that today is in."""
    match kind:
        case PeriodKind.WEEK:
            first = first_of_week(today) - timedelta(weeks=back)
            return Days(first, first + timedelta(days=6))
        case PeriodKind.MONTH:
            years, month = divmod(today.year * 12 + today.month - 1 - back, 12)
            first = date(years, month + 1, 1)
            return Days(first, last_of_month(first))
        case PeriodKind.YEAR:
            year = max(today.year - back, 1)
            return Days(date(year, 1, 1), date(year, 12, 31))


async def _habits(visit: Visit, days: Days) -> tuple[HabitInPeriod, ...]:
    """Of all that are not archived: what nothing was done of says so."""
    every = await visit.services.habits.list(visit.person.id)
    logs = await asyncio.gather(*(read_logs(visit.services.table, one.id, days.first) for one in every))
    return tuple(_habit(one, log, days) for one, log in zip(every, logs, strict=True))


def _habit(habit: Habit, log: Mapping[date, HabitLog], days: Days) -> HabitInPeriod:
    in_it = [one for day, one in log.items() if day <= days.last and one.state is Logged.DONE]
    # A day without what is to be left is noted with 0: that is no time that it happened.
    told = [one for one in in_it if one.amount != 0] if habit.habit_type.at_most else in_it
    return HabitInPeriod(
        id=habit.id,
        name=habit.name,
        at_most=habit.habit_type.at_most,
        done=len(told),
        amount=None if habit.amount is None else sum((one.amount or 0 for one in told), start=0),
        unit=habit.unit,
    )


async def _metrics(visit: Visit, days: Days) -> tuple[MetricInPeriod, ...]:
    every = await visit.services.metrics.list(visit.person.id)
    found = await asyncio.gather(
        *(values_between(visit.services.table, one, days.first, days.last) for one in every)
    )
    return tuple(_metric(one, values.values()) for one, values in zip(every, found, strict=True) if values)


def _metric(metric: Metric, in_order: Iterable[Number]) -> MetricInPeriod:
    values = [*in_order]
    return MetricInPeriod(
        id=metric.id,
        name=metric.name,
        unit=metric.day_unit,
        days=len(values),
        first=values[0],
        last=values[-1],
        mean=round(float(sum(values)) / len(values), 3),
        low=min(values),
        high=max(values),
    )
