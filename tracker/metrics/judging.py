"""Whether a day of a metric was a good one."""

from decimal import Decimal

from tracker.metrics.model import Direction, Metric
from tracker.readings import Number

USUAL_TOLERANCE = Decimal("0.05")
"""Of the target, where the person says nothing else."""


def is_good(metric: Metric, value: Number) -> bool:
    """Without a target every value is good: it was logged."""
    target = metric.target_value
    if target is None:
        return True
    match metric.direction:
        case Direction.HIGHER:
            return value >= target
        case Direction.LOWER:
            return value <= target
        case Direction.TARGET:
            return abs(value - target) <= tolerance(metric)


def tolerance(metric: Metric) -> Number:
    if metric.tolerance is not None:
        return metric.tolerance
    return 0 if metric.target_value is None else abs(metric.target_value) * USUAL_TOLERANCE
