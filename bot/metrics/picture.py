"""The chart of a metric: its days, its trend and what is wanted of it, drawn by the one thread that draws."""

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from bot.charts.drawing import LONGEST_ALT
from bot.metrics.documents import MOST_DAYS, MetricDetails, metric_document
from bot.names import TITLE, UNIT, cut_short, plain_line
from bot.services import Services
from scheduler.channels.picture import Picture
from tracker.accounts.model import User
from tracker.days import local_day
from tracker.metrics.model import Metric, Trend
from tracker.metrics.units import measured
from tracker.readings import Number
from tracker.tones import Tone

if TYPE_CHECKING:
    from bot.charts.metric.values import Outlook

DAY = timedelta(days=1)
_AHEAD = (28, 14, 7)
"""Days: as far as the past says something of."""
_TONES = {Trend.IMPROVING: Tone.GOOD, Trend.DECLINING: Tone.WARNING}


class MetricMotif(NamedTuple):
    """Everything that is to be seen on a picture: each log moves the metric's revision."""

    metric: Metric
    today: date
    dark: bool


async def draw_metric(
    services: Services, *, person: User, metric_id: str, shown: MetricDetails | None = None, dark: bool = True
) -> Picture | None:
    """`shown` has its newest days, as long as nothing was logged since; the rest of its year is read."""
    metric = await services.metrics.get(person.id, metric_id)
    today = local_day(services.clock(), person.zone, person.day_start)

    async def with_days() -> Callable[[], Picture]:
        first, days = today - (MOST_DAYS - 1) * DAY, dict[date, Number]()
        if shown is not None and shown.metric == metric_document(metric, today):
            days = {one.day: one.value for one in shown.days if one.day >= first}
        last = min(days, default=today + DAY) - DAY
        if last >= first and len(days) < metric.logged_days:
            days = await services.metrics.days(metric, first, last) | days
        return partial(drawn, metric, days, today, dark=dark)

    return await services.drawings.drawn(MetricMotif(metric, today, dark), with_days)


def drawn(metric: Metric, days: Mapping[date, Number], today: date, *, dark: bool = True) -> Picture:
    """For a thread: it takes more than a tenth of a second of work."""
    from bot.charts.format import CARD  # noqa: PLC0415 - matplotlib takes most of a second
    from bot.charts.metric.chart import MetricChart, describe  # noqa: PLC0415
    from bot.charts.metric.chart import draw_metric as draw  # noqa: PLC0415

    unit = metric.day_unit
    latest = metric.cached_latest
    chart = MetricChart(
        title=plain_line(metric.name, TITLE),
        subtitle="nothing logged yet" if latest is None else measured(latest.value, unit),
        unit="" if unit in (None, "count") else plain_line(cut_short(unit, UNIT), UNIT),
        days=days,
        today=today,
        adds_up=metric.aggregation.adds_up,
        target=metric.target_value,
        low=metric.threshold_low,
        high=metric.threshold_high,
        tone=_TONES.get(metric.cached_trend, Tone.PLAIN) if metric.cached_trend else Tone.PLAIN,
        outlook=outlook_of(days, today),
    )
    return Picture(draw(chart, CARD, dark=dark), plain_line(describe(chart), LONGEST_ALT))


def outlook_of(days: Mapping[date, Number], today: date) -> "Outlook | None":
    """Where its weeks will be, by how much they have changed so far; None while there is too little."""
    from bot.charts.metric.values import Outlook  # noqa: PLC0415
    from tracker.analysis.prediction import WINDOW, prediction_of  # noqa: PLC0415 - numpy, which few need
    from tracker.analysis.series import DailySeries  # noqa: PLC0415

    series = DailySeries.of({day: float(value) for day, value in days.items()}, today, WINDOW)
    for ahead in _AHEAD:
        if (found := prediction_of(series, ahead)) is not None:
            return Outlook(today + timedelta(days=ahead), found.low, found.high)
    return None
