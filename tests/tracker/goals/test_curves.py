"""Level curves: the values of the game, and back and forth between xp and levels."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.goals.games.curves import Curve, curves

REGULAR, ELITE = curves()["regular"], curves()["elite"]
ANY_CURVE = st.sampled_from([REGULAR, ELITE])


@pytest.mark.parametrize(
    ("level", "xp"),
    [
        (1, 0),
        (2, 83),
        (10, 1_154),
        (15, 2_411),
        (42, 45_529),
        (92, 6_517_253),
        (99, 13_034_431),
        (110, 38_737_661),
        (120, 104_273_167),
        (126, 188_884_740),
    ],
)
def test_the_regular_curve_follows_the_formula_of_the_game(level: int, xp: int) -> None:
    assert REGULAR.xp(level) == xp


@pytest.mark.parametrize(
    ("level", "xp"), [(1, 0), (2, 830), (99, 36_073_511), (120, 80_618_654), (150, 194_927_409)]
)
def test_invention_has_a_curve_of_its_own(level: int, xp: int) -> None:
    assert ELITE.xp(level) == xp


def test_curves_end_where_the_xp_of_a_skill_ends() -> None:
    assert (REGULAR.highest, ELITE.highest) == (126, 150)


@given(ANY_CURVE, st.integers(0, 200_000_000))
def test_the_level_of_some_xp_is_found_by_counting_the_levels_that_have_begun(curve: Curve, xp: int) -> None:
    assert curve.level(xp) == sum(begin <= xp for begin in curve.begins)


@given(st.data(), ANY_CURVE)
def test_a_level_begins_at_its_xp_and_not_one_earlier(data: st.DataObject, curve: Curve) -> None:
    level = data.draw(st.integers(2, curve.highest))

    assert curve.level(curve.xp(level)) == level
    assert curve.level(curve.xp(level) - 1) == level - 1


@pytest.mark.parametrize("curve", [REGULAR, ELITE])
def test_each_level_takes_more_than_the_one_before(curve: Curve) -> None:
    assert list(curve.begins) == sorted(set(curve.begins))


@pytest.mark.parametrize("level", [0, -1, 127])
def test_a_level_that_is_not_on_the_curve_is_refused(level: int) -> None:
    with pytest.raises(ValueError, match="1 to 126"):
        REGULAR.xp(level)
