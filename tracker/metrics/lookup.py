"""The metrics of a person, read without loading what can be done with them: many commands only look."""

from tracker.metrics.model import Metric, MetricStatus
from tracker.store.entity import from_items
from tracker.store.keys import MetricKey
from tracker.store.table import Table


async def every_metric(table: Table, user_id: str) -> list[Metric]:
    """In the order in which they were made."""
    mine = MetricKey.prefix(user=user_id)
    items = [one async for one in table.query_all(mine.pk, prefix=mine.prefix)]
    return sorted(from_items(Metric, items), key=lambda one: (one.created_at, one.id))


async def metrics_of(
    table: Table, user_id: str, *, archived: bool = False, hidden: bool = False
) -> list[Metric]:
    """`hidden` are those that another feature keeps."""
    return [
        one
        for one in await every_metric(table, user_id)
        if (archived or one.status is not MetricStatus.ARCHIVED) and (hidden or not one.is_hidden)
    ]
