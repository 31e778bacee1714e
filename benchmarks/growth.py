"""The same questions to a small table and to one a thousand times its size: costs follow the answer.

Both are asked in turn within one run, so that whatever else the machine does slows both. Each turn asks for
other places than the one before, so that the large table is not asked only for what is in the cache. Within a
turn no item is asked for twice, and none is remembered from the turn before: the small table would else be
answered from memory (`decode_again`), which says nothing of its size.
"""

import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from benchmarks.measure import Limit, Measured, Operation, rate
from benchmarks.sqlite_engine import item
from tracker.clock import system_clock
from tracker.store.sqlite import SqliteTable
from tracker.store.sqlite_codec import _remembered
from tracker.store.values import Key

SMALL, LARGE = 1_000, 1_000_000
IN_A_PARTITION = 100
MOST = 1.5
TURNS, QUESTIONS = 15, 300


class Grown(NamedTuple):
    table: SqliteTable
    size: int

    def partition(self, n: int) -> int:
        return n * 7919 % (self.size // IN_A_PARTITION)

    async def get(self, n: int) -> object:
        which = n * 7919 % self.size
        return await self.table.get(Key(f"USER#{which // IN_A_PARTITION}", f"ITEM#{which:08}"))

    async def query(self, n: int) -> object:
        return await self.table.query(f"USER#{self.partition(n)}", limit=20)

    async def query_index(self, n: int) -> object:
        return await self.table.query(f"USER#{self.partition(n)}#INDEX", index="GSI1", limit=20)


ASKED: dict[str, Callable[[Grown], Operation]] = {
    "get": lambda grown: grown.get,
    "query 20": lambda grown: grown.query,
    "query 20 on an index": lambda grown: grown.query_index,
}


async def growth() -> list[Measured]:
    with tempfile.TemporaryDirectory() as folder:
        small, large = [await _grown(Path(folder), size) for size in (SMALL, LARGE)]
        found: list[Measured] = [
            await _compared(name, asked(small), asked(large)) for name, asked in ASKED.items()
        ]
        await small.table.close()
        await large.table.close()
    return found


async def _grown(folder: Path, size: int) -> Grown:
    table = await SqliteTable.open(folder / f"{size}.db", system_clock)
    for base in range(0, size, 5000):
        numbers = range(base, min(base + 5000, size))
        await table.write_many(puts=[item(f"USER#{n // IN_A_PARTITION}", n, note="") for n in numbers])
    return Grown(table, size)


async def _compared(name: str, small: Operation, large: Operation) -> Limit:
    """The median over turns of how many times longer the large table takes."""
    ratios = list[float]()
    for turn in range(-1, TURNS):  # the first one is for what is done once: statements, the root of the tree
        quick, slow = [await _asked(ask, turn) for ask in (small, large)]
        ratios += [quick / slow] if turn >= 0 else []
    found = Limit(f"sqlite {name}, {LARGE:,} items against {SMALL:,}", statistics.median(ratios), MOST, "x")
    print(found, flush=True)
    return found


async def _asked(ask: Operation, turn: int) -> float:
    _remembered.cache_clear()
    first = QUESTIONS * (turn + 1)
    return await rate(lambda n: ask(first + n), QUESTIONS)
