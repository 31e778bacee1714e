"""Days on which nothing is expected of a habit: holidays, and pauses, which are holidays with no end yet."""

from collections.abc import Mapping
from datetime import date

from tracker.habits.errors import BadHabit, NothingToChange
from tracker.habits.model import Away, Habit, HabitStatus
from tracker.habits.schedule import ONE_DAY

MOST_AWAY = 60
LONGEST = 366


def paused(habit: Habit, today: date) -> Mapping[str, object]:
    if habit.status is HabitStatus.PAUSED:
        raise NothingToChange(f"{habit.name} is paused already.")
    return {"status": HabitStatus.PAUSED, "away": (*_closed(habit, today), Away(first=today))}


def resumed(habit: Habit, today: date) -> Mapping[str, object]:
    if habit.status is HabitStatus.ACTIVE:
        raise NothingToChange(f"{habit.name} is under way already.")
    return {"status": HabitStatus.ACTIVE, "away": _closed(habit, today)}


def left(habit: Habit, first: date, last: date) -> Mapping[str, object]:
    """A holiday from one day to another, both included."""
    if last < first:
        raise BadHabit("A holiday ends after it begins.")
    if (last - first).days >= LONGEST:
        raise BadHabit("A holiday has a year at most; pause the habit for longer.")
    new = Away(first=first, last=last)
    if new in habit.away:
        raise NothingToChange(f"{habit.name} knows of these days already.")
    if len(habit.away) >= MOST_AWAY:
        raise BadHabit(f"A habit has {MOST_AWAY} holidays at most.")
    return {"away": (*habit.away, new)}


def _closed(habit: Habit, today: date) -> tuple[Away, ...]:
    """With a pause that goes on ended yesterday; one that began today has not been."""
    ended = (one if one.last else one.model_copy(update={"last": today - ONE_DAY}) for one in habit.away)
    return tuple(one for one in ended if one.last is None or one.last >= one.first)
