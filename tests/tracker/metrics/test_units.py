"""Units: how people write them, and how one becomes another."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fakes.clock import START
from tracker.metrics.model import Metric
from tracker.metrics.units import (
    BY_WORD,
    UNITS,
    AmbiguousUnit,
    BadUnit,
    Measures,
    Unit,
    WrongUnit,
    can_convert,
    converted,
    measured,
    unit_called,
)
from tracker.metrics.words.values import read_value
from tracker.metrics.words.wording import metric_text
from tracker.readings import Number

PAIRS = [(one, other) for one in UNITS.values() for other in UNITS.values() if can_convert(one, other)]
APART = [(one, other) for one in UNITS.values() for other in UNITS.values() if not can_convert(one, other)]
VALUES = st.decimals(-(10**9), 10**9, places=3, allow_nan=False, allow_infinity=False)


@pytest.mark.parametrize(
    ("value", "said", "wanted", "expected"),
    [
        (1, "lb", "kg", "0.45359"),
        (181, "lb", "kg", "82.1"),
        (Decimal("82.4"), "kg", "lb", "181.661"),
        (1, "mi", "km", "1.6093"),
        (26, "mi", "km", "41.843"),
        (70, "in", "cm", "177.8"),
        (2000, "kcal", "kJ", "8368"),
        (12, "st", "kg", "76.204"),
        (90, "minutes", "hours", "1.5"),
        (20, "minutes", "hours", "0.33333"),
        (Decimal("0.5"), "l", "ml", "500"),
        (Decimal("98.6"), "\N{DEGREE SIGN}F", "\N{DEGREE SIGN}C", "37"),
        (-40, "\N{DEGREE SIGN}C", "\N{DEGREE SIGN}F", "-40"),
        (0, "kg", "lb", "0"),
    ],
)
def test_a_value_becomes_another_unit_with_two_digits_more_than_were_said_and_five_at_least(
    value: Number, said: str, wanted: str, expected: str
) -> None:
    assert converted(value, UNITS[said], UNITS[wanted]) == Decimal(expected)


@given(VALUES, st.sampled_from(PAIRS))
def test_there_and_back_again_nothing_that_was_said_is_lost(value: Decimal, pair: tuple[Unit, Unit]) -> None:
    one, other = pair
    there = converted(value, one, other)
    assert round(Decimal(converted(there, other, one)), 3) == value


@given(VALUES, VALUES, st.sampled_from(PAIRS))
def test_what_is_more_stays_more(small: Decimal, large: Decimal, pair: tuple[Unit, Unit]) -> None:
    small, large = sorted((small, large))
    assert converted(small, *pair) <= converted(large, *pair)


@given(VALUES, st.sampled_from(APART))
def test_what_measures_something_else_is_refused(value: Decimal, pair: tuple[Unit, Unit]) -> None:
    with pytest.raises(WrongUnit, match=f"{pair[0].name} cannot become {pair[1].name}"):
        converted(value, *pair)


def test_the_refusal_says_what_each_of_them_measures() -> None:
    with pytest.raises(WrongUnit, match="km cannot become kg: one is length, the other weight"):
        converted(5, UNITS["km"], UNITS["kg"])
    with pytest.raises(WrongUnit, match="nobody knows how many of one the other is"):
        converted(5, unit_called("glasses"), UNITS["l"])
    with pytest.raises(WrongUnit, match="one is euros, the other dollars"):
        converted(5, UNITS["euros"], UNITS["dollars"])


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("kg", "kg"), ("KGS", "kg"), ("kilo", "kg"), ("lb", "lb"), ("lbs", "lb"), ("Pounds", "lb"),
        ("st", "st"), ("mi", "mi"), ("miles", "mi"), ("km", "km"), ("in", "in"), ("inch", "in"),
        ('"', "in"), ("cm", "cm"),
        ("h", "hours"), ("hrs", "hours"), ("min", "minutes"), ("$", "dollars"), ("\N{EURO SIGN}", "euros"),
        ("%", "percent"), ("kcal", "kcal"), ("calories", "kcal"), ("KJ", "kJ"), ("fl oz", "fl oz"),
        ("kg.", "kg"), ("pages", "pages"), ("Glasses of water", "Glasses of water"),
    ],
)  # fmt: skip
def test_units_are_known_by_what_people_write(text: str, name: str) -> None:
    assert unit_called(text).name == name


def test_no_word_but_m_means_two_units() -> None:
    assert [word for word, units in BY_WORD.items() if len(units) > 1] == ["m"]
    with pytest.raises(
        AmbiguousUnit, match=r"'m' can mean metres or minutes. Write metres or minutes"
    ) as refused:
        unit_called("m")
    for suggestion in refused.value.suggestions:
        assert unit_called(suggestion.value)


@pytest.mark.parametrize("text", ["", "  ", "5 kg", "x" * 25, "a\u202eb"])
def test_what_is_no_unit_is_refused(text: str) -> None:
    with pytest.raises(BadUnit, match="is not a unit"):
        unit_called(text)


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (Decimal("182.4"), "kg", "182.4 kg"),
        (1, "hours", "1 hour"),
        (Decimal("18.5"), "percent", "18.5 %"),
        (1234, "count", "1,234"),
        (-3, None, "-3"),
        (1, "pages", "1 page"),
    ],
)
def test_values_are_shown_with_all_their_digits_and_their_unit(
    value: Number, unit: str | None, text: str
) -> None:
    assert measured(value, unit) == text


def test_a_sentence_says_inches_where_in_alone_would_be_read_twice() -> None:
    dough = Metric(id="d", user="u", name="Dough", unit="in", created_at=START)
    assert metric_text(dough).startswith("in inches, more is better")
    with pytest.raises(WrongUnit, match=r"Dough is in inches, not in kg\. Write only the number, or in\."):
        read_value("5 kg").within(UNITS["in"], "Dough")


def test_every_unit_measures_something_that_another_one_or_nobody_else_does() -> None:
    assert {unit.measures for unit in UNITS.values()} == set(Measures)
