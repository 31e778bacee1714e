"""The same questions to a small table and to one a thousand times its size: costs follow the answer.

Both are asked in turn within one run, so that whatever else the machine does slows both, and for equally
many things: all of the small table, and as many from all over the large one, since people come back to what
is theirs. Within a turn no item is asked for twice, and none is remembered from the turn before: it would
else be answered from memory (`decode_again`), which says nothing of the size.

What is asked for the first time is printed besides. It has no limit: its pages come from the disk or from the
system's cache of it, and while the reader waits for them the event loop goes to sleep and has to be woken.
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
QUESTIONS = 20_000


class Grown(NamedTuple):
    table: SqliteTable
    size: int

    def partition(self, n: int) -> int:
        """Of ten, far from each other."""
        partitions = self.size // IN_A_PARTITION
        return n % (SMALL // IN_A_PARTITION) * (partitions * IN_A_PARTITION // SMALL)

    async def get(self, n: int) -> object:
        which = n * 7919 % SMALL * (self.size // SMALL)
        return await self.table.get(Key(f"USER#{which // IN_A_PARTITION}", f"ITEM#{which:08}"))

    async def query(self, n: int) -> object:
        return await self.table.query(f"USER#{self.partition(n)}", limit=20)

    async def query_index(self, n: int) -> object:
        return await self.table.query(f"USER#{self.partition(n)}#INDEX", index="GSI1", limit=20)


class Asked(NamedTuple):
    of: Callable[[Grown], Operation]
    things: int
    """A turn asks for each once."""


ASKED = {
    "get": Asked(lambda grown: grown.get, SMALL),
    "query 20": Asked(lambda grown: grown.query, SMALL // IN_A_PARTITION),
    "query 20 on an index": Asked(lambda grown: grown.query_index, SMALL // IN_A_PARTITION),
}


async def growth() -> list[Measured]:
    with tempfile.TemporaryDirectory() as folder:
        small, large = [await _grown(Path(folder), size) for size in (SMALL, LARGE)]
        found: list[Measured] = [await _compared(name, asked, small, large) for name, asked in ASKED.items()]
        await small.table.close()
        await large.table.close()
    return found


async def _grown(folder: Path, size: int) -> Grown:
    table = await SqliteTable.open(folder / f"{size}.db", system_clock)
    for base in range(0, size, 5000):
        numbers = range(base, min(base + 5000, size))
        await table.write_many(puts=[item(f"USER#{n // IN_A_PARTITION}", n, note="") for n in numbers])
    return Grown(table, size)


async def _compared(name: str, asked: Asked, small: Grown, large: Grown) -> Limit:
    """The median over turns of how many times longer the large table takes."""
    first, *ratios = [
        await _rate(asked, small) / await _rate(asked, large) for _ in range(1 + QUESTIONS // asked.things)
    ]
    found = Limit(f"sqlite {name}, {LARGE:,} items against {SMALL:,}", statistics.median(ratios), MOST, "x")
    print(found, f"the first time: {first:.1f} x", sep="\n", flush=True)
    return found


async def _rate(asked: Asked, grown: Grown) -> float:
    _remembered.cache_clear()
    return await rate(asked.of(grown), asked.things)
