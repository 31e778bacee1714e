"""A number over time, in the same form whatever it is of: for charts that others draw."""

from datetime import date, datetime, timedelta

from pydantic import Field

from bot.documents import Ask, Document, reading
from bot.visit import Visit
from tracker.dates import days_between
from tracker.days import Days
from tracker.readings import Number

USUAL = timedelta(days=365)
LONGEST = timedelta(days=3653)
"""Ten years: of more, the newest."""


class ShowSeries(Ask, frozen=True):
    first: str | None = Field(
        default=None,
        validation_alias="from",
        description="From this day on: 2027-03-01; a year ago unless you say",
    )
    last: str | None = Field(default=None, validation_alias="to", description="To the end of this day")


class SeriesPoint(Document, frozen=True):
    t: datetime | date
    """An instant, or the day of the person that the value is of."""
    v: Number


class NumberSeries(Document, frozen=True):
    id: str
    name: str
    unit: str | None
    series: tuple[SeriesPoint, ...]
    """The oldest first."""
    more: bool
    """Whether there are older ones in these days, which were too many."""


def days_over(visit: Visit, ask: ShowSeries) -> Days:
    """Raises NoSuchDate."""
    with reading("from" if ask.first else "to"):
        found = days_between(visit.today, ask.first, ask.last)
    return Days(max(found.first, found.last - (LONGEST if ask.first else USUAL)), found.last)
