"""An alert that does not flap."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.analysis.thresholds import REMEMBERED, Alert, AlertEvent, Bounds, Side, after, flapping_percent

BOUNDS = Bounds(low=10, high=20)


def told(values: list[float], *, bounds: Bounds = BOUNDS, deviation: float = 2.0) -> list[str | None]:
    alert, events = Alert(), list[str | None]()
    for value in values:
        alert, event = after(alert, value, bounds, deviation)
        events.append(event)
    return events


@pytest.mark.parametrize(
    ("values", "wanted"),
    [
        ([21], [None]),
        ([21, 15, 21], [None, None, None]),
        ([21, 21], [None, "fired"]),
        ([9, 9], [None, "fired"]),
        ([21, 9], [None, None]),
        ([24], ["fired"]),
        ([6], ["fired"]),
        ([23.9], [None]),
        ([21, 21, 21, 25], [None, "fired", None, None]),
        ([21, 21, 19.5, 19.5, 19.5], [None, "fired", None, None, None]),
        ([21, 21, 19, 19], [None, "fired", None, "cleared"]),
        ([21, 21, 19, 19.5, 19], [None, "fired", None, None, None]),
        ([21, 21, 9, 9], [None, "fired", None, "fired"]),
    ],
)
def test_two_in_a_row_fire_and_two_well_inside_clear(values: list[float], wanted: list[str | None]) -> None:
    assert told(values) == wanted


def test_without_a_bound_nothing_is_beyond_it() -> None:
    assert told([1e9, 1e9], bounds=Bounds(low=0)) == [None, None]
    assert told([-1e9], bounds=Bounds(high=0)) == [None]


def test_who_goes_in_and_out_all_the_time_is_told_that_instead() -> None:
    events = told([15, 30] * 12)
    at = events.index(AlertEvent.FLAPPING)
    assert set(events[at + 1 :]) == {None}


def test_flapping_is_over_when_it_has_been_quiet() -> None:
    events = told([15, 30] * 12 + [15] * REMEMBERED + [30])
    assert events[-1] == AlertEvent.FIRED


def test_what_comes_to_rest_beyond_after_flapping_is_told() -> None:
    events = told([15, 30] * 12 + [30] * REMEMBERED)
    assert events[24:].count(AlertEvent.FIRED) == 1


@given(st.lists(st.sampled_from([Side.INSIDE, Side.HIGH]), max_size=REMEMBERED))
def test_how_often_states_change_is_naemons_sum(states: list[Side]) -> None:
    padded = [states[0] if states else Side.INSIDE] * (REMEMBERED - len(states)) + states
    weights = np.linspace(0.75, 1.25, REMEMBERED - 1)
    changes = [one is not other for one, other in zip(padded[1:], padded, strict=False)]
    assert flapping_percent(states) == pytest.approx(float(weights @ np.array(changes)) * 5)


@given(st.lists(st.floats(0, 30), max_size=40))
def test_an_episode_is_told_once_and_ends_before_the_next(values: list[float]) -> None:
    side = None
    for event in told(values):
        if event is AlertEvent.FLAPPING:
            return
        if event is AlertEvent.CLEARED:
            assert side is not None
            side = None
        elif event is AlertEvent.FIRED:
            side = AlertEvent.FIRED
