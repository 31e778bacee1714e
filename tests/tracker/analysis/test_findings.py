"""What the days of a person say, and what they do not say."""

from datetime import date, timedelta

import numpy as np
import pytest

from tracker.analysis.anomaly import anomaly_of
from tracker.analysis.correlations import Pair, together
from tracker.analysis.pattern import pattern_of
from tracker.analysis.prediction import prediction_of, weekly_means
from tracker.analysis.series import DailySeries
from tracker.analysis.statistics import Floats
from tracker.analysis.trend import Slope, slope_of, way_of
from tracker.analysis.way import Way
from tracker.analysis.weekly import Numbers, findings

SUNDAY = date(2026, 11, 15)


def series(values: Floats) -> DailySeries:
    return DailySeries(SUNDAY, values)


def noise(days: int, seed: int = 1) -> Floats:
    return np.random.default_rng(seed).standard_normal(days)


# Days


def test_days_without_a_value_are_not_zero() -> None:
    found = DailySeries.of({SUNDAY: 3.0, SUNDAY - timedelta(days=2): 1.0, date(2020, 1, 1): 9.0}, SUNDAY, 4)
    assert found.values == pytest.approx([np.nan, 1.0, np.nan, 3.0], nan_ok=True)
    assert (found.count, found.span, list(found.weekdays)) == (2, 3, [3, 4, 5, 6])


@pytest.mark.parametrize("days", [0, 1, 2, 20])
def test_little_says_nothing(days: int) -> None:
    few = series(noise(days))
    assert slope_of(few) is None
    assert pattern_of(few) is None
    assert anomaly_of(few) is None
    assert prediction_of(few, 7) is None
    assert together({"mood": few}, {"sleep": few}) == []


@pytest.mark.parametrize("values", [np.ones(200), np.full(200, np.nan), np.r_[np.ones(199), 1e9]])
def test_what_never_changes_has_neither_trend_nor_weekdays(values: Floats) -> None:
    assert way_of(slope_of(series(values))) is Way.STABLE
    assert pattern_of(series(values)) is None
    assert together({"mood": series(values)}, {"sleep": series(noise(200))}) == []


# Trends


def test_a_number_that_rises_is_rising_and_one_that_falls_is_falling() -> None:
    rising = noise(56) + np.linspace(0, 4, 56)
    assert way_of(slope_of(series(rising))) is Way.RISING
    assert way_of(slope_of(series(-rising))) is Way.FALLING


def test_sundays_are_no_trend() -> None:
    values = noise(56) * 0.1
    values[6::7] += 5
    assert way_of(slope_of(series(values))) is Way.STABLE


def test_a_trend_that_is_smaller_than_days_differ_does_not_matter() -> None:
    values = np.linspace(0, 0.5, 56) + np.tile([1, -1.0], 28)
    slope = slope_of(series(values))
    assert slope is not None
    assert not slope.matters


@pytest.mark.parametrize(
    ("p", "before", "wanted"),
    [
        (0.005, Way.STABLE, Way.RISING),
        (0.05, Way.STABLE, Way.STABLE),
        (0.05, Way.RISING, Way.RISING),
        (0.19, Way.RISING, Way.RISING),
        (0.21, Way.RISING, Way.STABLE),
        (0.05, Way.FALLING, Way.STABLE),
        (0.005, Way.FALLING, Way.RISING),
    ],
)
def test_a_label_is_entered_with_little_doubt_and_left_with_much(p: float, before: Way, wanted: Way) -> None:
    assert way_of(Slope(1.0, p, matters=True, known=50), before) is wanted


# Weekdays


def test_a_weekend_that_differs_is_found_by_its_days() -> None:
    values = series(noise(126))
    values.values[values.weekdays >= 5] += 3
    found = pattern_of(values)
    assert found is not None
    assert found.high in {5, 6}
    assert found.low not in {5, 6}
    assert found.gap > 2


def test_with_more_numbers_more_is_wanted_of_each() -> None:
    values = series(noise(126, 4))
    values.values[values.weekdays >= 5] += 0.9
    assert pattern_of(values) is not None
    assert pattern_of(values, metrics=10**6) is None


# What stands out


