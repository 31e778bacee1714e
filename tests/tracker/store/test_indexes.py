"""Contract: an item is in an index exactly while it carries both of the index's keys."""

import pytest

from tests.tracker.store.items import item, key, sort_keys
from tracker.store.conditions import eq
from tracker.store.errors import ConditionFailed
from tracker.store.schema import INDEXES
from tracker.store.table import Delete, Put, Table, Update


async def in_index(table: Table, pk: str = "G") -> list[object]:
    return list(await sort_keys(table, pk, index="GSI1"))


async def test_every_index_finds_whole_items_by_its_own_keys(table: Table) -> None:
    written = {
        name: {**item(name), index.pk: "G", index.sk: f"S#{name}", "more": [name]}
        for name, index in INDEXES.items()
    }
    await table.write_many(puts=written.values())

    found = {name: (await table.query("G", index=name)).items for name in INDEXES}

    assert found == {name: [each] for name, each in written.items()}


async def test_an_item_appears_when_it_gets_both_keys(table: Table) -> None:
    await table.put(item())
    assert await in_index(table) == []

    await table.update(Update(key(), set={"GSI1PK": "G"}))
    assert await in_index(table) == []

    await table.update(Update(key(), default={"GSI1SK": "1"}))
    assert await in_index(table) == ["A"]


async def test_a_sort_key_alone_is_not_enough(table: Table) -> None:
    await table.put(item(GSI1SK="1"))

    assert await in_index(table) == []


@pytest.mark.parametrize("gone", ["GSI1PK", "GSI1SK"])
async def test_an_item_disappears_when_it_loses_a_key(table: Table, gone: str) -> None:
    await table.put(item(GSI1PK="G", GSI1SK="1"))

    await table.update(Update(key(), remove=[gone]))

    assert await in_index(table) == []
    assert await table.get(key()) is not None


async def test_an_item_disappears_when_it_is_replaced_or_deleted(table: Table) -> None:
    await table.write_many(puts=[item(sk, GSI1PK="G", GSI1SK=sk) for sk in "ABCDE"])

    await table.put(item("A"))
    await table.delete(key("B"))
    await table.transact([Put(item("C")), Delete(key("D"))])

    assert await in_index(table) == ["E"]


async def test_an_item_moves_when_a_key_changes(table: Table) -> None:
    await table.write_many(puts=[item(sk, GSI1PK="G", GSI1SK=sk) for sk in "ABC"])

    await table.update(Update(key("A"), set={"GSI1SK": "Z"}))
    await table.update(Update(key("B"), set={"GSI1PK": "H"}))

    assert await in_index(table) == ["C", "A"]
    assert await in_index(table, "H") == ["B"]


async def test_the_index_shows_the_item_as_it_is_now(table: Table) -> None:
    await table.put(item(GSI1PK="G", GSI1SK="1", n=1))

    await table.update(Update(key(), add={"n": 1}))

    assert (await table.query("G", index="GSI1")).items == [item(GSI1PK="G", GSI1SK="1", n=2)]


async def test_a_write_that_is_refused_moves_nothing(table: Table) -> None:
    await table.put(item(GSI1PK="G", GSI1SK="1", n=1))

    with pytest.raises(ConditionFailed):
        await table.transact(
            [
                Update(key(), set={"GSI1PK": "H"}, when=eq("n", 2)),
                Put(item("B", GSI1PK="G", GSI1SK="2")),
            ]
        )

    assert await in_index(table) == ["A"]
    assert await in_index(table, "H") == []


async def test_an_index_holds_items_of_many_partitions_in_one_order(table: Table) -> None:
    await table.write_many(
        puts=[item("WEEK", pk=f"USER#{n}", GSI1PK="WEEK#2025#26", GSI1SK=f"{9 - n}") for n in range(5)]
    )

    found = (await table.query("WEEK#2025#26", index="GSI1")).items

    assert [each["PK"] for each in found] == ["USER#4", "USER#3", "USER#2", "USER#1", "USER#0"]


async def test_an_item_can_be_in_several_indexes_at_once(table: Table) -> None:
    await table.put(item(GSI1PK="G", GSI1SK="1", GSI4PK="DUE", GSI4SK="2025"))

    await table.update(Update(key(), remove=["GSI4PK", "GSI4SK"]))

    assert await sort_keys(table, "G", index="GSI1") == ["A"]
    assert await sort_keys(table, "DUE", index="GSI4") == []


async def test_an_index_key_may_be_as_long_as_its_kind_allows(table: Table) -> None:
    partition, sort = "é" * 1024, "é" * 512
    await table.put(item(GSI1PK=partition, GSI1SK=sort))

    assert await sort_keys(table, partition, index="GSI1", prefix=sort) == ["A"]
