"""The range in which a goal will be reached: right about as often as it says, and the same every time."""

import math
import random
import time
from bisect import bisect_right
from collections.abc import Callable
from datetime import date, timedelta
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.forecast import promised
from benchmarks.players import FAMILIES, calibration, population
from tracker.goals.pace.forecast import (
    FEWEST_DAYS,
    HORIZON,
    MOST_DAYS,
    Eta,
    Forecast,
    Growing,
    Wandering,
    forecast,
)

TODAY = date(2026, 1, 10)


def made(rates: list[float], remaining: float, **more: float) -> Forecast:
    found = forecast(rates, remaining, **more)
    assert found is not None
    return found


def later(days: int) -> date:
    return TODAY + timedelta(days=days)


@pytest.mark.parametrize("days", range(FEWEST_DAYS))
def test_there_is_no_forecast_from_too_few_days(days: int) -> None:
    assert forecast([100.0] * days, 1_000) is None


def test_who_does_the_same_every_day_arrives_on_the_day() -> None:
    steady = made([100.0] * 10, 1_000)

    tenth = TODAY + timedelta(days=9)
    assert steady.eta(TODAY) == Eta(tenth, tenth, tenth)
    assert (steady.per_day, steady.days) == (100, 10)
    assert steady.chance(tenth, TODAY) == 1
    assert steady.chance(tenth - timedelta(days=1), TODAY) == 0


def test_far_away_the_day_is_just_as_exact() -> None:
    assert made([100.0] * 10, 100_000).eta(TODAY).middle == TODAY + timedelta(days=999)


def test_what_is_left_of_today_counts_for_that_much() -> None:
    assert made([100.0] * 10, 100, left_of_today=1.0).eta(TODAY).middle == TODAY
    assert made([100.0] * 10, 100, left_of_today=0.5).eta(TODAY).middle == TODAY + timedelta(days=1)


def test_who_does_nothing_never_arrives() -> None:
    idle = made([0.0] * 30, 1)

    assert idle.eta(TODAY) == Eta(None, None, None)
    assert idle.chance(TODAY + timedelta(days=10_000), TODAY) == 0
    assert idle.per_day == 0


def test_beyond_the_horizon_no_date_is_named() -> None:
    assert made([1.0] * 10, HORIZON).eta(TODAY).middle == TODAY + timedelta(days=HORIZON - 1)
    assert made([1.0] * 10, HORIZON + 1).eta(TODAY).middle is None


def test_a_number_that_moves_away_from_the_goal_is_not_promised() -> None:
    assert made([-10.0, 5.0, -10.0] * 5, 1_000).eta(TODAY).middle is None


def test_a_number_that_goes_up_and_down_arrives_when_it_first_gets_there() -> None:
    wavering = made([300.0, -100.0] * 15, 250)

    assert wavering.eta(TODAY).early == TODAY


def test_only_recent_days_count() -> None:
    assert made([0.0] * 200 + [100.0] * MOST_DAYS, 1_000) == made([100.0] * MOST_DAYS, 1_000)


def test_the_same_numbers_get_the_same_answer() -> None:
    uneven = [0.0, 0.0, 500.0, 20.0, 0.0, 300.0, 0.0] * 4

    assert made(uneven, 5_000) == made(uneven, 5_000)
    assert made(uneven, 5_000).eta(TODAY) == made(uneven, 5_000).eta(TODAY)


def test_what_is_measured_in_does_not_matter() -> None:
    uneven = [0.0, 0.0, 500.0, 20.0, 0.0, 300.0, 0.0] * 4

    for unit in (1e-30, 1e-6, 1e30):
        assert made([unit * rate for rate in uneven], 5_000 * unit).eta(TODAY) == made(uneven, 5_000).eta(
            TODAY
        )


def test_who_does_next_to_nothing_never_arrives() -> None:
    assert made([5e-324] * 10, 1).eta(TODAY) == Eta(None, None, None)
    assert made([5e-324, 0.0, 1e-300] * 4, 1e9).eta(TODAY) == Eta(None, None, None)


def test_a_date_beyond_the_horizon_has_its_chance_all_the_same() -> None:
    """Whoever takes eight years has a goal for ten years from now in hand."""
    slow = made([0.0, 2.0] * 21, 8 * 365)

    assert slow.eta(TODAY).middle is None
    assert slow.chance(later(10 * 365), TODAY) > 0.8


def test_a_single_day_of_gains_says_little() -> None:
    early, middle, late = made([0.0] * 41 + [100.0], 100).eta(TODAY)

    assert early is not None
    assert middle is not None
    assert late is not None
    assert early < later(14) < later(28) < middle < later(60) < later(100) < late


def test_who_is_busy_for_a_week_and_idle_for_one_is_less_certain_than_who_takes_turns() -> None:
    bursts, turns = ([100.0] * 7 + [0.0] * 7) * 3, [100.0, 0.0] * 21

    (early, _, late), (surer_early, _, surer_late) = (
        made(days, 3_000).eta(TODAY) for days in (bursts, turns)
    )
    assert early is not None
    assert surer_early is not None
    assert surer_late is not None
    assert early < surer_early
    assert (late or date.max) > surer_late


RATES = st.lists(st.just(0.0) | st.floats(0, 10**6), min_size=FEWEST_DAYS, max_size=60)


