"""Contract: what is written is what is read."""

import asyncio
from contextvars import ContextVar

import pytest

from tests.tracker.store.items import LARGE_BODIES, all_pages, everything, item, key
from tracker.store.errors import InvalidItem
from tracker.store.query import Query
from tracker.store.steps import Lookup, ReadSteps, every_item
from tracker.store.table import Table
from tracker.store.values import Item, key_of

READER: ContextVar[str | None] = ContextVar("reader", default=None)


async def test_an_item_that_was_never_written_is_none(table: Table) -> None:
    assert await table.get(key("never")) is None


async def test_an_item_is_read_back_whole(table: Table) -> None:
    written = item(name="Zezima", level=99, tags=["a", "b"], place={"world": 302})

    await table.put(written)

    assert await table.get(key()) == written


async def test_a_put_replaces_the_whole_item(table: Table) -> None:
    await table.put(item(old=1, both=1))

    await table.put(item(both=2, new=2))

    assert await table.get(key()) == item(both=2, new=2)


async def test_a_deleted_item_is_gone_and_its_neighbour_is_not(table: Table) -> None:
    await table.put(item("A"))
    await table.put(item("B"))

    await table.delete(key("A"))

    assert await everything(table) == {key("B"): item("B")}


async def test_deleting_what_is_not_there_is_no_error(table: Table) -> None:
    await table.delete(key("never"))

    assert await everything(table) == {}


async def test_put_if_absent_writes_once_and_says_who_wrote(table: Table) -> None:
    first = await table.put_if_absent(item(by="first"))
    second = await table.put_if_absent(item(by="second"))

    assert (first, second) == (True, False)
    assert await table.get(key()) == item(by="first")


async def test_the_same_sort_key_in_two_partitions_is_two_items(table: Table) -> None:
    await table.put(item(pk="P1", n=1))
    await table.put(item(pk="P2", n=2))

    assert await table.get(key(pk="P1")) == item(pk="P1", n=1)
    assert await table.get(key(pk="P2")) == item(pk="P2", n=2)


async def test_get_many_answers_the_items_that_exist_by_key(table: Table) -> None:
    await table.put(item("A", n=1))
    await table.put(item("C", n=3))

    found = await table.get_many([key("C"), key("B"), key("A")])

    assert found == {key("A"): item("A", n=1), key("C"): item("C", n=3)}


async def test_get_many_of_no_keys_is_empty(table: Table) -> None:
    assert await table.get_many([]) == {}


async def test_get_many_takes_hundreds_of_keys_and_the_same_one_twice(table: Table) -> None:
    written = [item(f"{n:03}", n=n) for n in range(0, 250, 2)]
    await table.write_many(puts=written)
    keys = [key(f"{n:03}") for n in range(250)]

    found = await table.get_many([*keys, *reversed(keys)])

    assert found == {key_of(each): each for each in written}


async def test_write_many_puts_and_deletes_hundreds(table: Table) -> None:
    await table.write_many(puts=[item(f"{n:03}", n=n) for n in range(300)])

    await table.write_many(
        puts=[item(f"{n:03}", n=-n) for n in range(100)],
        deletes=[key(f"{n:03}") for n in range(200, 400)],
    )

    expected = [item(f"{n:03}", n=-n if n < 100 else n) for n in range(200)]
    assert await everything(table) == {key_of(each): each for each in expected}


async def test_write_many_of_nothing_does_nothing(table: Table) -> None:
    await table.write_many()

    assert await everything(table) == {}


async def test_write_many_touches_an_item_once(table: Table) -> None:
    with pytest.raises(InvalidItem, match="once"):
        await table.write_many(puts=[item("A"), item("B")], deletes=[key("A")])

    assert await everything(table) == {}


async def test_a_scan_shows_every_item_of_every_partition_once(table: Table) -> None:
    written = [item(f"{n:03}", pk=f"P{n % 3}") for n in range(520)]
    await table.write_many(puts=written)

    found = [key_of(each) async for each in table.scan()]

    assert sorted(found) == sorted(key_of(each) for each in written)


async def test_query_all_goes_through_every_page_of_a_prefix(table: Table) -> None:
    await table.write_many(puts=[item(f"LOG#{n:03}") for n in range(230)] + [item("META"), item("A")])

    found = [each["SK"] async for each in table.query_all("P", prefix="LOG#")]

    assert found == [f"LOG#{n:03}" for n in range(230)]


