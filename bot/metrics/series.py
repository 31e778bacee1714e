"""What a metric was over time: one value a day, as the metric counts."""

from bot.documents import reading
from bot.metrics.requests import ShowMetricSeries
from bot.series import NumberSeries, SeriesPoint, days_over
from bot.visit import Visit
from tracker.metrics.past import values_between


async def series(visit: Visit, ask: ShowMetricSeries) -> NumberSeries:
    first, last = days_over(visit, ask)
    with reading("metric"):
        metric = await visit.services.metrics.find(visit.person.id, ask.metric)
    values = await values_between(visit.services.table, metric, first, last)
    return NumberSeries(
        id=metric.id,
        name=metric.name,
        unit=metric.day_unit,
        series=tuple(SeriesPoint(t=day, v=value) for day, value in sorted(values.items())),
        more=False,
    )
