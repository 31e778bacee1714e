"""The waits between two looks at a subject."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.pacing import PollPace, after_failure, first_look, interval, next_look

CHANCE = st.floats(0, 1, exclude_max=True)
SECONDS = st.floats(0, 1e9)
PACES = st.builds(
    lambda soonest, more, most, idle_share, jitter: PollPace(
        soonest=soonest,
        latest=soonest + more,
        latest_failing=soonest + more + most,
        idle_share=idle_share,
        jitter=jitter,
    ),
    soonest=st.floats(1, 1e4),
    more=st.floats(0, 1e5),
    most=st.floats(0, 1e6),
    idle_share=st.floats(0.001, 1),
    jitter=st.floats(0, 0.99),
)
PACE = PollPace(soonest=60, latest=3600, idle_share=0.1, jitter=0.1, latest_failing=21600)


def test_a_subject_that_moves_is_looked_at_as_soon_as_allowed() -> None:
    assert interval(PACE, idle=0) == 60


def test_a_subject_that_rests_waits_a_tenth_of_its_rest() -> None:
    assert interval(PACE, idle=3 * 3600) == 1080


def test_a_subject_that_has_rested_for_long_waits_no_longer_than_allowed() -> None:
    assert interval(PACE, idle=30 * 86400) == 3600


def test_chance_moves_a_wait_both_ways() -> None:
    assert next_look(PACE, idle=10_000, chance=0.0) == pytest.approx(900)
    assert next_look(PACE, idle=10_000, chance=0.5) == pytest.approx(1000)
    assert next_look(PACE, idle=10_000, chance=0.75) == pytest.approx(1050)


def test_failures_double_the_wait_up_to_its_bound() -> None:
    waits = [after_failure(PACE, strikes, chance=0) for strikes in (1, 2, 3, 8, 9, 10_000)]
    assert waits == [120, 240, 480, 15360, 21600, 21600]


def test_chance_parts_those_that_failed_together() -> None:
    assert after_failure(PACE, strikes=3, chance=0.5) == 360


def test_after_a_restart_the_first_turns_spread_over_the_interval() -> None:
    turns = [first_look(PACE, idle=10_000, rested=float("inf"), chance=n / 100) for n in range(100)]
    per_tenth = [sum(tenth * 100 <= turn < tenth * 100 + 100 for turn in turns) for tenth in range(10)]
    assert per_tenth == [10] * 10


def test_a_subject_that_another_worker_looked_at_just_now_waits_its_whole_interval() -> None:
    assert first_look(PACE, idle=0, rested=0, chance=0) == 60
    assert first_look(PACE, idle=0, rested=45, chance=0) == 15


@given(PACES, SECONDS, CHANCE)
def test_the_next_look_is_always_between_the_bounds(pace: PollPace, idle: float, chance: float) -> None:
    assert pace.soonest <= next_look(pace, idle, chance) <= pace.latest


@given(PACES, SECONDS, SECONDS)
def test_a_longer_rest_never_means_a_shorter_interval(pace: PollPace, one: float, other: float) -> None:
    less, more = sorted((one, other))
    assert interval(pace, less) <= interval(pace, more)


@given(PACES, st.integers(1, 10**9), CHANCE)
def test_a_failing_subject_stays_between_the_bounds(pace: PollPace, strikes: int, chance: float) -> None:
    wait = after_failure(pace, strikes, chance)
    assert pace.soonest <= wait <= pace.latest_failing
    assert wait <= after_failure(pace, strikes + 1, chance)


@given(PACES, SECONDS, SECONDS, CHANCE)
def test_a_first_look_keeps_the_interval_and_comes_before_two(
    pace: PollPace, idle: float, rested: float, chance: float
) -> None:
    usual = interval(pace, idle)
    wait = first_look(pace, idle, rested, chance)
    assert max(usual - rested, 0) <= wait <= 2 * usual


@pytest.mark.parametrize(
    "wrong",
    [
        {"soonest": 0},
        {"soonest": 100, "latest": 99},
        {"latest_failing": 10},
        {"idle_share": 0},
        {"jitter": 1},
    ],
)
def test_bounds_that_contradict_each_other_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"pace|idle_share"):
        PollPace(**wrong)
