"""Numbers as players write them."""

from contextlib import suppress
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.numbers import NUMBER, AmbiguousNumber, grouped, parse_number, short
from tracker.readings import Number


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("99", 99),
        ("13m", 13_000_000),
        ("13M", 13_000_000),
        ("1.5m", 1_500_000),
        ("1,5m", 1_500_000),
        ("1,500k", 1_500_000),
        ("200k", 200_000),
        ("5 k", 5_000),
        ("1b", 1_000_000_000),
        ("4.8b", 4_800_000_000),
        ("2 mil", 2_000_000),
        ("1.5 million", 1_500_000),
        ("ten", None),
        ("13,034,431", 13_034_431),
        ("13 034 431", 13_034_431),
        ("13.034.431", 13_034_431),
        ("1'000", 1_000),
        ("13,034,431.5", Decimal("13034431.5")),
        ("0.5", Decimal("0.5")),
        ("3,5", Decimal("3.5")),
        ("13,25", Decimal("13.25")),
        ("3,500", 3_500),
        ("0,125", Decimal("0.125")),
        ("0.125", Decimal("0.125")),
        ("1234,567", Decimal("1234.567")),
        ("1234.567", Decimal("1234.567")),
        ("3,1415", Decimal("3.1415")),
        ("1.234,5", Decimal("1234.5")),
        ("13.034.431,5", Decimal("13034431.5")),
        ("13 034,5", Decimal("13034.5")),
        ("1.234m", 1_234_000),
        ("12,34,56", None),
        ("1,234,5", None),
        ("99 200m", None),
        ("5x", None),
        ("1e6", None),
        ("", None),
        ("9" * 16, None),
        ("0." + "1" * 40, None),
    ],
)
def test_a_number_is_read_as_players_write_it(written: str, number: Number | None) -> None:
    assert parse_number(written) == number


@given(st.integers(0, 10**15 - 1))
def test_whole_numbers_are_read_back_however_they_are_grouped(number: int) -> None:
    with_commas = grouped(number)

    assert parse_number(str(number)) == number
    assert parse_number(with_commas) == number
    assert parse_number(with_commas.replace(",", " ")) == number


@given(st.integers(0, 999_999), st.sampled_from("kmb"))
def test_a_suffix_multiplies(number: int, suffix: str) -> None:
    factor = {"k": 10**3, "m": 10**6, "b": 10**9}[suffix]

    assert parse_number(f"{number}{suffix}") == number * factor
    assert parse_number(f"{number / 4}{suffix}") == Decimal(number) * factor / 4


@given(st.text(alphabet="0123456789.,' _kmb+-/x", max_size=30))
def test_any_text_is_a_number_or_none(text: str) -> None:
    with suppress(AmbiguousNumber):
        number = parse_number(text)

        assert number is None or 0 <= number < 10**15


@pytest.mark.parametrize(
    ("written", "instead"),
    [("10.000", ["10,000", "10"]), ("1.500", ["1,500", "1.5"]), ("75.125", ["75,125", "75.1250"])],
)
def test_a_dot_before_three_digits_is_asked_about(written: str, instead: list[str]) -> None:
    with pytest.raises(AmbiguousNumber, match="can mean two things") as refused:
        parse_number(written)

    thousands, decimals = instead
    assert str(refused.value).endswith(f"Write {thousands} for thousands or {decimals} for decimals.")
    assert parse_number(thousands) == int(written.replace(".", ""))
    assert parse_number(decimals) == Decimal(written)


def test_two_numbers_are_found_as_two() -> None:
    assert [found[0] for found in NUMBER.finditer("99 200m")] == ["99", "200m"]


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (999, "999"),
        (1_000, "1k"),
        (1_499, "1.49k"),
        (13_034_431, "13.03m"),
        (199_999_999, "199.99m"),
        (4_800_000_000, "4.8b"),
        (-1_500, "-1.5k"),
        (12.34, "12.3"),
        (Decimal("0.5"), "0.5"),
    ],
)
def test_a_long_number_is_told_in_short(number: Number, text: str) -> None:
    assert short(number) == text
