"""Numbers that feed metrics: their changes are logged by themselves, and their characters are followed."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from tracker.accounts.model import User
from tracker.days import local_day
from tracker.goals.feeds import moved_by
from tracker.goals.model import Character
from tracker.logs import get_logger
from tracker.metrics.errors import MetricRefused
from tracker.metrics.following import FedNumber
from tracker.metrics.model import Metric, MetricStatus
from tracker.metrics.service import Metrics
from tracker.readings import Number, Quantity
from tracker.store.entity import change, from_items
from tracker.store.index_keys import SubjectWatcherKey
from tracker.store.keys import MetricKey
from tracker.store.table import Operation, Table
from tracker.store.values import Item

log = get_logger(__name__)


class MetricFeeder:
    def __init__(self, table: Table, metrics: Metrics) -> None:
        self._table, self._metrics = table, metrics

    async def feed(
        self,
        watchers: Iterable[Item],
        before: Mapping[Quantity, Number],
        after: Mapping[Quantity, Number],
        /,
        *,
        at: datetime,
        since: datetime | None,
    ) -> int:
        """How many metrics were logged. A gain belongs to the day on which it was seen."""
        del since
        metrics = from_items(Metric, (item for item in watchers if item["type"] == MetricKey.item_type))
        moved = await moved_by(self._table, metrics, lambda one: _seen(one, before, after))
        return sum([await self._logged(user, one, seen, at) for user, one, seen in moved])

    async def _logged(self, user: User, metric: Metric, seen: tuple[Number, Number], at: datetime) -> bool:
        day = local_day(at, user.zone, user.day_start)
        try:
            return await self._metrics.feed(user, metric.id, FedNumber(day, at, *seen))
        except MetricRefused as refused:  # it was removed meanwhile
            log.info("metric not fed", metric=metric.id, reason=refused.code)
            return False


def _seen(
    metric: Metric, before: Mapping[Quantity, Number], after: Mapping[Quantity, Number]
) -> tuple[Number, Number] | None:
    """Where the number stood, and where it stands now; None where that is the same, or unknown."""
    if metric.fed_by is None or metric.status is not MetricStatus.ACTIVE:
        return None
    was, now = metric.fed_by.moved(before, after)
    return (was, now) if was != now else None


class FedMetrics:
    """The metrics that characters feed: they follow one that is renamed, and do without one that is gone."""

    def __init__(self, table: Table) -> None:
        self._table = table

    async def renamed(self, old: Character, new: Character) -> list[Operation]:
        return [_followed(metric, new) for metric in await self._fed_by(old)]

    async def removed(self, character: Character) -> list[Operation]:
        """They are logged by hand from now on."""
        metrics = await self._fed_by(character)
        return [change(Metric, one.key, {"fed_by": None}, leave=[SubjectWatcherKey]) for one in metrics]

    async def hanging(self, character: Character) -> list[str]:
        metrics = await self._fed_by(character)
        return [f"The metric {one.name} no longer logs itself; you log it then." for one in metrics]

    async def _fed_by(self, character: Character) -> list[Metric]:
        mine = MetricKey.prefix(user=character.user)
        items = [one async for one in self._table.query_all(mine.pk, prefix=mine.prefix)]
        metrics = from_items(Metric, items)
        return [one for one in metrics if one.fed_by is not None and one.fed_by.character == character.id]


def _followed(metric: Metric, new: Character) -> Operation:
    """It is fed by the same character under another name."""
    feed = metric.fed_by and metric.fed_by.model_copy(update={"subject": new.subject})
    place = SubjectWatcherKey(new.subject, metric.user, metric.id)
    return change(Metric, metric.key, {"fed_by": feed}, enter=[place])
