"""Thresholds: told once per episode, not each time, and judged anew when a day changes afterwards."""

import asyncio
from datetime import date, timedelta

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tracker.metrics.people import DAY, Person, somebody
from tracker.analysis.thresholds import Alert, AlertEvent, Bounds, Side, after
from tracker.metrics.alerts import READ, DayValue, MetricAlert, alert_of, deviation, to_tell
from tracker.metrics.messages import checks
from tracker.metrics.model import Aggregation

FIRST = date(2100, 1, 1)


async def live(person: Person, metric: object, values: list[int | None]) -> None:
    """One log a day; None is a day without."""
    for value in values:
        if value is not None:
            await person.log(metric, value)  # type: ignore[arg-type]
        person.clock.advance(86_400)


async def titles(person: Person) -> list[str]:
    return [one.title for one in reversed(await person.told()) if one.kind.name.startswith("metric-")]


async def test_two_days_beyond_are_told_once_until_it_was_back_inside(everywhere: Person) -> None:
    weight = await everywhere.add("Weight", unit="kg", threshold_high=85)
    usual = [80, 81, 79, 80, 82, 80, 79, 81]
    await live(everywhere, weight, [*usual, 86, *usual])
    assert [one for one in await titles(everywhere) if "above" in one] == []
    await live(everywhere, weight, [86, 86, 86, 86, *usual, 86, 86])
    assert [one for one in await titles(everywhere) if "above" in one] == ["Weight is above 85 kg"] * 2


async def test_one_day_far_beyond_is_enough(person: Person) -> None:
    weight = await person.add("Weight", threshold_low=70)
    await live(person, weight, [80, 81, 79, 80, 82, 80])
    logged = await person.log(weight, 40)
    assert logged.alert is AlertEvent.FIRED
    assert logged.metric.alert == MetricAlert(side=Side.LOW, since=person.today)


async def test_who_goes_in_and_out_all_the_time_is_told_that_instead(person: Person) -> None:
    weight = await person.add("Weight", threshold_high=85)
    await live(person, weight, [80, 90] * 12)
    told = await titles(person)
    assert told.count("Weight keeps crossing your limit") == 1
    assert told[-1] == "Weight keeps crossing your limit"


async def test_what_comes_to_rest_beyond_after_that_is_told_after_all(person: Person) -> None:
    weight = await person.add("Weight", threshold_high=85)
    await live(person, weight, [80, 90] * 12)
    before = (await titles(person)).count("Weight is above 85")
    await live(person, weight, [90] * 30)
    assert (await titles(person)).count("Weight is above 85") == before + 1


async def test_a_mistyped_value_that_is_corrected_is_not_told_any_more(person: Person) -> None:
    weight = await person.add("Weight", threshold_high=85)
    await live(person, weight, [80, 81, 79, 80, 82, 80])
    logged = await person.log(weight, 801)
    [message] = [one for one in await person.told() if one.kind.name == "metric-alert"]
    assert message.check is not None
    still = checks(person.table, person.clock)[message.check.name]
    assert await still(person.user.id, message.check.reference)
    await person.metrics.correct(person.user, weight, logged.log.logged_at, person.words(80))
    assert not await still(person.user.id, message.check.reference)
    await person.metrics.correct(person.user, weight, logged.log.logged_at, person.words(801))
    assert len([one for one in await person.told() if one.kind.name == "metric-alert"]) == 1


async def test_a_sum_is_judged_low_when_its_day_is_over_and_high_at_once(person: Person) -> None:
    spent = await person.add("Steps", aggregation=Aggregation.SUM, threshold_low=10, threshold_high=50)
    for _ in range(2):
        await person.log(spent, 5)
        person.clock.advance(3600)
        await person.log(spent, 1)
        person.clock.advance(86_400 - 3600)
    assert await titles(person) == []
    await person.log(spent, 5)
    assert await titles(person) == ["Steps is below 10"]
    await person.log(spent, 46)
    person.clock.advance(86_400)
    await person.log(spent, 51)
    assert [one for one in await titles(person) if "above" in one] == ["Steps is above 50"]


async def test_a_limit_that_is_set_while_it_is_beyond_is_not_told(person: Person) -> None:
    weight = await person.add("Weight")
    await live(person, weight, [90, 90, 90])
    await person.edit(weight, threshold_high=85)
    now = await person.metric(weight)
    assert now.alert is not None
    assert (now.alert.side, await titles(person)) == (Side.HIGH, [])
    await person.log(weight, 90)
    assert await titles(person) == []
    after_all = await person.edit(weight, threshold_high=None)
    assert after_all.alert is None


