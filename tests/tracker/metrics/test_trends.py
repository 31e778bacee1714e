"""Where a metric goes, in its direction: a label that is entered with little doubt and left with much."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import numpy as np
import pytest
from scipy import stats

from tests.tracker.metrics.people import Person
from tracker.analysis.series import DailySeries
from tracker.analysis.statistics import Floats
from tracker.analysis.trend import ENTER, LEAVE, slope_of
from tracker.analysis.way import FEWEST, WINDOW, Way
from tracker.insights.service import Insights
from tracker.metrics.lifecycle import NewMetric, made
from tracker.metrics.model import Aggregation, Direction, Metric, Trend
from tracker.metrics.trends import Trending, trending

TODAY = date(2026, 11, 18)


def metric(**said: object) -> Metric:
    new = NewMetric(name="Weight", **said)  # type: ignore[arg-type]
    return made("m", "ada", new, datetime(2026, 1, 1, tzinfo=UTC))


def days(values: Sequence[float]) -> dict[date, Decimal]:
    """One a day up to today."""
    first = TODAY - timedelta(days=len(values) - 1)
    return {first + timedelta(days=place): Decimal(f"{value:.3f}") for place, value in enumerate(values)}


def noise(days: int, seed: int = 1) -> Floats:
    return np.random.default_rng(seed).standard_normal(days)


def line(start: float, end: float, count: int = WINDOW) -> Floats:
    return np.linspace(start, end, count) + noise(count) / 5


@pytest.mark.parametrize(
    ("said", "values", "expected"),
    [
        ({"direction": Direction.HIGHER}, line(70, 80), Trend.IMPROVING),
        ({"direction": Direction.HIGHER}, line(80, 70), Trend.DECLINING),
        ({"direction": Direction.LOWER}, line(80, 70), Trend.IMPROVING),
        ({"direction": Direction.LOWER}, line(70, 80), Trend.DECLINING),
        ({"direction": Direction.TARGET, "target_value": 75}, line(90, 80), Trend.IMPROVING),
        ({"direction": Direction.TARGET, "target_value": 75}, line(60, 70), Trend.IMPROVING),
        ({"direction": Direction.TARGET, "target_value": 75}, line(82, 74), Trend.IMPROVING),
        ({"direction": Direction.TARGET, "target_value": 75}, line(76, 90), Trend.DECLINING),
        ({"direction": Direction.TARGET, "target_value": 75}, line(74, 60), Trend.DECLINING),
        ({"direction": Direction.HIGHER}, noise(WINDOW), Trend.STABLE),
        ({"direction": Direction.LOWER}, np.full(WINDOW, 80.0), Trend.STABLE),
        ({"direction": Direction.LOWER}, line(80, 70, FEWEST - 1), None),
        ({"direction": Direction.LOWER}, line(80, 70, FEWEST), Trend.IMPROVING),
        ({"direction": Direction.LOWER}, [], None),
    ],
)
def test_the_label_says_whether_it_goes_where_it_is_wanted(
    said: dict[str, object], values: Sequence[float], expected: Trend | None
) -> None:
    assert trending(metric(**said), days(values), TODAY).trend is expected


def doubt(values: Floats, left: Floats) -> float:
    """Of Mann and Kendall's test by scipy, with the variance of days that are alike."""
    z = stats.norm.isf(stats.kendalltau(np.arange(len(values)), values, method="asymptotic").pvalue / 2)
    centred = left - left.mean()
    alike = float(np.mean(centred[1:] * centred[:-1]) / np.mean(centred**2))
    alike = min(max((alike * len(values) + 1) / (len(values) - 4), 0), 0.9)
    return float(2 * stats.norm.sf(z / np.sqrt((1 + alike) / (1 - alike))))


@pytest.mark.parametrize("count", [FEWEST, 27, 28, 40, WINDOW])
@pytest.mark.parametrize("seed", range(5))
def test_slope_and_doubt_are_those_of_scipy(count: int, seed: int) -> None:
    values = np.round(noise(count, seed) + np.linspace(0, seed, count), 3)
    found = slope_of(DailySeries(TODAY, values))
    weekdays = (TODAY.weekday() - np.arange(count)[::-1]) % 7
    if count >= 4 * 7:
        values = values - np.array([np.median(values[weekdays == day]) for day in weekdays])
    times = np.arange(count)
    wanted = stats.theilslopes(values, times)
    assert found is not None
    assert found.per_day == pytest.approx(wanted.slope, abs=1e-9)
    left = values - (wanted.slope * times + wanted.intercept)
    assert found.p == pytest.approx(doubt(values, left), abs=1e-9)


