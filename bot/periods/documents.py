"""What is answered about a period: one shape for `--json` and `/api`."""

from datetime import date

from bot.documents import Document
from bot.goals.documents import GoalGain
from bot.periods.requests import PeriodKind
from tracker.readings import Number


class HabitInPeriod(Document, frozen=True):
    id: str
    name: str
    at_most: bool
    done: int
    """Days on which it was done; of what should not be, on which it happened."""
    amount: Number | None
    """Of all days together; null where it is done or not."""
    unit: str | None


class MetricInPeriod(Document, frozen=True):
    id: str
    name: str
    unit: str | None
    days: int
    """That have a log."""
    first: Number
    last: Number
    mean: float
    low: Number
    high: Number


class PeriodNumbers(Document, frozen=True):
    period: PeriodKind
    back: int
    first: date
    last: date
    """Today, where the period is not over."""
    habits: tuple[HabitInPeriod, ...]
    goals: tuple[GoalGain, ...]
    metrics: tuple[MetricInPeriod, ...]
    """Those that were logged."""
