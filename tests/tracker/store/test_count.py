"""Contract: items are counted as a query would find them."""

import pytest

from tests.fakes.clock import HandClock
from tests.tracker.store.items import item, sort_keys
from tracker.store.errors import InvalidItem
from tracker.store.table import Table

RANGES = [
    {},
    {"prefix": "B"},
    {"lo": "B"},
    {"hi": "B#2"},
    {"lo": "A#1", "hi": "B#1"},
    {"lo": "C"},
    {"lo": "B", "hi": "A"},
    {"hi": ""},
]


@pytest.fixture
async def filled(table: Table, clock: HandClock) -> Table:
    """Three live items under each of two letters, in the table and in an index, and one that has expired."""
    live = [f"{letter}#{number}" for letter in "AB" for number in range(3)]
    items = [item(sk, GSI1PK="G", GSI1SK=sk) for sk in live]
    gone = item("B#gone", ttl=clock.second, GSI1PK="G", GSI1SK="B#gone")
    later = item("B#later", ttl=clock.second + 1, GSI1PK="G", GSI1SK="B#later")
    await table.write_many(puts=[*items, gone, later, item("A", pk="elsewhere")])
    return table


@pytest.mark.parametrize("index", [None, "GSI1"])
@pytest.mark.parametrize("limits", RANGES, ids=str)
async def test_as_many_are_counted_as_are_found(
    filled: Table, limits: dict[str, str], index: str | None
) -> None:
    pk = "P" if index is None else "G"
    found = await sort_keys(filled, pk, index=index, **limits)
    assert await filled.count(pk, index=index, **limits) == len(found)


async def test_nothing_is_counted_where_there_is_nothing(table: Table) -> None:
    assert await table.count("nowhere") == 0
    assert await table.count("") == 0


async def test_more_are_counted_than_a_page_holds(table: Table) -> None:
    await table.write_many(puts=[item(f"{number:04}", note="x" * 3000) for number in range(450)])
    assert await table.count("P") == 450
    assert await table.count("P", lo="0100", hi="0199") == 100


async def test_what_no_key_can_be_is_refused(table: Table) -> None:
    with pytest.raises(InvalidItem):
        await table.count("P", lo="\ud800")
    with pytest.raises(InvalidItem):
        await table.count("P", index="GSI9")


async def test_an_engine_says_how_much_it_holds_or_that_it_does_not_know(table: Table) -> None:
    await table.put(item("A"))
    size = await table.size()
    assert size is None or size >= 0
