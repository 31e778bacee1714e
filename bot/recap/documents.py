"""What is answered about a month or a year: one shape for `--json` and `/api`."""

from datetime import date

from bot.documents import Document
from tracker.life.recap.counting import DayDone, HabitRun, ReachedGoal, Recap


class Reached(Document, frozen=True):
    title: str
    day: date


class RecapRun(Document, frozen=True):
    habit: str
    longest: int
    """So many in a row, within the period."""
    unit: str
    """`day`, `week`, `month`."""
    done: int
    """On so many days."""


class RecapDay(Document, frozen=True):
    day: date
    done: int
    """Habits and tasks."""
    points: int


class RecapDocument(Document, frozen=True):
    period: str
    """`2026`, `2026-11`."""
    first: date
    last: date
    """Of what is not over yet, today."""
    goals: tuple[Reached, ...]
    """Those that were reached, in the order of time."""
    streaks: tuple[RecapRun, ...]
    """The longest first; five at most."""
    best_days: tuple[RecapDay, ...]
    """Those on which most was done; five at most."""
    achievements: tuple[Reached, ...]
    habit_days: int
    tasks: int
    minutes: int
    """Of those tasks whose size was said."""
    milestones: int
    points: int
    """What these habits and tasks gave."""
    active_days: int
    whole: bool
    """Whether nothing was left out because there is so much."""


def recap_document(found: Recap, *, shared: bool) -> RecapDocument:
    return RecapDocument(
        period=str(found.period),
        first=found.days.first,
        last=found.days.last,
        goals=tuple(_reached(one) for one in found.reached if not (shared and one.is_private)),
        streaks=tuple(map(_run, found.runs)),
        best_days=tuple(map(_day, found.best)),
        achievements=tuple(map(_reached, found.achievements)),
        habit_days=found.habit_days,
        tasks=found.tasks,
        minutes=found.minutes,
        milestones=found.milestones,
        points=found.points,
        active_days=found.active_days,
        whole=found.whole,
    )


def _reached(one: ReachedGoal) -> Reached:
    return Reached(title=one.title, day=one.day)


def _run(one: HabitRun) -> RecapRun:
    return RecapRun(habit=one.habit, longest=one.longest, unit=one.unit, done=one.done)


def _day(one: DayDone) -> RecapDay:
    return RecapDay(day=one.day, done=one.done, points=one.points)
