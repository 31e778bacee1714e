"""The one stored form of a value, and its size as DynamoDB counts it."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tracker.store.items import exactly, item
from tracker.store.conditions import same
from tracker.store.values import Value, ValueProblem, canonical, canonical_map, expired, utf8_length

numbers = st.one_of(
    st.integers(-(10**38) + 1, 10**38 - 1),
    st.decimals(allow_nan=False, allow_infinity=False, places=9).filter(lambda n: abs(n) < 10**28),
)
values = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, st.text()),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(min_size=1).filter(lambda name: name[0] != "$"), inner, max_size=4)
    ),
    max_leaves=10,
)


@given(values)
def test_the_stored_form_is_the_same_value(value: Value) -> None:
    assert same(canonical(value)[0], value)


@given(values)
def test_a_stored_form_is_its_own_stored_form(value: Value) -> None:
    once, size = canonical(value)

    again, size_again = canonical(once)

    assert (exactly(again), size_again) == (exactly(once), size)


@given(numbers)
def test_equal_numbers_have_one_stored_form(number: int | Decimal) -> None:
    digits = f"{Decimal(number):f}"
    more_zeros = Decimal(digits + ("00" if "." in digits else ".00"))

    assert exactly(canonical(more_zeros)[0]) == exactly(canonical(number)[0])


@given(numbers)
def test_a_stored_number_is_an_int_exactly_when_it_is_whole(number: int | Decimal) -> None:
    stored, _ = canonical(number)

    assert isinstance(stored, int) == (number == int(number))


SIZES: list[tuple[Any, int]] = [
    (None, 1),
    (True, 1),
    ("", 0),
    ("abc", 3),
    ("é", 2),
    ("\U0001f600", 4),
    (0, 2),
    (7, 2),
    (42, 2),
    (123, 3),
    (-1234, 3),
    (10**38 - 1, 20),
    (Decimal("1.5"), 2),
    (Decimal("1.50"), 2),
    (Decimal("-12.345"), 4),
    ([], 3),
    (["a", "bc"], 8),
    ({}, 3),
    ({"a": "bc"}, 7),
    ({"list": [1, [True]]}, 3 + 4 + 1 + 3 + (1 + 2) + (1 + 3 + 1 + 1)),
]


@pytest.mark.parametrize(("value", "size"), SIZES, ids=lambda each: repr(each)[:30])
def test_the_size_of_a_value(value: Value, size: int) -> None:
    assert canonical(value, 1)[1] == size


def test_the_size_of_an_item_is_that_of_its_names_and_values() -> None:
    assert canonical_map(item(n=1, text="abc"))[1] == len("PKPSKA") + len("n") + 2 + len("textabc")


@given(st.text())
def test_length_is_counted_in_utf8(text: str) -> None:
    assert utf8_length(text) == len(text.encode())


def test_half_of_a_surrogate_pair_has_no_length() -> None:
    with pytest.raises(ValueProblem, match="surrogate"):
        utf8_length("\ud83d")


def test_the_given_value_is_left_as_it_is() -> None:
    given_value = {"a": [Decimal("1.0")], "b": {"c": (1,)}}

    stored, _ = canonical_map(given_value)

    assert stored == {"a": [1], "b": {"c": [1]}}
    assert exactly(given_value) == exactly({"a": [Decimal("1.0")], "b": {"c": (1,)}})
    assert stored["a"] is not given_value["a"]


def test_an_item_expires_at_the_second_of_its_ttl() -> None:
    assert not expired(item(ttl=100), 99)
    assert expired(item(ttl=100), 100)
    assert not expired(item(), 100)
