"""Contract: what no engine stores is refused before anything is written, with the key in the message."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import pytest

from tests.tracker.store.items import everything, item, key
from tracker.store.conditions import Compare, Condition, eq, gt, has
from tracker.store.errors import InvalidItem, TooLarge
from tracker.store.table import Check, Delete, Put, Table, Update
from tracker.store.values import Key


def _nested(levels: int) -> Any:  # noqa: ANN401 - lists within lists
    return [_nested(levels - 1)] if levels else "bottom"


REFUSED_ITEMS: Mapping[str, dict[str, Any]] = {
    "a float": item(n=0.5),
    "a float that is whole": item(n=1.0),
    "a float inside": item(a=[{"b": 0.5}]),
    "not a number": item(n=Decimal("NaN")),
    "infinity": item(n=Decimal("-Infinity")),
    "39 digits": item(n=10**38),
    "39 digits below zero": item(n=-(10**38)),
    "39 digits after the point": item(n=Decimal("0." + "1" * 39)),
    "39 digits with a point": item(n=Decimal("1" * 20 + "." + "1" * 19)),
    "a number too near to zero": item(n=Decimal("1E-131")),
    "a number of a billion digits": item(n=Decimal("1E+999999999")),
    "a number a billion digits behind the point": item(n=Decimal("1E-999999999")),
    "bytes": item(b=b"bytes"),
    "a set": item(s={"a"}),
    "an empty set": item(s=set()),
    "a complex number": item(n=1j),
    "an object": item(o=object()),
    "a name that is no text": {**item(), 1: 1},
    "a name inside that is no text": item(m={1: 1}),
    "an empty name": {**item(), "": 1},
    "a reserved name": {**item(), "$decimal": "1"},
    "a reserved name inside": item(m={"$decimal": "1"}),
    "half of a surrogate pair": item(t="\ud800"),
    "half of a surrogate pair in a name": {**item(), "\udfff": 1},
    "32 levels": item(deep=_nested(32)),
    "a thousand levels": item(deep=_nested(900)),
    "no partition key": {"SK": "A"},
    "no sort key": {"PK": "P"},
    "an empty partition key": item(pk=""),
    "an empty sort key": item(""),
    "a key that is a number": {"PK": 1, "SK": "A"},
    "a key that is null": {"PK": "P", "SK": None},
    "half of a surrogate pair in a key": item("\ud800"),
    "a partition key of 2,049 bytes": item(pk="x" * 2049),
    "a partition key of 2,050 bytes in 1,025 letters": item(pk="é" * 1025),
    "a sort key of 1,025 bytes": item("x" * 1025),
    "an index key that is a number": item(GSI1PK=1, GSI1SK="1"),
    "an index key that is null": item(GSI1PK="G", GSI1SK=None),
    "an empty index key": item(GSI1PK="", GSI1SK="1"),
    "an index partition key of 2,049 bytes": item(GSI1PK="x" * 2049, GSI1SK="1"),
    "an index sort key of 1,025 bytes": item(GSI1PK="G", GSI1SK="x" * 1025),
    "a ttl in text": item(ttl="4102444800"),
    "a ttl with a fraction": item(ttl=Decimal("4102444800.5")),
    "a ttl that is true": item(ttl=True),
    "a ttl that is null": item(ttl=None),
    "a ttl below zero": item(ttl=-1),
    "a ttl in milliseconds": item(ttl=4_102_444_800_000),
}
REFUSED_CONDITIONS: Mapping[str, Condition] = {
    "a float": eq("n", 0.5),  # type: ignore[arg-type]
    "a set": eq("n", {"a"}),  # type: ignore[arg-type]
    "39 digits": gt("n", 10**38),
    "half of a surrogate pair": eq("n", "\ud800"),
    "an order of truths": Compare("n", "<", value=True),
    "an order of nulls": Compare("n", ">=", None),
    "an order of lists": Compare("n", "<=", [1]),
    "a reserved name": has("$a"),
    "an empty name": has(""),
    "32 levels": eq("n", _nested(32)),
    "deep inside": eq("n", 1) | ~(eq("n", 2) & eq("n", 0.5)),  # type: ignore[arg-type]
}
REFUSED_KEYS: Mapping[str, Key] = {
    "an empty partition key": key(pk=""),
    "an empty sort key": key(""),
    "a partition key of 2,049 bytes": key(pk="x" * 2049),
    "a sort key of 1,025 bytes": key("x" * 1025),
    "half of a surrogate pair": key("\ud800"),
    "a number": Key(1, "A"),  # type: ignore[arg-type]
}


async def test_an_item_that_cannot_be_stored_is_refused_alone_and_in_company(table: Table) -> None:
    accepted = []
    for name, refused in REFUSED_ITEMS.items():
        for way in (
            table.put(refused),
            table.put_if_absent(refused),
            table.transact([Put(item("before")), Put(refused), Put(item("after"))]),
            table.write_many(puts=[item("before"), refused, item("after")]),
        ):
            try:
                await way
            except InvalidItem:
                continue
            accepted.append(name)

    assert accepted == []
    assert await everything(table) == {}


async def test_a_condition_that_cannot_be_judged_is_refused_in_every_operation(table: Table) -> None:
    await table.put(item(n=1))
    accepted = []
    for name, condition in REFUSED_CONDITIONS.items():
        for operation in (
            Put(item(n=2), when=condition),
            Update(key(), set={"n": 2}, when=condition),
            Delete(key(), when=condition),
            Check(key(), condition),
        ):
            try:
                await table.transact([Put(item("other")), operation])
            except InvalidItem:
                continue
            accepted.append((name, type(operation).__name__))

    assert accepted == []
    assert await everything(table) == {key(): item(n=1)}


async def test_a_key_that_cannot_exist_is_refused_in_every_operation(table: Table) -> None:
    accepted = []
    for name, refused in REFUSED_KEYS.items():
        for way in (
            table.get(refused),
            table.get_many([key(), refused]),
            table.delete(refused),
            table.update(Update(refused, set={"n": 1}, when=None)),
            table.transact([Put(item("other")), Delete(refused)]),
            table.write_many(puts=[item("other")], deletes=[refused]),
        ):
            try:
                await way
            except InvalidItem:
                continue
            accepted.append(name)

    assert accepted == []
    assert await everything(table) == {}


async def test_a_refusal_names_the_item_and_says_why(table: Table) -> None:
    with pytest.raises(InvalidItem, match=r"P / A: float"):
        await table.put(item(n=0.5))  # type: ignore[arg-type]
    with pytest.raises(InvalidItem, match="needs SK"):
        await table.put({"PK": "P"})
    with pytest.raises(TooLarge, match="1,025 bytes; the most is 1,024"):
        await table.put(item("x" * 1025))
