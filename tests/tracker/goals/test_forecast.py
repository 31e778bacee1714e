"""The range in which a goal will be reached: right about as often as it says, and the same every time."""

import math
import random
import time
from datetime import date, timedelta
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.goals.pace.forecast import FEWEST_DAYS, HORIZON, MOST_DAYS, Eta, Forecast, forecast, seed_of

TODAY = date(2026, 1, 10)
SEED = seed_of("01JH2Z4Q8S0E6D5R7N1C3B9A2F")


def made(rates: list[float], remaining: float, **more: float) -> Forecast:
    found = forecast(rates, remaining, SEED, **more)
    assert found is not None
    return found


@pytest.mark.parametrize("days", range(FEWEST_DAYS))
def test_there_is_no_forecast_from_too_few_days(days: int) -> None:
    assert forecast([100.0] * days, 1_000, SEED) is None


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


def test_the_same_goal_gets_the_same_answer_and_another_one_its_own() -> None:
    uneven = [0.0, 0.0, 500.0, 20.0, 0.0, 300.0, 0.0] * 4

    assert forecast(uneven, 5_000, SEED) == forecast(uneven, 5_000, SEED)
    assert forecast(uneven, 5_000, SEED) != forecast(uneven, 5_000, seed_of("another goal"))
    assert seed_of("a") == seed_of("a")


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


@settings(max_examples=30)
@given(RATES, st.floats(1, 10**6), st.floats(1, 10**6))
def test_more_to_do_never_arrives_earlier(rates: list[float], remaining: float, more: float) -> None:
    near, far = made(rates, remaining), made(rates, remaining + more)

    assert all(a <= b + 1 for a, b in zip(near.arrivals, far.arrivals, strict=True))


def test_the_approximation_for_far_goals_agrees_with_drawing_every_day() -> None:
    rng = random.Random(7)  # noqa: S311 - a simulation
    rates = [0.0 if rng.random() < 0.5 else rng.expovariate(1 / 1_000) for _ in range(MOST_DAYS)]
    remaining = 150 * mean(rates)

    drawn: list[int] = []
    for _ in range(400):
        history = rng.choices(rates, k=len(rates) - 1)
        done, days = 0.0, 0
        while done < remaining and days < HORIZON:
            done += rng.choice(history)
            days += 1
        drawn.append(days)

    found, drawn = made(rates, remaining).arrivals, sorted(drawn)
    for share in (0.1, 0.5, 0.9):
        assert found[int(share * len(found))] == pytest.approx(drawn[int(share * len(drawn))], rel=0.1)


@pytest.mark.parametrize("days", [3, 4, 6])
def test_a_path_draws_its_history_from_one_day_less_than_there_are(days: int) -> None:
    """Who has drawn only idle days never arrives: by that one sees how many were drawn."""
    found = forecast([0.0] * (days - 1) + [100.0], 1_000, SEED, paths=20_000)

    assert found is not None
    never = sum(math.isinf(arrival) for arrival in found.arrivals) / len(found.arrivals)
    assert never == pytest.approx(((days - 1) / days) ** (days - 1), abs=0.015)


def coverage(days: int, ahead: int, trials: int = 150) -> float:
    """How often the truth lies between 10 and 90 %, for players of many kinds, most of them often idle."""
    rng = random.Random(days * 1_000 + ahead)  # noqa: S311 - a simulation
    hits = 0
    for trial in range(trials):
        idle, shape, scale = rng.uniform(0.25, 0.8), rng.uniform(0.5, 2), rng.uniform(1e3, 1e5)

        def one_day(idle: float = idle, shape: float = shape, scale: float = scale) -> float:
            return 0.0 if rng.random() < idle else rng.gammavariate(shape, scale)

        remaining = ahead * (1 - idle) * shape * scale
        found = forecast([one_day() for _ in range(days)], remaining, trial)
        assert found is not None
        done, truth = 0.0, 0
        while done < remaining:
            done, truth = done + one_day(), truth + 1
        hits += found.arrivals[99] <= truth <= found.arrivals[899]
    return hits / trials


@pytest.mark.parametrize("days", [14, 28, 42])
@pytest.mark.parametrize("ahead", [10, 40, 150])
def test_the_interval_of_80_percent_covers_about_as_much(days: int, ahead: int) -> None:
    assert 0.65 <= coverage(days, ahead) <= 0.9


def test_a_forecast_takes_no_longer_than_a_few_milliseconds() -> None:
    rng = random.Random(1)  # noqa: S311 - a simulation
    rates = [rng.expovariate(1 / 1_000) for _ in range(90)]

    def duration(remaining: float) -> float:
        begin = time.perf_counter()
        forecast(rates, remaining, SEED)
        return time.perf_counter() - begin

    # The fastest of some: what another process takes away is not the forecast's.
    assert min(duration(remaining) for remaining in (5e3, 5e4, 5e5) * 5) < 0.02
