"""Workers that share leases, each on a monotonic clock of its own."""

import itertools

from scheduler.leases import TICK_SECONDS, Leases
from tests.fakes.faulty_table import FaultyTable
from tracker.store.table import Table


class Steady:
    """A monotonic clock of one worker, moved by hand. It starts anywhere, as those of real machines do."""

    def __init__(self, start: float) -> None:
        self.now = start

    def __call__(self) -> float:
        return self.now


class Worker:
    """A worker as an object. One that is not ticked is dead, or paused: the others cannot tell."""

    serial = itertools.count()

    def __init__(self, table: Table, name: str, start: float = 0) -> None:
        self.table = table if isinstance(table, FaultyTable) else FaultyTable(table)
        self.clock = Steady(start)
        self.leases = Leases(
            self.table, name, monotonic=self.clock, new_version=lambda: f"{name}-{next(self.serial)}"
        )

    @property
    def shards(self) -> set[int]:
        return set(self.leases.held())


async def run(seconds: float, alive: list[Worker], others: list[Worker] | None = None) -> None:
    """Time passes for all; only those alive tick."""
    for _ in range(int(seconds / TICK_SECONDS)):
        for worker in (*alive, *(others or ())):
            worker.clock.now += TICK_SECONDS
        for worker in alive:
            await worker.leases.tick()
