"""The schedule in memory: what a subject takes, and what a tick costs among few and among many."""

import asyncio
import gc
import math
import random
import statistics
import time
import tracemalloc
from collections.abc import Callable

from benchmarks.measure import Limit, Measured
from scheduler.leases import Held
from scheduler.observe import Memory
from scheduler.pacing import PollPace, next_look
from scheduler.schedule import Schedule
from tracker.shards import SHARDS
from tracker.store.segments import Subject

FEW, MANY, DUE = 10_000, 1_000_000, 1_000
TICKS = 41
MOST_BYTES, MOST_RATIO = 1024, 1.5


def known(number: int) -> Memory:
    """As a poller remembers a subject after a look."""
    digest = hash(f"page {number}")
    return Memory(1, 1_800_000_000 + number, 1_900_000_000 + number, digest, digest + 1)


def filled(count: int, chance: Callable[[], float]) -> Schedule[Memory]:
    """So many subjects, DUE of them in each second: the intervals grow with the number of subjects."""
    full = Schedule[Memory]()
    full.follow({shard: Held(shard, 1, 0, math.inf, math.inf) for shard in range(SHARDS)}, 0)
    for number in range(count):
        subject = Subject("osrs", f"player {number}")
        full.put(subject, known(number), 1 + chance() * count / DUE)
    return full


async def schedule() -> list[Measured]:
    chance = random.Random(1)  # noqa: S311 - no secret
    memory = _memory(chance.random)
    print(memory, flush=True)
    sides = [filled(count, chance.random) for count in (FEW, MANY)]
    gc.collect()
    gc.freeze()  # a service that has loaded its subjects does not look at them again in each collection
    costs: tuple[list[float], list[float]] = ([], [])
    for now in range(2, 2 + TICKS):
        for side, count, cost in zip(sides, (FEW, MANY), costs, strict=True):
            cost.append(_tick(side, now, PollPace(soonest=count / DUE, latest=count / DUE), chance.random()))
    few, many = (statistics.median(cost) for cost in costs)
    print(f"tick with {DUE:,} due among {FEW:>9,}  {few * 1e3:6.2f} ms", flush=True)
    print(f"tick with {DUE:,} due among {MANY:>9,}  {many * 1e3:6.2f} ms", flush=True)
    pairs = statistics.median(one / other for other, one in zip(*costs, strict=True))
    ratio = Limit(f"tick among {MANY:,}, in ticks among {FEW:,}", pairs, MOST_RATIO)
    print(ratio, flush=True)
    return [memory, ratio]


def _memory(chance: Callable[[], float]) -> Limit:
    tracemalloc.start()
    kept = filled(100_000, chance)
    size = tracemalloc.get_traced_memory()[0] / len(kept)
    tracemalloc.stop()
    return Limit("memory per subject", size, MOST_BYTES - 1, "bytes")


def _tick(schedule: Schedule[Memory], now: float, pace: PollPace, chance: float) -> float:
    """Seconds for one tick: what is due is handed out, and gets its next turn from what we remember of it."""
    started = time.perf_counter()
    due = schedule.due(now, DUE)
    for planned in due:
        schedule.reschedule(planned, now + next_look(pace, now - planned.state.changed, chance))
    taken = time.perf_counter() - started
    return taken * DUE / max(len(due), 1)


if __name__ == "__main__":
    asyncio.run(schedule())
