"""Values as people write them."""

from contextlib import suppress
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.metrics.units import UNITS, AmbiguousUnit, Unit, WrongUnit, can_convert, unit_called
from tracker.metrics.words.values import (
    DECIMALS,
    MOST_DIGITS,
    AmbiguousValue,
    BadValue,
    read_value,
)
from tracker.numbers import AmbiguousNumber
from tracker.readings import Number
from tracker.refusals import Refused

KG, HOURS, MINUTES, KM = (UNITS[name] for name in ("kg", "hours", "minutes", "km"))
DOLLARS, CELSIUS, INCHES = (UNITS[name] for name in ("dollars", "\N{DEGREE SIGN}C", "in"))
PAGES = unit_called("pages")


def value_of(text: str, unit: Unit | None) -> Number:
    return read_value(text, unit).within(unit, "Weight")


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("82.4", KG, "82.4"), ("82,4", KG, "82.4"), ("82.4kg", KG, "82.4"), ("82.4 KG", KG, "82.4"),
        (".5", KG, "0.5"), ("82.40", KG, "82.4"), ("82.125", KG, "82.125"), ("181 lb", KG, "82.1"),
        ("12st 4", KG, "78.018"), ("12 st 4 lb", KG, "78.018"), ("5'11\"", INCHES, "71"),
        ('70"', INCHES, "70"), ("7h30", HOURS, "7.5"), ("7h30", MINUTES, "450"),
        ("7 h 30 min", MINUTES, "450"), ("7:30", HOURS, "7.5"), ("1:02:03", MINUTES, "62.05"),
        ("30m", MINUTES, "30"), ("30m", KM, "0.03"), ("5k", KM, "5"),
        ("10k", PAGES, "10000"), ("1.5m", DOLLARS, "1500000"), ("2 million", None, "2000000"),
        ("$12.50", DOLLARS, "12.5"), ("12.50$", DOLLARS, "12.5"), ("$10k", DOLLARS, "10000"),
        ("-$5", DOLLARS, "-5"), ("-3", CELSIUS, "-3"), ("\N{MINUS SIGN}3.5", CELSIUS, "-3.5"),
        ("5 pages", PAGES, "5"), ("1 page", PAGES, "1"), ("1,234", PAGES, "1234"), ("12 345", PAGES, "12345"),
        ("1.234", None, "1.234"), ("1,234", None, "1234"), ("18.5%", None, "18.5"),
    ],
)  # fmt: skip
def test_a_value_is_read_as_it_is_meant(text: str, unit: Unit | None, value: str) -> None:
    assert value_of(text, unit) == Decimal(value)


@pytest.mark.parametrize(
    ("text", "unit", "refused", "words"),
    [
        ("82,125", KG, AmbiguousNumber, "Write 82125 for thousands or 82.125 for decimals"),
        ("1.234", PAGES, AmbiguousNumber, "Write 1,234 for thousands"),
        ("30m", None, AmbiguousValue, "Write 30 min, 30 metres or 30,000,000"),
        ("5k", None, AmbiguousValue, "Write 5 km or 5,000"),
        ("82k", KG, AmbiguousValue, "Write 82 kg or 82,000"),
        ("7:30", MINUTES, AmbiguousValue, "Write 7h30 or 7min30"),
        ("7:30", None, AmbiguousValue, "hours and minutes or minutes and seconds"),
    ],
)
def test_what_can_mean_two_things_is_asked(
    text: str, unit: Unit | None, refused: type[Refused], words: str
) -> None:
    with pytest.raises(refused, match=words):
        read_value(text, unit)


@pytest.mark.parametrize(
    "text",
    [
        "", "abc", "82.4 after run", "82.4 bananas", "1e5", "nan", "inf", "82.4.5", "5 5", "7h90", "7h30h",
        "12:30", "7:99", "+5", "--5", "82.4 kg kg", "$5 kg", "5.5st 4", "12st 14", "0x10",
        "\u0665", "82 . 4", "1/2",
    ],
)  # fmt: skip
def test_what_is_not_understood_is_refused_as_a_whole(text: str) -> None:
    with pytest.raises((BadValue, AmbiguousUnit)):
        read_value(text, KG)


@pytest.mark.parametrize(("text", "unit"), [("5 km", KG), ("$5", KG), ("82 kg", PAGES), ("5 hours", DOLLARS)])
def test_a_unit_that_measures_something_else_is_refused_with_the_one_that_is_wanted(
    text: str, unit: Unit
) -> None:
    with pytest.raises(WrongUnit, match=f"Weight is in {unit.name}, not in"):
        value_of(text, unit)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("9" * 16, "up to 15 digits before"),
        ("9" * 40, "up to 15"),
        ("0.1234567891", "and 9 after it"),
        ("0." + "0" * 50 + "1", "and 9 after it"),
    ],
)
def test_a_number_that_cannot_be_kept_is_refused(text: str, words: str) -> None:
    with pytest.raises(BadValue, match=words):
        value_of(text, None)


@given(
    st.decimals(-(10**MOST_DIGITS) + 1, 10**MOST_DIGITS - 1, places=4, allow_nan=False, allow_infinity=False),
    st.sampled_from([KG, KM, HOURS, CELSIUS, None]),
)
def test_every_digit_that_is_typed_is_kept(number: Decimal, unit: Unit | None) -> None:
    assert value_of(f"{number:f}", unit) == number
    assert value_of(f"{number:f}".replace(".", ","), unit) == number


@given(st.integers(-(10**9), 10**9), st.sampled_from([one for one in UNITS.values() if can_convert(one, KG)]))
def test_a_number_with_any_unit_of_its_kind_is_understood(number: int, unit: Unit) -> None:
    for written in (f"{number}{unit.name}", f"{number} {unit.name}"):
        assert read_value(written, KG).number == number
        assert isinstance(value_of(written, KG), int | Decimal)


@given(st.text(max_size=30), st.sampled_from([KG, MINUTES, PAGES, DOLLARS, None]))
def test_whatever_is_typed_is_a_number_that_can_be_kept_or_refused(text: str, unit: Unit | None) -> None:
    with suppress(Refused):
        value = value_of(text, unit)
        assert abs(value) < 10**MOST_DIGITS
        assert round(Decimal(value), DECIMALS) == value
