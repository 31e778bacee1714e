"""The label of a metric's trend: when it is worked out, and that it is remembered.

It costs numpy and a read of some weeks, so it follows from what people look at, and from the weekly look.
"""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from datetime import date, timedelta

from tracker.analysis.way import FEWEST, WINDOW
from tracker.metrics.model import Metric
from tracker.metrics.past import values_between
from tracker.readings import Number
from tracker.store.errors import ConditionFailed
from tracker.store.table import Table


async def with_trend(table: Table, metric: Metric, days: Mapping[date, Number], today: date) -> Metric:
    """As it goes by its last days, worked out in a thread, and remembered."""
    first = _begins(today)
    if sum(first <= day <= today for day in days) < FEWEST and metric.cached_trend is None:
        return metric
    from tracker.metrics.trends import trending  # noqa: PLC0415 - numpy, which few commands need

    found = await asyncio.to_thread(trending, metric, days, today)
    if (changed := found.change_of(metric)) is not None:
        with suppress(ConditionFailed):  # it was removed meanwhile
            await table.update(changed)
    return metric.model_copy(update={"cached_trend": found.trend, "cached_way": found.way})


async def with_first_trend(table: Table, metric: Metric, today: date) -> Metric:
    """Where nobody has looked yet where it goes, and its days may say it."""
    latest = metric.cached_latest
    is_known = metric.cached_trend is not None
    if is_known or metric.logged_days < FEWEST or latest is None or latest.day < _begins(today):
        return metric
    return await with_new_trend(table, metric, today)


async def with_new_trend(table: Table, metric: Metric, today: date) -> Metric:
    if metric.logged_days < FEWEST and metric.cached_trend is None:
        return metric
    return await with_trend(table, metric, await values_between(table, metric, _begins(today), today), today)


def _begins(today: date) -> date:
    return today - timedelta(days=WINDOW - 1)
