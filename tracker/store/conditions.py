"""Conditions on one item, as values. SQLite evaluates them here; DynamoDB gets them as an expression.

An absent (or expired) item has no attributes: every comparison on it is false, and `~` turns that round.
"""

import operator
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, Literal, TypeAlias, TypeGuard

from tracker.frozen import frozen
from tracker.store.values import Item, Value, ValueProblem, canonical, check_name

Operator: TypeAlias = Literal["=", "<>", "<", "<=", ">", ">="]

# Text orders by code point, which is also the order of its UTF-8 bytes.
_ORDERS: Mapping[Operator, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class Condition:
    """Combine with `&`, `|` and `~`."""

    __slots__ = ()

    def __and__(self, other: "Condition") -> "Condition":
        return AllOf((self, other))

    def __or__(self, other: "Condition") -> "Condition":
        return AnyOf((self, other))

    def __invert__(self) -> "Condition":
        return Not(self)


@frozen
class Exists(Condition):
    """The item is there."""


@frozen
class Has(Condition):
    name: str


@frozen
class Compare(Condition):
    name: str
    sign: Operator
    value: Value


@frozen
class AllOf(Condition):
    parts: tuple[Condition, ...]


@frozen
class AnyOf(Condition):
    parts: tuple[Condition, ...]


@frozen
class Not(Condition):
    part: Condition


EXISTS = Exists()
ABSENT = Not(EXISTS)


def has(name: str) -> Condition:
    return Has(name)


def lacks(name: str) -> Condition:
    return Not(Has(name))


def eq(name: str, value: Value) -> Condition:
    return Compare(name, "=", value)


def ne(name: str, value: Value) -> Condition:
    """Present and different."""
    return Compare(name, "<>", value)


def lt(name: str, value: int | Decimal | str) -> Condition:
    return Compare(name, "<", value)


def le(name: str, value: int | Decimal | str) -> Condition:
    return Compare(name, "<=", value)


def gt(name: str, value: int | Decimal | str) -> Condition:
    return Compare(name, ">", value)


def ge(name: str, value: int | Decimal | str) -> Condition:
    return Compare(name, ">=", value)


def holds(condition: Condition | None, item: Item | None) -> bool:
    """Whether `item` (None: absent) meets the condition."""
    match condition:
        case None:
            return True
        case Exists():
            return item is not None
        case Has(name):
            return item is not None and name in item
        case Compare(name, sign, value):
            return item is not None and name in item and _compare(item[name], sign, value)
        case AllOf(parts):
            return all(holds(part, item) for part in parts)
        case AnyOf(parts):
            return any(holds(part, item) for part in parts)
        case Not(part):
            return not holds(part, item)
        case _:
            raise TypeError(f"not a condition: {condition!r}")


def check_condition(condition: Condition | None) -> None:
    """Refuse what some engine could not evaluate."""
    match condition:
        case Has(name):
            check_name(name)
        case Compare(name, sign, value):
            check_name(name)
            canonical(value, depth=1)
            if sign in _ORDERS and not isinstance(value, str) and not is_number(value):
                raise ValueProblem(f"{name} {sign}: only text and numbers have an order")
        case AllOf(parts) | AnyOf(parts):
            if len(parts) < 2:  # noqa: PLR2004 - what makes it a combination
                raise ValueProblem("a combination of conditions has at least two")
            for part in parts:
                check_condition(part)
        case Not(part):
            check_condition(part)
        case _:
            pass


def _compare(found: Value, sign: Operator, wanted: Value) -> bool:
    match sign:
        case "=":
            return same(found, wanted)
        case "<>":
            return not same(found, wanted)
        case _:
            texts = isinstance(found, str) and isinstance(wanted, str)
            numbers = is_number(found) and is_number(wanted)
            return (texts or numbers) and _ORDERS[sign](found, wanted)


def is_number(value: Value) -> TypeGuard[int | Decimal]:
    return isinstance(value, int | Decimal) and not isinstance(value, bool)


def same(a: Value, b: Value) -> bool:
    """Equality by type and value: True is not 1, and 1.0 is 1."""
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(same(a[name], b[name]) for name in a)
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return len(a) == len(b) and all(map(same, a, b))
    return a == b
