"""Conditions on one item, as values. SQLite evaluates them here; DynamoDB gets them as an expression.

An absent (or expired) item has no attributes: every comparison on it is false, and `~` turns that round.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, TypeAlias, TypeGuard

from tracker.store.values import Item, Value

Operator: TypeAlias = Literal["=", "<>", "<", "<=", ">", ">="]


class Condition:
    """Combine with `&`, `|` and `~`."""

    __slots__ = ()

    def __and__(self, other: "Condition") -> "Condition":
        return All((self, other))

    def __or__(self, other: "Condition") -> "Condition":
        return Any((self, other))

    def __invert__(self) -> "Condition":
        return Not(self)


@dataclass(frozen=True, slots=True)
class Exists(Condition):
    """The item is there."""


@dataclass(frozen=True, slots=True)
class Has(Condition):
    name: str


@dataclass(frozen=True, slots=True)
class Compare(Condition):
    name: str
    operator: Operator
    value: Value


@dataclass(frozen=True, slots=True)
class All(Condition):
    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Any(Condition):
    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
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
        case Compare(name, operator, value):
            return item is not None and name in item and _compare(item[name], operator, value)
        case All(parts):
            return all(holds(part, item) for part in parts)
        case Any(parts):
            return any(holds(part, item) for part in parts)
        case Not(part):
            return not holds(part, item)
        case _:
            raise TypeError(f"not a condition: {condition!r}")


def _compare(found: Value, operator: Operator, wanted: Value) -> bool:
    match operator:
        case "=":
            return same(found, wanted)
        case "<>":
            return not same(found, wanted)
        case _:
            return _ordered(found, operator, wanted)


def _ordered(found: Value, operator: Operator, wanted: Value) -> bool:
    """Text orders by code point, which is the order of its UTF-8 bytes; numbers by size; nothing else."""
    if isinstance(found, str) and isinstance(wanted, str):
        order = (found > wanted) - (found < wanted)
    elif is_number(found) and is_number(wanted):
        order = (found > wanted) - (found < wanted)
    else:
        return False
    match operator:
        case "<":
            return order < 0
        case "<=":
            return order <= 0
        case ">":
            return order > 0
        case _:
            return order >= 0


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
