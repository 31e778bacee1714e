"""A look back in words."""

from collections.abc import Iterator

from tracker.life.recap.counting import HabitRun, Recap
from tracker.life.recap.period import RecapPeriod
from tracker.words import count_of, month_text, people, short_day, some_of

MOST_NAMED = 3


def period_text(period: RecapPeriod) -> str:
    """`2026`, `November 2026`."""
    return f"{period.year}" if period.month is None else month_text(period.days.first)


def run_text(run: HabitRun) -> str:
    """`12 days in a row`."""
    return f"{count_of(run.longest, run.unit)} in a row"


def sentences(found: Recap) -> Iterator[str]:
    """The most important one first: a short message is cut at its end."""
    if found.reached:
        names = some_of([one.title for one in found.reached], MOST_NAMED)
        yield f"You reached {count_of(len(found.reached), 'goal')}: {names}."
    if found.runs:
        best = found.runs[0]
        yield f"Your longest streak: {best.habit}, {run_text(best)}."
    if found.best:
        day = found.best[0]
        yield f"Your best day: {short_day(day.day)}, with {count_of(day.done, 'thing')} done."
    habits, tasks = count_of(found.habit_days, "day"), count_of(found.tasks, "task")
    yield f"In all: {habits} of habits, {tasks}, {people(found.points)} points."