@settings(max_examples=60)
@given(RATES, st.floats(1, 10**9), st.floats(0, 1))
def test_dates_are_in_order_and_agree_with_the_chances(
    rates: list[float], remaining: float, left_of_today: float
) -> None:
    found = made(rates, remaining, left_of_today=left_of_today)
    early, middle, late = found.eta(TODAY)
    horizon = TODAY + timedelta(days=HORIZON)

    assert TODAY <= (early or horizon) <= (middle or horizon) <= (late or horizon)
    for day, share in ((early, 0.1), (middle, 0.5), (late, 0.9)):
        if day is not None:
            assert found.chance(day, TODAY) >= share
            assert found.chance(day - timedelta(days=1), TODAY) < share


@settings(max_examples=60)
@given(
    RATES | st.lists(st.floats(-(10**6), 10**6), min_size=FEWEST_DAYS, max_size=60),
    st.floats(1, 10**6),
    st.floats(1, 10**6),
)
def test_more_to_do_never_arrives_earlier(rates: list[float], remaining: float, more: float) -> None:
    near, far = made(rates, remaining), made(rates, remaining + more)

    for days in (0, 1, 5, 30, 200, 1_000, HORIZON - 1):
        assert far.chance(later(days), TODAY) <= near.chance(later(days), TODAY) + 1e-9
        assert near.chance(later(days), TODAY) <= near.chance(later(days + 1), TODAY) + 1e-9


def rng(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - a simulation


@pytest.mark.parametrize("variance", [0.2, 1.0, 4.0, 14.0])
@pytest.mark.parametrize("way", [2, 14, 100])
def test_a_number_that_grows_arrives_as_one_whose_days_are_drawn(way: int, variance: float) -> None:
    """The sum of 14 days that were, and of some to come, are gamma: which pace is behind them is unknown."""
    draw, known, days = rng(way), 14, [way // 2, way, 2 * way]
    found = Growing(way, known, variance)

    for many in days:
        arrived = [
            known * draw.gammavariate(many / variance, 1) >= way * draw.gammavariate(known / variance, 1)
            for _ in range(20_000)
        ]
        assert found.chance(many) == pytest.approx(fmean(arrived), abs=0.05)


@pytest.mark.parametrize(("pace", "width"), [(0.1, 0.1), (0.05, 0.3), (0.0, 0.2), (-0.05, 0.2), (0.2, 0.2)])
def test_a_number_that_goes_up_and_down_arrives_as_one_that_walks(pace: float, width: float) -> None:
    draw, known, days = rng(7), 20, 30
    found = Wandering(pace, known, width**2)

    arrivals: list[int] = []
    for _ in range(4_000):
        own, place, day = draw.gauss(pace, width / math.sqrt(known)), 0.0, 0
        while place < 1 and day <= days:
            place, day = place + draw.gauss(own, width), day + 1
        arrivals.append(day)
    arrivals.sort()

    for day in (3, 10, days):
        assert found.chance(day) == pytest.approx(bisect_right(arrivals, day) / len(arrivals), abs=0.04)


def test_a_number_that_cannot_get_there_in_any_time_is_not_promised() -> None:
    """What is far away by any measure is no reason to fail: the terms of the formula are huge and tiny."""
    assert made([5.0, -5.0, 4.0, -4.0], 1e12).chance(later(1_000), TODAY) == 0
    assert made([-5.0, -4.0, -6.0, -5.0], 1e-3).chance(later(1_000), TODAY) < 1e-3


def coverage(days: int, ahead: int, trials: int = 150) -> float:
    """How often the truth lies between 10 and 90 %, for players of many kinds, most of them often idle."""
    draw = rng(days * 1_000 + ahead)
    hits = 0
    for _ in range(trials):
        idle, shape, scale = draw.uniform(0.25, 0.8), draw.uniform(0.5, 2), draw.uniform(1e3, 1e5)

        def one_day(idle: float = idle, shape: float = shape, scale: float = scale) -> float:
            return 0.0 if draw.random() < idle else draw.gammavariate(shape, scale)

        remaining = ahead * (1 - idle) * shape * scale
        found = made([one_day() for _ in range(days)], remaining)
        done, truth = 0.0, 0
        while done < remaining:
            done, truth = done + one_day(), truth + 1
        early, _, late = found.eta(TODAY)
        hits += early is not None and early <= later(truth - 1) and (late is None or later(truth - 1) <= late)
    return hits / trials


@pytest.mark.parametrize("days", [14, 28, 42])
@pytest.mark.parametrize("ahead", [10, 40, 150])
def test_the_interval_of_80_percent_covers_about_as_much(days: int, ahead: int) -> None:
    assert 0.65 <= coverage(days, ahead) <= 0.9


def test_the_dates_are_calibrated_over_players_of_all_kinds() -> None:
    """What `python -m benchmarks forecast` compares with the bootstrap, for fewer players."""
    cases = population(300, seed=5)
    found = calibration(cases, [promised(case) for case in cases])

    assert len(cases) == 300 * len(FAMILIES)
    assert found.covered == pytest.approx((10, 50, 90), abs=3)
    assert found.error < 0.19


def test_a_forecast_takes_a_fraction_of_what_simulating_it_takes() -> None:
    draw = rng(1)
    rates = [draw.expovariate(1 / 1_000) for _ in range(90)]

    def fastest(work: Callable[[float], object]) -> float:
        """Of some, in its own time: what others take away is not the forecast's."""
        durations = list[float]()
        for remaining in (5e3, 5e4, 5e5) * 5:
            begin = time.thread_time()
            work(remaining)
            durations.append(time.thread_time() - begin)
        return min(durations)

    def simulated(remaining: float) -> int:
        """A hundred paths of a year, day by day: a tenth of what it once took."""
        return sum(sum(draw.choice(rates) for _ in range(365)) > remaining for _ in range(100))

    assert fastest(lambda remaining: made(rates, remaining).eta(TODAY)) < fastest(simulated) / 10
