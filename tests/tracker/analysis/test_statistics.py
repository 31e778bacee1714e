"""Every statistic equals scipy's, ties and all."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import signal, stats

from tracker.analysis import statistics
from tracker.analysis.statistics import Floats

ROUND = st.integers(-5, 5).map(float)
"""Many are the same."""
WILD = st.floats(-1e6, 1e6, allow_nan=False).map(lambda value: round(value, 3))
VALUES = hnp.arrays(np.float64, st.integers(3, 60), elements=st.one_of(ROUND, WILD))


@given(VALUES)
def test_a_line_is_theil_and_sens(values: Floats) -> None:
    times = np.arange(len(values), dtype=np.float64) * 2
    found, wanted = statistics.theil_sen(times, values), stats.theilslopes(values, times)
    assert found.slope == pytest.approx(wanted.slope, abs=1e-9)
    assert found.intercept == pytest.approx(wanted.intercept, abs=1e-9, rel=1e-9)


@given(VALUES)
def test_a_trend_is_mann_and_kendalls(values: Floats) -> None:
    assume(len(set(values)) > 1)
    wanted = stats.kendalltau(np.arange(len(values)), values, method="asymptotic").pvalue
    assert statistics.mann_kendall(values).p() == pytest.approx(wanted, abs=1e-9)


@given(VALUES, st.floats(1, 19))
def test_days_that_are_alike_make_a_trend_less_sure(values: Floats, inflation: float) -> None:
    assume(len(set(values)) > 1)
    z = stats.norm.isf(stats.kendalltau(np.arange(len(values)), values, method="asymptotic").pvalue / 2)
    wanted = 2 * stats.norm.sf(z / np.sqrt(inflation))
    assert statistics.mann_kendall(values).p(inflation) == pytest.approx(wanted, abs=1e-9)


def test_what_never_changes_has_no_trend() -> None:
    assert statistics.mann_kendall(np.ones(30)).p() == 1.0


@given(VALUES)
def test_ranks_are_shared_by_equal_values(values: Floats) -> None:
    assert statistics.ranks(values) == pytest.approx(stats.rankdata(values), abs=1e-9)


@given(VALUES, st.randoms(use_true_random=False))
def test_a_correlation_of_ranks_is_spearmans(values: Floats, random: np.random.Generator) -> None:
    other = values.copy()
    random.shuffle(other)
    assume(len(set(values)) > 1)
    found = statistics.correlation(statistics.ranks(values), statistics.ranks(other))
    assert found == pytest.approx(stats.spearmanr(values, other).statistic, abs=1e-9)


@given(hnp.arrays(np.float64, st.integers(14, 90), elements=st.one_of(ROUND, WILD)))
def test_weekdays_are_compared_as_by_kruskal_and_wallis(values: Floats) -> None:
    assume(len(set(values)) > 1)
    days = np.arange(len(values)) % 7
    wanted = stats.kruskal(*(values[days == day] for day in range(7)))
    found = statistics.kruskal_by_weekday(values, days)
    assert found.h == pytest.approx(wanted.statistic, abs=1e-9)
    assert found.p == pytest.approx(wanted.pvalue, abs=1e-9)


def test_weekdays_of_what_never_changes_are_alike() -> None:
    assert statistics.kruskal_by_weekday(np.ones(70), np.arange(70) % 7).p == 1.0


@given(st.lists(st.floats(0, 1), min_size=1, max_size=40), st.sampled_from([0.01, 0.05, 0.2]))
def test_finds_are_believed_as_by_benjamini_and_hochberg(ps: list[float], q: float) -> None:
    wanted = stats.false_discovery_control(ps) <= q
    assume(not np.isclose(stats.false_discovery_control(ps), q, atol=1e-12).any())
    assert statistics.benjamini_hochberg(ps, q) == list(wanted)


@given(hnp.arrays(np.float64, st.integers(5, 60), elements=WILD))
def test_a_spread_is_the_median_deviation(values: Floats) -> None:
    wanted = stats.median_abs_deviation(values)
    assume(wanted > 0)
    assert statistics.spread(values) == pytest.approx(1.4826 * wanted, rel=1e-9)


def test_where_most_values_are_the_same_the_mean_deviation_counts() -> None:
    assert statistics.spread(np.array([0, 0, 0, 0, 4.0])) == pytest.approx(1.2533 * 4 / 5)


@given(st.floats(-8, 8))
def test_a_p_is_that_of_the_normal_distribution(z: float) -> None:
    assert statistics.two_sided(z) == pytest.approx(2 * stats.norm.sf(abs(z)), abs=1e-9)


@given(hnp.arrays(np.float64, st.integers(20, 60), elements=ROUND), st.integers(1, 10))
def test_how_alike_days_are_is_their_correlation_with_themselves(values: Floats, lag: int) -> None:
    assume(len(set(values)) > 1)
    count, apart = len(values), values - values.mean()
    products = signal.correlate(apart, apart, method="direct")[count - 1 :] / (count - np.arange(count))
    assert statistics.autocorrelation(values, lag) == pytest.approx(products[lag] / products[0], abs=1e-9)


def test_neighbours_are_compared_across_no_gap() -> None:
    values = np.array([1, -1, 1, -1, np.nan, -1, 1, -1, 1.0])
    assert statistics.autocorrelation(values) == pytest.approx(-1, abs=0.02)
    assert statistics.autocorrelation(np.array([1, np.nan, 2, np.nan, 3.0])) == 0
