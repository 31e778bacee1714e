"""A table in which everything is that Questlog writes: what holds for all items is tested with it."""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from tests.catalogue import is_written
from tests.fakes.clock import HandClock
from tests.fakes.faulty_table import FaultyTable
from tests.models import names_of
from tests.old_tables import every_item
from tests.tracker.store.items import everything, without_dates
from tracker.store.key import IndexKeyClass, IndexKeyOf, KeyOf, identify
from tracker.store.migrations.renewal import UNDATED
from tracker.store.segments import timestamp
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Operation, Table
from tracker.store.values import CREATED, UPDATED, Item, Key


class WatchedTable(FaultyTable):
    """Notes what was written without saying when, and whose beginning was forgotten."""

    def __init__(self, inner: Table) -> None:
        super().__init__(inner)
        self.undated: set[str] = set()
        self.begun_anew: set[str] = set()

    async def _transact(self, operations: Sequence[Operation]) -> None:
        keys = [one.key for one in operations]
        before = await self._inner._get_many(keys)
        await super()._transact(operations)
        for key, item in (await self._inner._get_many(keys)).items():
            self._look(item, before.get(key))

    def _look(self, item: Item, before: Item | None) -> None:
        if before is not None and before.get(CREATED) != item.get(CREATED):
            self.begun_anew.add(str(item["type"]))
        unchanged = before is not None and without_dates(before) == without_dates(item)
        if not unchanged and item.get(UPDATED) != timestamp(self._clock()):
            self.undated.add(str(item["type"]))


@dataclass(frozen=True)
class Lived:
    items: dict[Key, Item]
    undated: set[str]
    begun_anew: set[str]


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Lived:
    """Some weeks of a village, as this version writes them."""

    async def live() -> Lived:
        clock = HandClock()
        inner = await SqliteTable.open(tmp_path_factory.mktemp("village") / "questlog.db", clock)
        table = WatchedTable(inner)
        try:
            await every_item(table, clock)
            return Lived(await everything(table), table.undated, table.begun_anew)
        finally:
            await inner.close()

    return asyncio.run(live())


def test_there_is_an_item_of_every_type_that_is_written(lived: Lived) -> None:
    """`questlog doctor` takes its own away at once."""
    written = {cls.item_type for cls in KeyOf.declared.values() if is_written(cls)}
    assert {str(item["type"]) for item in lived.items.values()} == written - {"probe"}
    for key, item in lived.items.items():
        known = identify(key)
        assert known is not None
        assert known.item_type == item["type"]


def test_every_type_stands_in_all_the_indexes_that_it_declares_and_in_no_other(lived: Lived) -> None:
    found: defaultdict[str, set[IndexKeyClass]] = defaultdict(set)
    for item in lived.items.values():
        found[str(item["type"])].update(place for place in IndexKeyOf.declared if place.of(item))
    declared = {cls.item_type: set(cls.indexes) for cls in KeyOf.declared.values() if is_written(cls)}
    assert {kind: places for kind, places in declared.items() if places != found[kind]} == {}


def test_every_write_says_when_and_none_forgets_when_the_item_was_created(lived: Lived) -> None:
    assert lived.undated == UNDATED - {"probe"}
    assert lived.begun_anew == set()


def test_every_item_says_when_it_was_created_and_updated(lived: Lived) -> None:
    for key, item in lived.items.items():
        dates = {CREATED, UPDATED} & item.keys()
        assert dates == (set() if item["type"] in UNDATED else {CREATED, UPDATED}), key


def test_no_item_has_an_attribute_that_no_model_knows(lived: Lived) -> None:
    for key, item in lived.items.items():
        assert item.keys() <= names_of(item), key
