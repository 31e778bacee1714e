"""What somebody said of a metric, read and checked: a number in the metric's unit, and when it was so."""

from datetime import date, datetime

from tracker.frozen import frozen
from tracker.readings import Number


@frozen
class LogWords:
    value: Number
    """In the metric's unit."""
    unit: str | None
    """As it was said, where one was."""
    note: str | None
    at: datetime
    day: date
    """Of the person."""
