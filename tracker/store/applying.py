"""What an update makes of an item, for an engine that does not reckon it itself; and what is too large."""

from collections.abc import Mapping
from decimal import Context, Decimal, Inexact

from tracker.store.conditions import is_number
from tracker.store.errors import InvalidItem, TooLarge
from tracker.store.table import Update
from tracker.store.values import (
    MAX_DIGITS,
    MAX_ITEM_BYTES,
    PK,
    SK,
    Item,
    Key,
    Value,
    ValueProblem,
    canonical,
    canonical_map,
)

_EXACT = Context(prec=MAX_DIGITS, traps=[Inexact])


def apply(update: Update, item: Item | None) -> dict[str, Value]:
    """The item after the update. SQLite writes this; DynamoDB does the same by itself."""
    result: dict[str, Value] = dict(item) if item is not None else {PK: update.key.pk, SK: update.key.sk}
    for name, value in update.default.items():
        result.setdefault(name, value)
    result.update(update.set)
    for name, amount in update.add.items():
        result[name] = _sum(update.key, name, result.get(name, 0), amount)
    for name in update.remove:
        result.pop(name, None)
    return result


def _sum(key: Key, name: str, found: Value, amount: int) -> Value:
    if not is_number(found):
        raise InvalidItem(f"{key}: {name} is not a number, and cannot be added to")
    try:
        total, _ = canonical(_EXACT.add(Decimal(found), Decimal(amount)))
    except (Inexact, ValueProblem) as error:
        raise InvalidItem(f"{key}: {name} would have more than {MAX_DIGITS} digits") from error
    return total


def check_size(key: Key, item: Mapping[str, Value], at_most: int | None = None) -> None:
    """Refuse an item that is too large, of a model or made so by an update.

    Who knows a size that it cannot be above says so: most items are small, and need not be measured.
    """
    if at_most is not None and at_most <= MAX_ITEM_BYTES:
        return
    _, size = canonical_map(item)
    if size > MAX_ITEM_BYTES:
        raise TooLarge(f"{key}: {size:,} bytes in one item; the most is {MAX_ITEM_BYTES:,}")
