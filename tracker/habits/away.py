"""Days on which nothing is expected of a habit: holidays, and pauses, which are holidays with no end yet."""

from collections.abc import Iterator, Mapping
from datetime import date

from tracker.days import Days
from tracker.habits.errors import BadHabit, HabitUnchanged
from tracker.habits.model import Away, Habit, HabitStatus
from tracker.habits.schedule import ONE_DAY
from tracker.habits.states import UNDONE
from tracker.habits.watched import Watched

MOST_AWAY = 365
LONGEST = 366


def paused(watched: Watched) -> Mapping[str, object]:
    habit = watched.habit
    if habit.status is HabitStatus.PAUSED:
        raise HabitUnchanged(f"{habit.name} is paused already.")
    if habit.status is HabitStatus.ARCHIVED:
        raise HabitUnchanged(f"{habit.name} is put away, and nothing is expected of it. Resume it first.")
    return {"status": HabitStatus.PAUSED, "away": _from_now_on(watched)}


def archived(watched: Watched) -> Mapping[str, object]:
    habit = watched.habit
    if habit.status is HabitStatus.ARCHIVED:
        raise HabitUnchanged(f"{habit.name} is archived already.")
    return {"status": HabitStatus.ARCHIVED, "away": _from_now_on(watched)}


def resumed(watched: Watched) -> Mapping[str, object]:
    habit = watched.habit
    if habit.status is HabitStatus.ACTIVE:
        raise HabitUnchanged(f"{habit.name} is under way already.")
    return {"status": HabitStatus.ACTIVE, "away": _closed(habit, watched.today)}


def left(habit: Habit, days: Days) -> Mapping[str, object]:
    """A holiday more."""
    if days.last < days.first:
        raise BadHabit("A holiday ends after it begins.")
    if (days.last - days.first).days >= LONGEST:
        raise BadHabit("A holiday has a year at most; pause the habit for longer.")
    new = Away(first=days.first, last=days.last)
    if new in habit.away:
        raise HabitUnchanged(f"{habit.name} knows of these days already.")
    if len(habit.away) >= MOST_AWAY:
        raise BadHabit(f"A habit has {MOST_AWAY} holidays at most.")
    return {"away": (*habit.away, new)}


def returned(habit: Habit, days: Days) -> Mapping[str, object]:
    """Its holidays without these days; a pause stays one."""
    kept = tuple(piece for one in habit.away for piece in _pieces(one, days))
    if kept == habit.away:
        raise HabitUnchanged(f"{habit.name} has no holiday on these days.")
    return {"away": kept}


def _pieces(away: Away, days: Days) -> Iterator[Away]:
    if away.last is None or away.last < days.first or days.last < away.first:
        yield away
        return
    if away.first < days.first:
        yield Away(first=away.first, last=days.first - ONE_DAY)
    if days.last < away.last:
        yield Away(first=days.last + ONE_DAY, last=away.last)


def _from_now_on(watched: Watched) -> tuple[Away, ...]:
    """From today, or from yesterday where that can still be told: nobody will ask about it any more."""
    if any(one.last is None for one in watched.habit.away):
        return watched.habit.away
    yesterday = watched.today - ONE_DAY
    is_open = yesterday > watched.settled and yesterday >= watched.habit.began
    is_asked = is_open and not watched.habit.target.at_most and watched.state_of(yesterday) in UNDONE
    first = yesterday if is_asked else watched.today
    return (*watched.habit.away, Away(first=first))


def _closed(habit: Habit, today: date) -> tuple[Away, ...]:
    """With a pause that goes on ended yesterday; one that began today has not been."""
    ended = (one if one.last else one.model_copy(update={"last": today - ONE_DAY}) for one in habit.away)
    return tuple(one for one in ended if one.last is None or one.last >= one.first)
