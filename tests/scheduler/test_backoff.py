"""Waits double up to a bound, and chance shortens them by up to half."""

import pytest

from scheduler.backoff import Backoff


@pytest.mark.parametrize(
    ("failed", "most"), [(1, 0.5), (2, 1.0), (3, 2.0), (5, 8.0), (6, 8.0), (50, 8.0), (5000, 8.0)]
)
def test_waits_double_up_to_the_longest(failed: int, most: float) -> None:
    assert Backoff().wait(failed, 1.0) == most


def test_chance_shortens_a_wait_by_up_to_half() -> None:
    assert [Backoff().wait(2, chance) for chance in (0.0, 0.5, 1.0)] == [0.5, 0.75, 1.0]
