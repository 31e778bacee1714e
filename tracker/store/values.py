"""Items, keys and the limits that hold on every engine, checked here so that all of them agree.

An item is a mapping with string keys `PK` and `SK` and values that DynamoDB and JSON both carry
unchanged: None, bool, int, Decimal, str, list and map. Floats, sets and bytes are refused.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple, TypeAlias, cast

Value: TypeAlias = "bool | int | Decimal | str | Sequence[Value] | Mapping[str, Value] | None"
Item: TypeAlias = Mapping[str, Value]

PK, SK, TTL = "PK", "SK", "ttl"
CREATED, UPDATED = "createdAt", "updatedAt"
MAX_PK_BYTES, MAX_SK_BYTES = 2048, 1024
MAX_ITEM_BYTES = 400 * 1024
MAX_DEPTH = 32  # the item itself is the first level
MAX_DIGITS = 38
RESERVED = "$"  # attribute names that start so are the engines' own (see sqlite_codec)

_INTEGER_BOUND = 10**MAX_DIGITS
_SMALLEST_EXPONENT = -130
_CONTAINER_BYTES = 3
_NO_NAME = ("", RESERVED)


class Made(dict[str, Value]):
    """An item made of a model: in its one stored form by the model's own checks, but not measured yet.

    The table adds when it was created and updated.
    """


class Key(NamedTuple):
    """The primary key of an item."""

    pk: str
    sk: str

    def __str__(self) -> str:
        return f"{self.pk} / {self.sk}"


def camel_case(name: str) -> str:
    """How a field is called in the table and in JSON. There are hundreds, and each command names most anew:
    pydantic's own function takes four times as long."""
    first, *others = name.split("_")
    return first + "".join([word.capitalize() for word in others])


def key_of(item: Item) -> Key:
    return Key(cast("str", item[PK]), cast("str", item[SK]))


class ValueProblem(ValueError):
    """Why a value is refused; `table` turns it into InvalidItem with the key that it belongs to."""


def canonical(value: Value, depth: int = 0) -> tuple[Value, int]:
    """The value in its one stored form (1.0 is 1), and its size as DynamoDB counts it."""
    if type(value) is str:  # most values are, or whole numbers, and a match asks for much else before
        return value, utf8_length(value)
    if type(value) is int and -_INTEGER_BOUND < value < _INTEGER_BOUND:
        return value, number_bytes(len(str(abs(value))))
    match value:
        case None | bool():
            return value, 1
        case str():
            return str.__str__(value), utf8_length(value)  # of an enumeration: its value, not its name
        case int() | Decimal():
            return _number(value)
        case Mapping():
            return canonical_map(value, depth)
        case list() | tuple():
            return _sequence(value, depth)
        case _:
            raise ValueProblem(f"{type(value).__name__} values cannot be stored")


def canonical_map(value: Mapping[str, Value], depth: int = 0) -> tuple[dict[str, Value], int]:
    _check_depth(depth)
    result: dict[str, Value] = {}
    total = _CONTAINER_BYTES if depth else 0
    more = 1 if depth else 0
    for name, member in value.items():
        if type(name) is not str or name[:1] in _NO_NAME:
            check_name(name)
        if type(member) is str:
            result[name], size = member, len(member) if member.isascii() else utf8_length(member)
        else:
            result[name], size = canonical(member, depth + 1)
        total += (len(name) if name.isascii() else utf8_length(name)) + size + more
    return result, total


def _sequence(value: Sequence[Value], depth: int) -> tuple[list[Value], int]:
    _check_depth(depth)
    result: list[Value] = []
    total = _CONTAINER_BYTES
    for member in value:
        kept, size = canonical(member, depth + 1)
        result.append(kept)
        total += size + 1
    return result, total


def _check_depth(depth: int) -> None:
    if depth >= MAX_DEPTH:
        raise ValueProblem(f"nested deeper than {MAX_DEPTH} levels")


def check_name(name: object) -> None:
    if not isinstance(name, str) or not name or name.startswith(RESERVED):
        raise ValueProblem(f"{name!r} cannot be an attribute name")


def utf8_length(text: str) -> int:
    if text.isascii():
        return len(text)
    try:
        return len(text.encode())
    except UnicodeEncodeError as error:
        raise ValueProblem("text holds half of a surrogate pair") from error


def _number(value: int | Decimal) -> tuple[int | Decimal, int]:
    if isinstance(value, Decimal):
        if not value.is_finite() or value.adjusted() >= MAX_DIGITS:
            raise ValueProblem(f"{value} is not a number that can be stored")
        if value != value.to_integral_value():
            return _fraction(value)
        value = int(value)
    if not -_INTEGER_BOUND < value < _INTEGER_BOUND:
        raise ValueProblem(f"an integer of more than {MAX_DIGITS} digits cannot be stored")
    return int(value), number_bytes(len(str(abs(value))))


def _fraction(value: Decimal) -> tuple[Decimal, int]:
    sign, digits, exponent = cast("tuple[int, tuple[int, ...], int]", value.as_tuple())
    zeros = next(place for place, digit in enumerate(reversed(digits)) if digit)
    kept = digits[: len(digits) - zeros]  # Decimal.normalize would round to the context's precision
    shortest = Decimal((sign, kept, exponent + zeros))
    if len(kept) > MAX_DIGITS or shortest.adjusted() < _SMALLEST_EXPONENT:
        raise ValueProblem(f"a number of more than {MAX_DIGITS} digits cannot be stored")
    return shortest, number_bytes(len(kept))


def number_bytes(digits: int) -> int:
    return (digits + 1) // 2 + 1


def expired(item: Item, now: int) -> bool:
    """An item whose `ttl` has come is absent everywhere, whether an engine has removed it yet or not."""
    ttl = item.get(TTL)
    return isinstance(ttl, int) and ttl <= now