@LARGE_BODIES
async def test_many_large_items_are_read_whatever_the_size_of_one_answer(table: Table) -> None:
    """DynamoDB ends an answer at 1 MB (a query) or 16 MB (a batch); nobody above the store notices."""
    written = [item(f"{n:02}", text=str(n % 10) * 380_000) for n in range(45)]
    await table.write_many(puts=written)

    got = await table.get_many(key_of(each) for each in written)
    pages = await all_pages(table, limit=40)

    assert got == {key_of(each): each for each in written}
    assert [len(page.items) for page in pages] == [40, 5]
    assert [each for page in pages for each in page.items] == written


async def test_a_healthy_table_passes_its_check(table: Table) -> None:
    await table.check()


async def test_items_and_queries_are_read_together(table: Table) -> None:
    every = [item("A", n=1), item("B", n=2), item("B2", n=3)]
    for one in every:
        await table.put(one)
    pk = key().pk
    questions = [
        Query(pk, prefix="B"),
        Query(pk, lo="Z", hi="A"),  # nothing can be there
        Query("nobody"),
        Query(pk, limit=1, reverse=True),
    ]

    found, pages = await table.read([key("A"), key("never"), key("A")], questions)
    nothing, [last] = await table.read([], [questions[-1]])

    assert found == {key("A"): every[0]}
    assert [page.items for page in pages] == [every[1:], [], [], every[2:]]
    assert [page.cursor is None for page in pages] == [True, True, True, False]
    assert (nothing, last) == ({}, pages[-1])
    assert await table.read([key("B")], []) == ({key("B"): every[1]}, [])


# Reads that depend on one another.


async def test_each_step_of_a_read_may_depend_on_the_one_before(table: Table) -> None:
    """From an item to the one that it names, and then to all that stand beside that."""
    every = [item("A", next="B"), item("B", group="C#"), item("C#1", n=1), item("C#2", n=2), item("D")]
    for one in every:
        await table.put(one)

    def steps() -> ReadSteps[tuple[Item | None, list[Item], int]]:
        first = (yield Lookup([key("A"), key("never")])).items
        assert key("never") not in first
        second = (yield Lookup([key(str(first[key("A")]["next"]))])).items
        named = second[key("B")]
        found = yield Lookup([key("D")], [Query(key().pk, prefix=str(named["group"])), Query("nobody")])
        nothing = yield Lookup()
        return found.items.get(key("D")), found.pages[0].items, len(nothing.items) + len(found.pages)

    assert await table.read_in_steps(steps()) == (every[4], every[2:4], 2)


async def test_all_that_queries_find_is_read_page_after_page(table: Table) -> None:
    every = [item(f"{name}{n:03}", n=n) for name in "AB" for n in range(250)]
    await table.write_many(puts=every)
    pk = key().pk

    found = await table.read_in_steps(
        every_item(Query(pk, prefix="B"), Query("nobody"), Query(pk, lo="A200"))
    )

    assert found == [*every[250:], *every[200:]]
    assert await table.read_in_steps(every_item()) == []


async def test_steps_are_taken_for_whoever_reads(table: Table) -> None:
    """What is worded between two look-ups is theirs, on each engine."""

    def steps() -> ReadSteps[str | None]:
        yield Lookup([key("A")])
        return READER.get()

    async def reader(name: str) -> str | None:
        READER.set(name)
        return await table.read_in_steps(steps())

    assert await asyncio.gather(reader("Ada"), reader("Bob"), table.read_in_steps(steps())) == [
        "Ada",
        "Bob",
        None,
    ]


async def test_what_a_step_raises_reaches_whoever_reads(table: Table) -> None:
    await table.put(item("A"))

    def steps() -> ReadSteps[None]:
        found = yield Lookup([key("A")])
        raise LookupError(f"{len(found.items)} found")

    def refused() -> ReadSteps[None]:
        yield Lookup([key("")])

    with pytest.raises(LookupError, match="1 found"):
        await table.read_in_steps(steps())
    with pytest.raises(InvalidItem):
        await table.read_in_steps(refused())
    assert await table.get(key("A")) == item("A")  # others read on
