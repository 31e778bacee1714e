"""`holds` obeys the laws of logic, of order and of absence."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tracker.store.items import item
from tests.tracker.store.operations import conditions, items, plain
from tracker.store.conditions import (
    ABSENT,
    EXISTS,
    Condition,
    check_condition,
    eq,
    ge,
    gt,
    has,
    holds,
    lacks,
    le,
    lt,
    ne,
    same,
)
from tracker.store.values import Item, Value

maybe_items = st.none() | items()
comparable = st.one_of(st.integers(), st.decimals(allow_nan=False, allow_infinity=False), st.text())


@given(conditions, conditions, maybe_items)
def test_and_or_and_not_are_those_of_logic(a: Condition, b: Condition, found: Item | None) -> None:
    first, second = holds(a, found), holds(b, found)

    assert holds(a & b, found) == (first and second)
    assert holds(a | b, found) == (first or second)
    assert holds(~a, found) == (not first)
    assert holds(~(a & b), found) == holds(~a | ~b, found)
    assert holds(~~a, found) == first


@given(conditions)
def test_every_condition_that_tests_use_is_allowed(condition: Condition) -> None:
    check_condition(condition)


@given(st.one_of(st.tuples(st.integers(), st.integers()), st.tuples(st.text(), st.text())))
def test_of_less_equal_and_greater_one_holds(pair: tuple[int, int] | tuple[str, str]) -> None:
    stored, wanted = pair
    found = item(x=stored)

    assert [holds(one("x", wanted), found) for one in (lt, eq, gt)].count(True) == 1
    assert holds(le("x", wanted), found) == (holds(lt("x", wanted), found) or holds(eq("x", wanted), found))
    assert holds(ge("x", wanted), found) == (not holds(lt("x", wanted), found))


@given(st.text(), st.text())
def test_text_is_in_the_order_of_its_utf8_bytes(stored: str, wanted: str) -> None:
    assert holds(lt("x", wanted), item(x=stored)) == (stored.encode() < wanted.encode())


@given(plain, comparable)
def test_values_of_two_types_have_no_order(stored: Value, wanted: int | Decimal | str) -> None:
    numbers = (
        isinstance(stored, int | Decimal) and not isinstance(stored, bool) and not isinstance(wanted, str)
    )
    if numbers or (isinstance(stored, str) and isinstance(wanted, str)):
        return

    assert not any(holds(one("x", wanted), item(x=stored)) for one in (lt, le, gt, ge, eq))


@given(plain, plain)
def test_different_means_there_and_not_equal(stored: Value, wanted: Value) -> None:
    assert holds(ne("x", wanted), item(x=stored)) == (not same(stored, wanted))
    assert not holds(ne("x", wanted), item())
    assert not holds(ne("x", wanted), None)


@pytest.mark.parametrize("found", [None, item()], ids=["no item", "no attribute"])
def test_what_is_not_there_meets_no_comparison(found: Item | None) -> None:
    assert not any(holds(one("x", 1), found) for one in (eq, ne, lt, le, gt, ge))
    assert not holds(has("x"), found)
    assert holds(lacks("x"), found)


def test_being_there() -> None:
    assert holds(EXISTS, item())
    assert not holds(EXISTS, None)
    assert holds(ABSENT, None)
    assert not holds(ABSENT, item())
    assert holds(None, None)


@pytest.mark.parametrize(
    ("a", "b", "equal"),
    [
        (1, Decimal("1.0"), True),
        (1, True, False),
        (0, False, False),
        (None, False, False),
        ("1", 1, False),
        ([1], (1,), True),
        ([1], [True], False),
        ({"a": [1]}, {"a": [Decimal(1)]}, True),
        ({"a": 1}, {"a": 1, "b": None}, False),
        ({}, [], False),
        ("\u00e9", "e\u0301", False),
    ],
    ids=repr,
)
def test_equality_is_by_type_and_value(a: Value, b: Value, equal: bool) -> None:  # noqa: FBT001 - a parameter of the test
    assert same(a, b) == equal
    assert same(b, a) == equal


def test_what_is_no_condition_is_a_mistake_of_the_program() -> None:
    with pytest.raises(TypeError, match="not a condition"):
        holds("x = 1", item())  # type: ignore[arg-type]
