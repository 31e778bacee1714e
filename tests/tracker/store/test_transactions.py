"""Contract: a transaction is done whole or not at all, and says what stood in its way."""

import pytest

from tests.tracker.store.items import LARGE_BODIES, everything, item, key
from tracker.store.conditions import ABSENT, EXISTS, eq, lt
from tracker.store.errors import ConditionFailed, FailedCondition, InvalidItem, TooLarge
from tracker.store.table import Check, Delete, Operation, Put, Table, Update


async def test_operations_of_all_kinds_are_done_together(table: Table) -> None:
    await table.write_many(puts=[item("changed", n=1), item("gone"), item("checked", n=5)])

    await table.transact(
        [
            Put(item("new", n=0), when=ABSENT),
            Update(key("changed"), add={"n": 1}),
            Delete(key("gone"), when=EXISTS),
            Check(key("checked"), eq("n", 5)),
        ]
    )

    assert await everything(table) == {
        key("new"): item("new", n=0),
        key("changed"): item("changed", n=2),
        key("checked"): item("checked", n=5),
    }


@pytest.mark.parametrize("failing", range(4))
async def test_one_condition_that_fails_undoes_all_wherever_it_stands(table: Table, failing: int) -> None:
    before = [item("changed", n=1), item("gone"), item("checked", n=5)]
    await table.write_many(puts=before)
    operations: list[Operation] = [
        Put(item("new", n=0)),
        Update(key("changed"), add={"n": 1}),
        Delete(key("gone")),
    ]
    operations.insert(failing, Check(key("checked"), eq("n", 6)))

    with pytest.raises(ConditionFailed) as refused:
        await table.transact(operations)

    assert refused.value.failures == (FailedCondition(failing, key("checked"), item("checked", n=5)),)
    assert await everything(table) == {key(str(each["SK"])): each for each in before}


async def test_every_operation_that_failed_is_named_with_its_item(table: Table) -> None:
    await table.write_many(puts=[item("taken", by="you"), item("full", n=9), item("fine", n=1)])

    with pytest.raises(ConditionFailed) as refused:
        await table.transact(
            [
                Put(item("taken", by="me"), when=ABSENT),
                Update(key("fine"), add={"n": 1}),
                Update(key("full"), add={"n": 1}, when=lt("n", 9)),
                Update(key("missing"), set={"n": 1}),
                Put(item("unconditional")),
                Delete(key("other"), when=EXISTS),
                Check(key("absent"), EXISTS),
            ]
        )

    assert refused.value.failures == (
        FailedCondition(0, key("taken"), item("taken", by="you")),
        FailedCondition(2, key("full"), item("full", n=9)),
        FailedCondition(3, key("missing"), None),
        FailedCondition(5, key("other"), None),
        FailedCondition(6, key("absent"), None),
    )
    assert refused.value.at(2) == FailedCondition(2, key("full"), item("full", n=9))
    assert refused.value.at(1) is None
    assert len(await everything(table)) == 3


async def test_a_check_alone_writes_nothing(table: Table) -> None:
    await table.put(item(n=1))

    await table.transact([Check(key(), eq("n", 1)), Check(key("absent"), ABSENT)])
    with pytest.raises(ConditionFailed):
        await table.transact([Check(key(), eq("n", 2))])

    assert await everything(table) == {key(): item(n=1)}


async def test_the_same_transaction_twice_is_done_twice(table: Table) -> None:
    """The token that makes a retry harmless belongs to one call, not to what the call says."""
    await table.write_many(puts=[item("A", n=0), item("B", n=0)])
    transfer = [Update(key("A"), add={"n": -1}), Update(key("B"), add={"n": 1})]

    await table.transact(transfer)
    await table.transact(transfer)

    assert await everything(table) == {key("A"): item("A", n=-2), key("B"): item("B", n=2)}


async def test_an_item_can_be_moved_to_another_key(table: Table) -> None:
    """A rename of something unique: the new lock is taken and the old one given back, or neither."""
    await table.put(item("NICK#old", user="u1"))

    await table.transact(
        [Put(item("NICK#new", user="u1"), when=ABSENT), Delete(key("NICK#old"), when=eq("user", "u1"))]
    )

    assert await everything(table) == {key("NICK#new"): item("NICK#new", user="u1")}


async def test_a_transaction_of_nothing_does_nothing(table: Table) -> None:
    await table.transact([])

    assert await everything(table) == {}


async def test_a_hundred_operations_are_one_transaction(table: Table) -> None:
    puts = [Put(item(f"{n:03}"), when=ABSENT) for n in range(100)]

    await table.transact(puts)
    assert len(await everything(table)) == 100

    with pytest.raises(ConditionFailed) as refused:
        await table.transact([Put(item("new")), *puts[:99]])
    assert [failure.position for failure in refused.value.failures] == list(range(1, 100))
    assert await table.get(key("new")) is None


async def test_more_than_a_hundred_operations_are_refused(table: Table) -> None:
    with pytest.raises(TooLarge, match="100"):
        await table.transact([Put(item(f"{n:03}")) for n in range(101)])

    assert await everything(table) == {}


@pytest.mark.parametrize(
    "second",
    [Put(item(n=2)), Update(key(), set={"n": 2}), Delete(key()), Check(key(), EXISTS)],
    ids=lambda operation: type(operation).__name__,
)
async def test_an_item_is_touched_once(table: Table, second: Operation) -> None:
    with pytest.raises(InvalidItem, match="once"):
        await table.transact([Put(item(n=1)), Put(item("other")), second])

    assert await everything(table) == {}


@LARGE_BODIES
async def test_four_megabytes_are_the_most(table: Table) -> None:
    text = "x" * 400_000

    await table.transact([Put(item(f"{n:02}", text=text)) for n in range(10)])
    with pytest.raises(TooLarge):
        await table.transact([Put(item(f"{n:02}", text=text)) for n in range(10, 21)])

    assert len(await everything(table)) == 10


async def test_a_value_that_is_refused_undoes_all(table: Table) -> None:
    with pytest.raises(InvalidItem):
        await table.transact([Put(item("A")), Put(item("B", n=0.5)), Put(item("C"))])  # type: ignore[arg-type]

    assert await everything(table) == {}


async def test_an_addition_that_cannot_be_done_undoes_all(table: Table) -> None:
    await table.put(item("text", n="five"))

    with pytest.raises(InvalidItem):
        await table.transact([Put(item("A")), Update(key("text"), add={"n": 1}), Delete(key("B"))])

    assert await everything(table) == {key("text"): item("text", n="five")}
