"""Habits in as few letters as they need: a line in a list, a few lines for one."""

from collections.abc import Iterator, Sequence

from bot.names import NAME, cut_short
from tracker.habits.model import Habit, HabitStatus
from tracker.habits.watched import Watched
from tracker.habits.words.wording import period_text, streak_text, strength_text, today_text, wanted_text
from tracker.words import count_of, times_text


def name_of(habit: Habit) -> str:
    return cut_short(habit.name, NAME)


def listed(shown: Sequence[Watched], *, first: int = 1) -> Iterator[str]:
    """`1. Gym: to do, 1 of 3 this week, 4 weeks in a row`."""
    for number, one in enumerate(shown, first):
        current = one.standing().current
        streak = f", {streak_text(current, one.habit.schedule)}" if current else ""
        yield f"{number}. {name_of(one.habit)}: {_now(one)}{streak}"


def _now(watched: Watched) -> str:
    """What today is, and the week or month."""
    is_live = watched.habit.status is HabitStatus.ACTIVE
    return ", ".join(filter(None, [today_text(watched), period_text(watched) if is_live else None]))


def in_full(watched: Watched) -> Iterator[str]:
    """What is wanted, what today is, the streak, when it is reminded of."""
    habit, mark = watched.habit, watched.standing()
    yield f"{name_of(habit)}: {wanted_text(habit)}"
    now = _now(watched)
    yield now[:1].upper() + now[1:]
    streak = streak_text(mark.current, habit.schedule) if mark.current else "No streak yet"
    longest = (
        f", longest {count_of(mark.longest, habit.schedule.unit)}" if mark.longest > mark.current else ""
    )
    yield f"{streak}{longest}, strength {strength_text(mark)}"
    if habit.reminders:
        yield f"Reminders at {times_text(habit.reminders)}"