def slow(days: list[DayValue], bounds: Bounds) -> tuple[Alert, list[str]]:
    """Every day in its order, with the deviation of the sixty days before it; and the episodes that are told,
    by the day on which each began."""
    alert, begun, told = Alert(), FIRST, list[str]()
    for place, one in enumerate(days):
        near = [float(other.value) for other in days[:place] if one.day - other.day <= timedelta(days=60)]
        spread = 0.0
        if len(near) >= 5:
            apart = np.abs(np.array(near) - np.median(near))
            spread = float(np.median(apart)) * 1.4826 or float(apart.mean()) * 1.2533
        side = alert.side
        alert, event = after(alert, one.value, bounds, spread)
        begun = begun if alert.side is side else one.day
        if event is AlertEvent.FIRED:
            told.append(f"{begun} {alert.side}")
    return alert, [*dict.fromkeys(told)]


VALUES = st.lists(
    st.tuples(st.integers(1, 3), st.integers(60, 100) | st.sampled_from([79, 80, 81])),
    min_size=1,
    max_size=60,
)


@given(VALUES, st.integers(55, 78), st.integers(82, 100))
def test_what_days_say_equals_a_slow_replay(values: list[tuple[int, int]], low: int, high: int) -> None:
    days, day = list[DayValue](), FIRST
    for gap, value in values:
        day += timedelta(days=gap)
        days.append(DayValue(day, value))
    bounds = Bounds(low, high)
    alert, _ = slow(days, bounds)
    found = alert_of(days, bounds)
    assert (found.side, found.flapping) == (alert.side, alert.flapping)
    assert (found.since is None) is (found.side is Side.INSIDE)


@settings(max_examples=8)
@given(VALUES)
def test_what_is_told_day_by_day_equals_a_slow_replay(values: list[tuple[int, int]]) -> None:
    async def lived() -> None:
        async with somebody() as person:
            metric = await person.add("M", threshold_low=70, threshold_high=90)
            days = list[DayValue]()
            for gap, value in values:
                person.clock.advance(86_400 * gap)
                await person.log(metric, value)
                days.append(DayValue(person.today, value))
            told = [one for one in reversed(await person.told()) if "alert" in one.kind.name]
            assert [one.period for one in told] == slow(days, Bounds(70, 90))[1]

    asyncio.run(lived())


async def test_a_past_day_that_changes_is_judged_anew(person: Person) -> None:
    weight = await person.add("Weight", threshold_high=85)
    await live(person, weight, [80, 81, 79, 80, 82, 80, 86])
    await person.log(weight, 80, ago=0)
    await person.log(weight, 86, ago=1)
    found = (await person.metric(weight)).alert
    days = [DayValue(one.day, one.last) for one in await person.every_day(weight)]
    assert found == alert_of(days, Bounds(None, 85))


def test_an_episode_that_began_long_ago_goes_on() -> None:
    hovering = [85, 85, 85, 85, 70] * 40  # never two days well inside
    days = [DayValue(FIRST + number * DAY, value) for number, value in enumerate([90, 90, *hovering])]
    known = alert_of(days[:3], Bounds(None, 85))
    assert known.side is Side.HIGH
    later = alert_of(days[60:120], Bounds(None, 85), known)
    assert (later.side, later.since) == (Side.INSIDE, None)  # those days alone say nothing of it
    assert alert_of(days[:120], Bounds(None, 85), known) == known


@pytest.mark.parametrize(
    ("values", "expected"),
    [([], 0.0), ([5, 5], 0.0), ([5] * 30, 0.0), ([1, 2, 3, 4, 5], 1.4826), ([5] * 9 + [10**9], None)],
)
def test_how_much_days_differ(values: list[float], expected: float | None) -> None:
    found = deviation(values)
    if expected is None:  # one spike among equal days: the mean distance speaks
        assert found == pytest.approx(1.2533 * (10**9 - 5) / 10)
    else:
        assert found == pytest.approx(expected)


def test_noise_is_told_seldom() -> None:
    """At one deviation of days that remember their neighbours; naive alerts fire 30 to 50 times a year."""
    chance, told, years = np.random.default_rng(7), 0, 2
    for _ in range(years):
        value, days = 0.0, list[DayValue]()
        alert = MetricAlert()
        for number in range(365):
            value = 0.6 * value + 0.8 * float(chance.normal())
            days.append(DayValue(FIRST + number * DAY, round(value * 1000)))
            now = alert_of(days[-READ:], Bounds(None, 1000), alert)
            told += to_tell(alert, now) is not None
            alert = now
    assert told / years <= 12
