"""However long a metric is kept, a look at it, a log and an undo read no more than its newest days."""

from collections.abc import Sequence
from datetime import timedelta
from decimal import Decimal
from typing import TypeVar

from tests.bot.web.api_site import ApiSite, api_site
from tests.fakes.clock import HandClock
from tests.fakes.faulty_table import FaultyTable
from tracker.metrics.aggregation import day_of
from tracker.metrics.changing import log_of
from tracker.metrics.log_words import LogWords
from tracker.metrics.model import Metric, MetricDay, MetricSource
from tracker.metrics.past import judged, latest_day
from tracker.metrics.streaks import streak_of
from tracker.store.entity import change, from_item, to_item
from tracker.store.query import Query, QueryPage
from tracker.store.sqlite import SqliteTable
from tracker.store.steps import ReadSteps
from tracker.store.table import Table
from tracker.store.values import Item, Key

T = TypeVar("T")
YEARS, A_DAY = 4 * 365, 3
SHOWN_DAYS, SHOWN_LOGS = 60, 20
BESIDES = 30
"""The person, what proves who they are, the metric, its wallet and so on."""


class CountingTable(FaultyTable):
    items = 0
    """How many were read."""

    async def _get_many(self, keys: Sequence[Key]) -> dict[Key, Item]:
        found = await super()._get_many(keys)
        self.items += len(found)
        return found

    async def _query(self, query: Query) -> QueryPage:
        found = await super()._query(query)
        self.items += len(found.items)
        return found

    async def read_in_steps(self, steps: ReadSteps[T]) -> T:
        """Step by step, so that each is counted."""
        return await Table.read_in_steps(self, steps)


async def kept(site: ApiSite, table: SqliteTable, clock: HandClock) -> None:
    """The past as it lies in the table, and one log that is said."""
    await site.posts("/api/metrics", json={"name": "Weight", "unit": "kg", "target": 75, "high": 99})
    items = [item async for item in table.scan() if item["type"] == "metric"]
    metric, past, days = from_item(Metric, items[0]), list[Item](), list[MetricDay]()
    for ago in range(YEARS, 0, -1):
        noon = clock() - timedelta(days=ago)
        said = [
            LogWords(Decimal(74), None, None, noon + timedelta(hours=hour), noon.date())
            for hour in range(A_DAY)
        ]
        logs = [log_of(metric, one, MetricSource.MANUAL) for one in said]
        day = day_of(logs)
        assert day is not None
        past += [to_item(day, day.key), *(to_item(one, one.key) for one in logs)]
        days.append(day)
    await table.write_many(puts=past)
    newest, streak = days[-1], streak_of(judged(metric, days))
    seen = {"cached_streak": streak, "cached_latest": latest_day(metric, newest), "logged_days": len(days)}
    await table.update(change(Metric, metric.key, seen))


async def test_a_look_a_log_and_an_undo_read_no_more_than_the_newest_days(
    sqlite_table: SqliteTable, clock: HandClock
) -> None:
    table = CountingTable(sqlite_table)
    async with api_site(table, clock) as site:
        await kept(site, sqlite_table, clock)
        counted = {}
        for name, asks in {
            "log": lambda: site.posts("/api/metrics/weight/logs", json={"value": "74.5"}),
            "show": lambda: site.gets("/api/metrics/weight"),
            "a year of it": lambda: site.gets("/api/metrics/weight?days=366"),
            "list": lambda: site.gets("/api/metrics"),
            "undo": lambda: site.posts("/api/metrics/weight/undo"),
        }.items():
            table.items = 0
            answer = await asks()
            assert answer.status == 200
            counted[name] = table.items
        assert answer.document["metric"]["streak"] == YEARS
    assert SHOWN_DAYS < counted["show"] <= SHOWN_DAYS + SHOWN_LOGS + BESIDES
    assert 366 < counted["a year of it"] <= 366 + SHOWN_LOGS + BESIDES
    assert counted["list"] <= BESIDES
    assert counted["log"] <= 120 + BESIDES  # for its alert
    assert counted["undo"] <= 120 + 100 + BESIDES
