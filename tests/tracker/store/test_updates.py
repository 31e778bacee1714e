"""Contract: an update changes some attributes of one item, and leaves the others."""

from decimal import Decimal

import pytest

from tests.tracker.store.items import everything, exactly, item, key
from tracker.store.conditions import eq, has
from tracker.store.errors import ConditionFailed, InvalidItem
from tracker.store.table import Table, Update
from tracker.store.values import Value


async def test_set_writes_some_attributes_and_leaves_the_others(table: Table) -> None:
    await table.put(item(kept=1, changed=1))

    await table.update(Update(key(), set={"changed": 2, "new": [1, {"a": None}]}))

    assert await table.get(key()) == item(kept=1, changed=2, new=[1, {"a": None}])


async def test_set_replaces_a_map_whole(table: Table) -> None:
    await table.put(item(place={"world": 302, "member": True}))

    await table.update(Update(key(), set={"place": {"world": 1}}))

    assert await table.get(key()) == item(place={"world": 1})


async def test_default_is_set_only_where_the_attribute_is_absent(table: Table) -> None:
    await table.put(item(there="mine", nothing=None, empty=""))

    await table.update(Update(key(), default={"there": "d", "nothing": "d", "empty": "d", "new": "d"}))

    assert await table.get(key()) == item(there="mine", nothing=None, empty="", new="d")


async def test_add_counts_from_the_number_there_or_from_zero(table: Table) -> None:
    await table.put(item(xp=2**53))

    await table.update(Update(key(), add={"xp": 1, "new": 7}))
    await table.update(Update(key(), add={"xp": -2, "new": 0}))

    assert exactly(await table.get(key())) == exactly(item(xp=2**53 - 1, new=7))


async def test_add_works_on_fractions_that_were_put(table: Table) -> None:
    await table.put(item(half=Decimal("0.5"), whole=Decimal("1.5")))

    await table.update(Update(key(), add={"half": 1, "whole": -1}))

    assert await table.get(key()) == item(half=Decimal("1.5"), whole=Decimal("0.5"))


async def test_add_is_exact_on_numbers_of_many_digits(table: Table) -> None:
    await table.put(item(xp=10**30))

    await table.update(Update(key(), add={"xp": 1}))

    assert await table.get(key()) == item(xp=10**30 + 1)


@pytest.mark.parametrize("value", ["5", None, True, [1], {"a": 1}], ids=repr)
async def test_add_to_what_is_not_a_number_is_refused(table: Table, value: Value) -> None:
    await table.put(item(n=value, other=1))

    with pytest.raises(InvalidItem):
        await table.update(Update(key(), set={"other": 2}, add={"n": 1}))

    assert exactly(await table.get(key())) == exactly(item(n=value, other=1))


async def test_add_beyond_38_digits_is_refused(table: Table) -> None:
    await table.put(item(n=10**38 - 1))

    with pytest.raises(InvalidItem):
        await table.update(Update(key(), add={"n": 10**37 + 3}))

    assert await table.get(key()) == item(n=10**38 - 1)


async def test_remove_takes_attributes_away_whether_they_were_there_or_not(table: Table) -> None:
    await table.put(item(kept=1, gone=1))

    await table.update(Update(key(), remove=["gone", "never"]))

    assert await table.get(key()) == item(kept=1)


async def test_set_default_add_and_remove_work_together(table: Table) -> None:
    await table.put(item(a=1, b=1, c=1, d=1))

    await table.update(
        Update(key(), set={"a": 2}, default={"b": 9, "e": 9}, add={"c": 10}, remove=["d"], when=eq("d", 1))
    )

    assert await table.get(key()) == item(a=2, b=1, c=11, e=9)


async def test_only_an_item_that_exists_is_updated(table: Table) -> None:
    with pytest.raises(ConditionFailed) as refused:
        await table.update(Update(key(), set={"n": 1}))

    assert refused.value.current is None
    assert await everything(table) == {}


async def test_an_update_without_condition_makes_the_item(table: Table) -> None:
    await table.update(Update(key(), set={"a": 1}, default={"b": 2}, add={"c": 3}, remove=["d"], when=None))

    assert await everything(table) == {key(): item(a=1, b=2, c=3)}


async def test_the_condition_sees_the_item_before_the_update(table: Table) -> None:
    await table.put(item(n=1))

    with pytest.raises(ConditionFailed):
        await table.update(Update(key(), set={"m": 1}, when=has("m")))

    assert await table.get(key()) == item(n=1)


async def test_attributes_may_have_any_name(table: Table) -> None:
    names = ["name", "status", "size", "a.b", "a-b", "#x", ":y", "größe", "two words", "a[0]", "\U0001f600"]
    await table.put({**item(), "date": 1, "values": 1})

    await table.update(Update(key(), set=dict.fromkeys(names, 1), add={"count": 1}, remove=["date"]))

    assert await table.get(key()) == {**item(), **dict.fromkeys(names, 1), "count": 1, "values": 1}


async def test_an_update_changes_a_hundred_attributes_at_once(table: Table) -> None:
    names = [f"attribute{n}" for n in range(100)]
    await table.put(item())

    await table.update(Update(key(), set=dict.fromkeys(names, Decimal("0.5"))))

    assert await table.get(key()) == {**item(), **dict.fromkeys(names, Decimal("0.5"))}


REFUSED = {
    "no change at all": Update(key()),
    "the partition key": Update(key(), set={"PK": "other"}),
    "the sort key": Update(key(), remove=["SK"]),
    "an attribute twice": Update(key(), set={"a": 1}, remove=["a"]),
    "a default that is also added to": Update(key(), default={"a": 1}, add={"a": 1}),
    "a fraction added": Update(key(), add={"a": Decimal("0.5")}),  # type: ignore[dict-item]
    "a float added": Update(key(), add={"a": 0.5}),  # type: ignore[dict-item]
    "true added": Update(key(), add={"a": True}),
    "a float": Update(key(), set={"a": 0.5}),  # type: ignore[dict-item]
    "a float by default": Update(key(), default={"a": 0.5}),  # type: ignore[dict-item]
    "bytes": Update(key(), set={"a": b"x"}),  # type: ignore[dict-item]
    "a reserved name": Update(key(), set={"$a": 1}),
    "a reserved name removed": Update(key(), remove=["$a"]),
    "an empty name": Update(key(), add={"": 1}),
    "an index key that is no text": Update(key(), set={"GSI1PK": 1}),
    "an index key that is empty": Update(key(), default={"GSI1SK": ""}),
    "a number added to an index key": Update(key(), add={"GSI1PK": 1}),
    "a number added to a ttl": Update(key(), add={"ttl": 1}),
    "a ttl before 1970": Update(key(), set={"ttl": -1}),
    "a ttl that is no number": Update(key(), set={"ttl": "soon"}),
    "a key without text": Update(key(""), set={"a": 1}),
}


@pytest.mark.parametrize("upsert", [False, True], ids=["update", "upsert"])
async def test_what_no_update_may_do_is_refused_and_nothing_is_written(table: Table, upsert: bool) -> None:  # noqa: FBT001 - a parameter of the test
    if not upsert:
        await table.put(item(b=1))
    accepted = []
    for name, change in REFUSED.items():
        condition = None if upsert else change.when
        try:
            await table.update(
                Update(change.key, change.set, change.default, change.add, change.remove, condition)
            )
        except InvalidItem:
            continue
        accepted.append(name)

    assert accepted == []
    assert await everything(table) == ({} if upsert else {key(): item(b=1)})
