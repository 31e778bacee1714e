"""What a chart of a metric shows, as plain values, and the same in words for those who cannot see it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from bot.charts.numbers import label
from tracker.readings import Number
from tracker.tones import Tone
from tracker.words import count_of, day_text, people, shown_week, with_unit

_KEPT_PER_DAY = 0.9
"""How much of the trend a day leaves as it was; after a gap of n days it is that to the power of n."""


class Outlook(NamedTuple):
    """Where it will be on a day: between these two, four times of five."""

    day: date
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class MetricChart:
    title: str
    subtitle: str
    unit: str
    """Empty where it has none."""
    days: Mapping[date, Number]
    """What each day came to; a day without a log has no value."""
    today: date
    adds_up: bool = False
    """Whether its days are amounts, and not levels: then it is drawn as a year."""
    target: Number | None = None
    low: Number | None = None
    high: Number | None = None
    """Its thresholds."""
    tone: Tone = Tone.PLAIN
    """Whether it goes where it is wanted."""
    outlook: Outlook | None = None

    @property
    def first(self) -> date:
        return min(self.days, default=self.today)

    @property
    def latest(self) -> tuple[date, Number] | None:
        return max(self.days.items(), default=None)


def level(days: Mapping[date, Number]) -> list[tuple[date, float]]:
    """Day by day, without the noise: each value moves it by a tenth, or by more after a gap."""
    found: list[tuple[date, float]] = []
    for day in sorted(days):
        value = float(days[day])
        if found:
            before, was = found[-1]
            value += (was - value) * _KEPT_PER_DAY ** (day - before).days
        found.append((day, value))
    return found


def describe(chart: MetricChart) -> str:
    """The chart in words."""
    return " ".join(_sentences(chart))


def _sentences(chart: MetricChart) -> Iterator[str]:
    yield f"{chart.title}: {chart.subtitle}."
    if chart.latest is None:
        yield "There are no numbers yet."
        return
    day, value = chart.latest
    since = day_text(chart.first, chart.today)
    if len(chart.days) == 1:
        yield f"{said(chart, value)} on {since}."
    else:
        least, most = min(chart.days.values()), max(chart.days.values())
        yield (
            f"{count_of(len(chart.days), 'day')} since {since}, from {label(least)} to {said(chart, most)};"
            f" the last is {label(value)} on {day_text(day, chart.today)}."
        )
    if chart.adds_up:
        yield f"In all {said(chart, sum(chart.days.values()))}."
    for words, bound in (("target", chart.target), ("lower limit", chart.low), ("upper limit", chart.high)):
        if bound is not None:
            yield f"The {words} is {said(chart, bound)}."
    if chart.outlook is not None:
        yield f"{outlook_words(chart.outlook, chart.today).capitalize()}."


def said(chart: MetricChart, value: Number) -> str:
    return with_unit(value, chart.unit)


def outlook_words(outlook: Outlook, today: date) -> str:
    """`in 4 weeks: 80.1 to 82.3`."""
    weeks, days = divmod((outlook.day - today).days, 7)
    when = count_of(weeks, "week") if not days else count_of((outlook.day - today).days, "day")
    return f"in {when}: {people(outlook.low)} to {people(outlook.high)}"


def year_begins(chart: MetricChart) -> date:
    """The day on which the weeks of a year that ends today begin, or the week of its first value."""
    earliest = shown_week(chart.today).first - timedelta(weeks=52)
    return max(earliest, shown_week(chart.first).first)
