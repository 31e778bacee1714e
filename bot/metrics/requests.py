"""What can be asked of metrics."""

from decimal import Decimal

from pydantic import Field, StrictInt

from bot.documents import Ask
from bot.metrics.documents import MOST_DAYS
from bot.series import ShowSeries
from tracker.numbers import as_typed

SHOWN_DAYS = 60
"""So many days are shown of a metric. Its trend follows from the first."""


class MetricOptions(Ask, frozen=True):
    """What can be said of a metric besides its name, as people write it. `none` takes an option away."""

    unit: str | None = Field(default=None, description="What it is in: kg, lb, km, hours, dollars, pages")
    direction: str | None = Field(default=None, description="Which way is good: higher, lower or target")
    target: str | StrictInt | Decimal | None = Field(default=None, description="The value you want: 75")
    tolerance: str | StrictInt | Decimal | None = Field(
        default=None, description="How far from the target is still good; for --direction target"
    )
    low: str | StrictInt | Decimal | None = Field(default=None, description="Tell me when it is below this")
    high: str | StrictInt | Decimal | None = Field(default=None, description="Tell me when it is above this")
    per_day: str | None = Field(
        default=None,
        description="What several logs of a day come to: last, sum, mean, median, min, max or count",
    )
    ask: str | None = Field(default=None, description="Ask me every day at this time: 8:00")
    question: str | None = Field(default=None, description="What to ask: What do you weigh?")
    fed: str | None = Field(
        default=None, description="A number that logs itself here: Zezima woodcutting, or a goal"
    )
    area: str | None = Field(default=None, description="A part of your life: health, work")
    category: str | None = Field(default=None, description="A part of that area")
    tags: str | None = Field(default=None, description="Words to find it by: phone, errands")
    description: str | None = Field(default=None, description="What it is about")
    outcome: str | bool | None = Field(
        default=None, description="Look for what moves it, in insights: yes or no"
    )

    def options(self) -> dict[str, str]:
        """Those that are said."""
        said = {name: getattr(self, name) for name in MetricOptions.model_fields}
        switches = {True: "yes", False: "no"}
        return {
            name: switches[value] if isinstance(value, bool) else as_typed(value)
            for name, value in said.items()
            if value is not None
        }


class AddMetric(MetricOptions, frozen=True):
    name: str
    """`weight`, `hours slept`, `run (km)`."""


class NameMetric(Ask, frozen=True):
    metric: str
    """Its name, the beginning of that, or its id."""


class ShowMetric(NameMetric, frozen=True):
    days: int = Field(
        default=SHOWN_DAYS, ge=1, le=MOST_DAYS, description="How many of its newest days that have a log"
    )


class EditMetric(NameMetric, MetricOptions, frozen=True):
    name: str | None = Field(default=None, description="A new name")
    status: str | None = Field(default=None, description="active, paused (asks nothing) or archived")

    def options(self) -> dict[str, str]:
        more = {"name": self.name, "status": self.status}
        return super().options() | {key: value for key, value in more.items() if value is not None}


class ListMetrics(Ask, frozen=True):
    everything: bool = Field(
        default=False, validation_alias="all", description="Include archived metrics, at the end"
    )
    page: int | None = Field(default=None, ge=0)
    """From 0; all of them unless it is said."""


class LogMetric(NameMetric, frozen=True):
    value: str | StrictInt | Decimal
    """`82.4`, `181 lb`, `7h30`; a day and a note can stand in it, too."""
    at: str | None = Field(
        default=None, description="When it was so: yesterday, monday 7:30, 2027-03-01; now unless you say"
    )
    note: str | None = Field(default=None, description="A few words about it")


class CorrectMetric(NameMetric, frozen=True):
    value: str | StrictInt | Decimal
    """What it should be; a day, which says which log, and a note in quotes can stand in it, too."""
    log: str | None = Field(
        default=None,
        description="Which log: its time as `show` says it, or its day; the newest unless you say",
    )
    note: str | None = Field(default=None, description="Another note; without it, the note stays")


class UndoMetric(Ask, frozen=True):
    metric: str | None = None
    """Without it, the last log of any."""


class ShowMetricSeries(ShowSeries, frozen=True):
    metric: str