def test_a_label_is_entered_below_one_percent_and_left_above_twenty() -> None:
    """The same days, seen by one that has the label and by one that has not."""
    kept = lost = 0
    fresh = metric(direction=Direction.HIGHER)
    labelled = fresh.model_copy(update={"cached_trend": Trend.IMPROVING, "cached_way": Way.RISING})
    for seed in range(300):
        some = days(noise(WINDOW, seed) + np.linspace(0, 1, WINDOW))
        series = DailySeries.of({day: float(one) for day, one in some.items()}, TODAY, WINDOW)
        slope = slope_of(series)
        assert slope is not None
        if slope.way is not Way.RISING:
            continue
        entered = trending(fresh, some, TODAY).trend is Trend.IMPROVING
        assert entered is (slope.p < ENTER and slope.matters)
        stays = trending(labelled, some, TODAY).trend is Trend.IMPROVING
        assert stays is (slope.p <= LEAVE)
        kept += stays and not entered
        lost += not stays
    assert kept > 20
    assert lost > 20


def test_what_turns_round_changes_its_label_at_once() -> None:
    rising = metric(direction=Direction.HIGHER).model_copy(
        update={"cached_trend": Trend.IMPROVING, "cached_way": Way.RISING}
    )
    assert trending(rising, days(line(80, 70)), TODAY) == Trending(Trend.DECLINING, Way.FALLING)


def test_what_adds_up_is_judged_without_today() -> None:
    """A day that is not over is no fall."""
    steps = metric(direction=Direction.HIGHER, aggregation=Aggregation.SUM)
    values = days(line(5000, 9000))
    begun = {**values, TODAY: Decimal(3)}
    assert trending(steps, begun, TODAY) == trending(steps, {**values, TODAY: Decimal(20_000)}, TODAY)


@pytest.mark.parametrize("wild", [1e9, -1e9, 0.0])
def test_one_wild_value_makes_no_trend(wild: float) -> None:
    values = np.full(WINDOW, 80.0)
    values[30] = wild
    assert trending(metric(), days(values), TODAY).trend is Trend.STABLE


# As it is remembered


async def kept(person: Person, metric: Metric, values: Sequence[float]) -> Metric:
    """One a day up to today."""
    for ago, value in zip(range(len(values) - 1, -1, -1), values, strict=True):
        await person.log(metric, f"{value:.2f}", ago=ago)
    return await person.metric(metric)


async def shown(person: Person, metric: Metric) -> Metric:
    some = await person.metrics.days(metric, person.today - timedelta(days=365), person.today)
    return await person.metrics.with_trend(metric, some, person.today)


async def test_what_was_worked_out_is_remembered_and_disturbs_nobody_who_logs(person: Person) -> None:
    weight = await kept(person, await person.add("Weight", direction=Direction.LOWER), line(82, 75))
    assert weight.cached_trend is None
    assert (await shown(person, weight)).cached_trend is Trend.IMPROVING
    stored = await person.metric(weight)
    assert (stored.cached_trend, stored.cached_way) == (Trend.IMPROVING, Way.FALLING)
    assert stored.revision == weight.revision


async def test_a_look_at_all_numbers_labels_them_too(person: Person) -> None:
    weight = await kept(person, await person.add("Weight", direction=Direction.LOWER), line(82, 75, 58))
    pages = await kept(person, await person.add("Pages"), noise(30) + 20)
    await Insights(person.table, person.clock).look(person.user)
    assert (await person.metric(weight)).cached_trend is Trend.IMPROVING
    assert (await person.metric(pages)).cached_trend is Trend.STABLE


async def test_another_direction_turns_the_label_and_other_numbers_begin_anew(person: Person) -> None:
    weight = await shown(
        person, await kept(person, await person.add("Weight", direction=Direction.LOWER), line(82, 75))
    )
    turned = await person.edit(weight, direction=Direction.HIGHER)
    assert turned.cached_trend is Trend.DECLINING
    assert (await person.metric(weight)).cached_trend is Trend.DECLINING
    counted = await person.edit(turned, aggregation=Aggregation.COUNT)
    assert (counted.cached_trend, counted.cached_way) == (Trend.STABLE, Way.STABLE)


async def test_a_log_in_the_same_moment_is_not_lost(everywhere: Person) -> None:
    weight = await kept(
        everywhere, await everywhere.add("Weight", direction=Direction.LOWER), line(82, 75, FEWEST)
    )
    await asyncio.gather(shown(everywhere, weight), everywhere.log(weight, 74), shown(everywhere, weight))
    stored = await everywhere.metric(weight)
    assert (stored.cached_trend, stored.logs) == (Trend.IMPROVING, FEWEST + 1)


async def test_a_metric_that_is_gone_does_not_come_back_by_its_label(person: Person) -> None:
    weight = await kept(person, await person.add("Weight", direction=Direction.LOWER), line(82, 75))
    some = await person.metrics.days(weight, person.today - timedelta(days=60), person.today)
    await person.metrics.remove(person.user, weight)
    assert (await person.metrics.with_trend(weight, some, person.today)).cached_trend is Trend.IMPROVING
    assert await person.metrics.list(person.user.id) == []
