"""What several logs of a day come to. A day without logs comes to nothing, which is not zero."""

from collections.abc import Callable, Mapping, Sequence
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from statistics import median

from tracker.metrics.model import Aggregation, Metric, MetricDay, MetricLog
from tracker.readings import Number

_DIGITS = 50
"""More than any sum of a day has."""
_MORE = 2
"""A mean has so many digits more than what it is made of."""


def day_of(logs: Sequence[MetricLog]) -> MetricDay | None:
    """Of all logs of one day, which are in one unit."""
    if not logs:
        return None
    values, last = [one.value for one in logs], max(logs, key=lambda one: one.logged_at)
    return MetricDay(
        metric=last.metric,
        day=last.day,
        unit=last.unit,
        count=len(values),
        sum=total_of(values),
        median=plain(Decimal(median(map(Decimal, values)))),
        min=min(values),
        max=max(values),
        last=last.value,
        last_at=last.logged_at,
    )


_VALUES: Mapping[Aggregation, Callable[[MetricDay], Number]] = {
    Aggregation.LAST: lambda day: day.last,
    Aggregation.SUM: lambda day: day.sum,
    Aggregation.MEAN: lambda day: mean(day.sum, day.count),
    Aggregation.MEDIAN: lambda day: day.median,
    Aggregation.MIN: lambda day: day.min,
    Aggregation.MAX: lambda day: day.max,
    Aggregation.COUNT: lambda day: day.count,
}


def value_of(metric: Metric, day: MetricDay) -> Number:
    """What the day was, as the metric counts."""
    return _VALUES[metric.aggregation](day)


def total_of(values: Sequence[Number]) -> Number:
    """Exact, however different the sizes are."""
    with localcontext(prec=_DIGITS):
        return plain(sum(map(Decimal, values), Decimal(0)))


def mean(total: Number, count: int) -> Number:
    """With two digits more than what it is made of has."""
    places = max(-_exponent(total), 0) + _MORE
    with localcontext(prec=_DIGITS):
        return plain((Decimal(total) / count).quantize(Decimal(1).scaleb(-places), ROUND_HALF_EVEN))


def plain(value: Number) -> Number:
    """A whole number as one, and any other without zeros at its end."""
    number = Decimal(value)
    return int(number) if number == number.to_integral_value() else number.normalize()


def _exponent(value: Number) -> int:
    exponent = Decimal(value).as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0
