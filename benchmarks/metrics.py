"""What must not grow with the past of a metric: `/metric show`, with its picture and without it.

Two people with one metric each: five numbers a day for ten years, or for a month.
"""

import statistics
import time
from collections.abc import Iterator, Sequence
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.discord_server import Order, Standin, stand_in
from benchmarks.measure import Limit, Measured
from benchmarks.slash import serving
from bot.metrics import requests, usecases, view
from bot.services import Services
from bot.visit import FrontEnd, Visit
from tracker.accounts.identity import identity
from tracker.accounts.model import User
from tracker.metrics.aggregation import day_of
from tracker.metrics.changing import log_of
from tracker.metrics.lifecycle import NewMetric
from tracker.metrics.log_words import LogWords
from tracker.metrics.model import Direction, Metric, MetricLog, MetricSource
from tracker.store.entity import change, to_item
from tracker.store.keys import IdentityKind
from tracker.store.values import Item

YEARS, MONTH, A_DAY = 10 * 365, 30, 5
MOST_RATIO = 1.5
ASKED, TOLD = 15, 60
"""With a picture, and without one, which is soon done."""


class Keeper(NamedTuple):
    user: User
    metric: Metric


async def metrics() -> Sequence[Measured]:
    with TemporaryDirectory() as folder:
        async with stand_in(2) as there, serving(Path(folder), there.lodging) as services:
            people = [
                await _kept(services, discord_id, days)
                for discord_id, days in zip(there.lodging.people, (YEARS, MONTH), strict=True)
            ]
            print(f"one metric, {A_DAY} logs a day: for {YEARS:,} days, or for {MONTH}", flush=True)
            found = [
                await _shown(there, services, people),
                await _answered(services, people),
            ]
    for one in found:
        print(one, flush=True)
    return found


async def _shown(there: Standin, services: Services, people: Sequence[Keeper]) -> Limit:
    """Over the wire, from the command to its answer with a picture that is drawn anew; both in turn.

    In this process's time on the processor: what else the machine does is left out.
    """
    spent: list[list[float]] = [[], []]
    for turn in range(2 * (ASKED + 1)):
        who = turn % 2
        await _logs_one(services, people[who], turn)
        began = time.process_time()
        tally = await there.use(Order("metric show", {"metric": "weight"}, first=who))
        spent[who].append((time.process_time() - began) * 1000)
        assert tally.refused == 0
    return _compared("/metric show", *(each[1:] for each in spent))


async def _answered(services: Services, people: Sequence[Keeper]) -> Limit:
    """What is read, worked out and put into words, in this process's time; the picture left out."""
    spent: list[list[float]] = [[], []]
    for turn in range(2 * (TOLD + 1)):
        who = turn % 2
        here = Visit(services, people[who].user, FrontEnd.DISCORD, services.clock())
        began = time.process_time()
        found = await usecases.show(here, requests.ShowMetric(metric="weight"))
        assert view.details(here, found, drawn=False).facts
        spent[who].append((time.process_time() - began) * 1000)
    return _compared("the answer alone", *(each[1:] for each in spent))


def _compared(name: str, old: Sequence[float], new: Sequence[float]) -> Limit:
    """The median of pairs, each with both sides next to each other, so that noise hits both."""
    print(f"{name}  {statistics.median(old):.2f} ms and {statistics.median(new):.2f} ms", flush=True)
    ratio = statistics.median(one / other for one, other in zip(old, new, strict=True))
    return Limit(f"{name} of {YEARS:,} days against {MONTH}", ratio, MOST_RATIO, "x")


async def _logs_one(services: Services, keeper: Keeper, turn: int) -> None:
    """So that the picture is another one."""
    now = services.clock().replace(microsecond=0)
    said = LogWords(Decimal(turn) / 10 + 80, None, None, now, now.date())
    await services.metrics.log(keeper.user, keeper.metric, said)


async def _kept(services: Services, discord_id: int, days: int) -> Keeper:
    """The past as it lies in the table; the first and the last number as a person logs them."""
    user = await services.accounts.get_or_register(identity(IdentityKind.DISCORD, str(discord_id)))
    new = NewMetric(name="Weight", unit="kg", direction=Direction.LOWER, target_value=75, threshold_high=99)
    metric = await services.metrics.add(user, new)
    logs = [*_logs(services, metric, days)]
    await services.table.write_many(puts=_items(logs))
    last = logs[-1]
    said = LogWords(last.value, None, None, last.logged_at + timedelta(minutes=1), last.day)
    await services.metrics.log(user, metric, said)
    counted = {"logs": len(logs) + 1, "logged_days": days}
    await services.table.update(change(Metric, metric.key, counted))
    return Keeper(user, metric)


def _logs(services: Services, metric: Metric, days: int) -> Iterator[MetricLog]:
    chance = Random(days)  # noqa: S311 - the same each time
    noon = services.clock().replace(hour=12, minute=0, second=0, microsecond=0)
    for ago in range(days, 0, -1):
        for hour in range(A_DAY):
            at = noon - timedelta(days=ago) + timedelta(hours=hour)
            value = Decimal(f"{80 + ago / 500 + chance.gauss(0, 0.6):.1f}")
            yield log_of(metric, LogWords(value, None, None, at, at.date()), MetricSource.MANUAL)


def _items(logs: Sequence[MetricLog]) -> Iterator[Item]:
    for start in range(0, len(logs), A_DAY):
        some = logs[start : start + A_DAY]
        day = day_of(some)
        assert day is not None
        yield to_item(day, day.key)
        yield from (to_item(one, one.key) for one in some)