def test_a_record_far_beyond_all_others_stands_out() -> None:
    values = noise(60)
    values[-3] = 12
    found = anomaly_of(series(values))
    assert found is not None
    assert (found.ago, found.value, found.highest) == (2, 12.0, True)
    low = anomaly_of(series(-values))
    assert low is not None
    assert not low.highest


def test_the_second_highest_is_no_record() -> None:
    values = noise(60)
    values[10], values[-1] = 20, 12
    assert anomaly_of(series(values)) is None


def test_of_amounts_with_a_long_tail_hardly_a_day_stands_out() -> None:
    days = [anomaly_of(series(np.exp(noise(60, seed))), newest=1) for seed in range(300)]
    assert sum(day is not None for day in days) <= 3


def test_last_week_is_not_told_this_week() -> None:
    values = noise(60)
    values[-8] = 12
    assert anomaly_of(series(values)) is None


# Together


def test_what_goes_together_is_found_with_its_lag() -> None:
    sleep, rest = noise(180, 1), noise(180, 2)
    mood = np.r_[0.0, 0.8 * sleep[:-1]] + 0.6 * rest
    [found] = together({"mood": series(mood)}, {"sleep": series(sleep), "steps": series(noise(180, 3))})
    assert (found.pair, found.lag) == (Pair("mood", "sleep"), 1)
    assert found.rho > 0.6


def test_two_that_both_rise_have_nothing_to_do_with_each_other() -> None:
    line = np.linspace(0, 20, 180)
    assert together({"mood": series(line + noise(180, 1))}, {"debt": series(line + noise(180, 2))}) == []


def test_what_is_made_of_the_other_is_never_compared() -> None:
    values = noise(180)
    pair = frozenset(("mood", "habit"))
    same = {"mood": series(values)}, {"habit": series(values)}
    assert together(*same)
    assert together(*same, never=[pair]) == []


def test_a_habit_that_was_hardly_ever_missed_says_nothing() -> None:
    habit = np.ones(180)
    habit[::20] = 0
    assert together({"mood": series(habit + 0.01 * noise(180))}, {"gym": series(habit)}) == []


def test_what_was_found_once_is_told_when_it_holds_for_a_second_week() -> None:
    sleep = noise(187, 1)
    mood = sleep + noise(187, 2)

    def numbers(end: int) -> Numbers:
        day = SUNDAY + timedelta(days=end - 187)
        both = {"mood": DailySeries(day, mood[:end]), "sleep": DailySeries(day, sleep[:end])}
        return Numbers(both, ["mood"])

    first = findings(numbers(180))
    assert (len(first.seen_together), first.together) == (1, {})
    assert set(findings(numbers(187), first).together) == {Pair("mood", "sleep")}


# What comes


def test_a_band_lies_around_the_last_week() -> None:
    values = noise(90) + 10
    found = prediction_of(series(values), 7)
    assert found is not None
    assert found.low < found.middle < found.high
    assert found.middle == pytest.approx(values[-7:].mean())


def test_further_ahead_is_less_certain() -> None:
    values = np.cumsum(noise(120))
    near, far = prediction_of(series(values), 7), prediction_of(series(values), 28)
    assert near is not None
    assert far is not None
    assert far.high - far.low > near.high - near.low


def test_a_week_with_a_value_that_stands_out_predicts_nothing() -> None:
    values = noise(90) + 10
    values[-3] = 801
    assert prediction_of(series(values), 7) is None
    assert prediction_of(series(values[:-5]), 7) is not None


def test_what_was_never_below_nothing_will_not_be() -> None:
    amounts = np.where(noise(90) > 0.5, 30.0, 0.0)
    found, below = prediction_of(series(amounts), 28), prediction_of(series(amounts - 1), 28)
    assert found is not None
    assert below is not None
    assert (found.low, below.low < -1) == (0.0, True)
    assert found.high == pytest.approx(below.high + 1)


def test_a_week_with_two_values_has_no_mean() -> None:
    values = np.array([1, np.nan, np.nan, np.nan, np.nan, np.nan, 3, 2.0])
    assert weekly_means(values) == pytest.approx([np.nan] * 8, nan_ok=True)
    values[3] = 2
    assert weekly_means(values)[6] == pytest.approx(2)
