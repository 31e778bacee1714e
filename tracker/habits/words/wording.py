"""Habits in the words that people use for them: streaks, amounts, days."""

from tracker.habits.model import Habit, HabitStatus
from tracker.habits.schedule import Daily, EveryDays, OnWeekdays, PerMonth, PerWeek, Schedule, WithinDays
from tracker.habits.states import DayState
from tracker.habits.streaks import WHOLE, Mark
from tracker.habits.watched import Watched
from tracker.readings import Number
from tracker.words import count_of, day_text, people, times_text, with_unit

_WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def streak_text(number: int, schedule: Schedule) -> str:
    """`12 days in a row`."""
    return f"{count_of(number, schedule.unit)} in a row"


def strength_text(mark: Mark) -> str:
    return f"{round(100 * mark.strength / WHOLE)} %"


def amount_text(habit: Habit, amount: Number) -> str:
    """`5 pages`."""
    return with_unit(amount, habit.unit or "")


def so_far(habit: Habit, amount: Number | None) -> str | None:
    """`3 of 8 glasses`; None of a habit without an amount."""
    if habit.amount is None:
        return None if amount is None else amount_text(habit, amount)
    return f"{people(amount or 0)} of {amount_text(habit, habit.amount)}"


def period_text(watched: Watched) -> str | None:
    """`1 of 3 this week`; None where each day stands for itself."""
    schedule, today = watched.habit.schedule, watched.today
    period = watched.period
    if period is None or period.first == period.last:
        return None
    if isinstance(schedule, EveryDays):
        return "once until " + ("today" if period.last == today else day_text(period.last, today))
    return f"{watched.done_in_period} of {period.needed} this {schedule.unit}"


def today_text(watched: Watched) -> str:
    """What today is so far: `to do`, `3 of 8 glasses`, `done`, `paused`."""
    habit, state = watched.habit, watched.state
    entry = watched.entries.get(watched.today)
    amount = so_far(habit, entry.amount) if entry else None
    match state:
        case DayState.DONE:
            return f"done: {amount}" if amount else "done"
        case DayState.PARTIAL if amount:
            return amount
        case DayState.MISSED if habit.habit_type.at_most:
            return f"{amount}, too much" if amount else "it happened"
        case DayState.OPEN if habit.habit_type.at_most:
            return f"{amount} so far" if amount else "nothing so far"
        case DayState.OPEN:
            return "to do" if watched.is_due else "nothing to do"
        case _:
            paused = state is DayState.AWAY and habit.status is HabitStatus.PAUSED
            return "paused" if paused else state.value


def wanted_text(habit: Habit) -> str:
    """`20 pages, every day`, `at most 2 cups, every day`, `not at all, every day`."""
    often = schedule_words(habit.schedule)
    if habit.amount is not None:
        most = "at most " if habit.habit_type.at_most else ""
        return f"{most}{amount_text(habit, habit.amount)}, {often}"
    return f"not at all, {often}" if habit.habit_type.at_most else often


def habit_text(habit: Habit) -> str:
    """All that was understood of it: `Gym, 3 times a week, reminders at 07:30`, `No smoking, every day`."""
    reminders = f", {_reminders(habit)} at {times_text(habit.reminders)}" if habit.reminders else ""
    counted = f", counted from {habit.fed_by.title}" if habit.fed_by else ""
    if habit.amount is None and habit.habit_type.at_most:
        name = f"{habit.name[:1].lower()}{habit.name[1:]}"
        return f"No {name}, {schedule_words(habit.schedule)}{reminders}{counted}"
    return f"{habit.name}, {wanted_text(habit)}{reminders}{counted}"


def _reminders(habit: Habit) -> str:
    return "a reminder" if len(habit.reminders) == 1 else "reminders"


def schedule_words(schedule: Schedule) -> str:
    """As it is shown: `3 times a week`."""
    match schedule:
        case Daily():
            return "every day"
        case OnWeekdays(days=days):
            return "on " + ", ".join(_WEEKDAYS[day] for day in days)
        case PerWeek(times=times):
            return _often(times, "week")
        case PerMonth(times=times):
            return _often(times, "month")
        case EveryDays(days=days):
            return f"every {days} days"
        case WithinDays(times=times, days=days):
            return f"{times} in any {days} days"


def _often(times: int, period: str) -> str:
    return {1: f"once a {period}", 2: f"twice a {period}"}.get(times, f"{times} times a {period}")
