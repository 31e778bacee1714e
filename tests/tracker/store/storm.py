"""A process that writes transactions as fast as it can, and says which are safe, until it is killed.

Each transaction writes three parts and counts itself: `python -m tests.tracker.store.storm FILE ROUND`.
"""

import asyncio
import sys
from pathlib import Path

from tracker.clock import system_clock
from tracker.store.conditions import ABSENT
from tracker.store.sqlite import SqliteTable
from tracker.store.table import Put, Update
from tracker.store.values import Key

PARTS, WRITERS, COUNTERS = 3, 16, 4


async def write(table: SqliteTable, round_: str, writer: int) -> None:
    for number in range(1_000_000):
        name = f"{round_}.{writer}.{number}"
        counter = Key("COUNTER", f"{writer % COUNTERS}")
        await table.transact(
            [
                *(Put(part(name, counter.sk, index), when=ABSENT) for index in range(PARTS)),
                Update(counter, add={"count": 1}, when=None),
            ]
        )
        print(name, flush=True)  # noqa: T201 - the parent reads what was acknowledged


def part(name: str, counter: str, index: int) -> dict[str, str]:
    return {
        "PK": f"TXN#{name}",
        "SK": f"PART#{index}",
        "counter": counter,
        "note": "x" * 200,
        "GSI1PK": f"COUNTED#{counter}",
        "GSI1SK": f"{name}#{index}",
    }


async def main(path: Path, round_: str) -> None:
    table = await SqliteTable.open(path, system_clock)
    await asyncio.gather(*(write(table, round_, writer) for writer in range(WRITERS)))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
