"""Many newcomers at once on Discord, while the machine has other work: who gets a first response in time.

Discord waits three seconds for it. A busy loop on every core runs beside Questlog and the stand-in.
"""

import os
import statistics
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.discord_server import Order, stand_in
from benchmarks.measure import Limit, Measured
from benchmarks.slash import KNOWN, LIST, serving

AT_ONCE, TIMES = 300, 3
PATIENCE = 3.0
"""Of Discord, in seconds."""
SPIN = "while True: pass"


async def slash_busy() -> list[Measured]:
    people = KNOWN + AT_ONCE * TIMES
    with TemporaryDirectory() as folder:
        async with stand_in(people) as there:
            known = replace(there.lodging, people=there.lodging.people[:KNOWN])
            async with serving(Path(folder), known):
                await there.use(Order(LIST, count=KNOWN, among=KNOWN))
                with busy_loops():
                    found = [
                        await there.use(
                            Order(LIST, count=AT_ONCE, at_once=AT_ONCE, first=KNOWN + number * AT_ONCE)
                        )
                        for number in range(TIMES)
                    ]
    for one in found:
        waits = sorted(wait / 1000 for wait in one.waits)
        in_time = sum(wait <= PATIENCE for wait in waits)
        print(
            f"/{LIST} by {AT_ONCE} new people: {in_time} in time, median {statistics.median(waits):.2f} s, "
            f"last {waits[-1]:.2f} s, all answers after {one.seconds:.1f} s, refused {one.refused}",
            flush=True,
        )
    last = statistics.median(max(one.waits) / 1000 for one in found)
    measured = Limit(
        f"/{LIST} by {AT_ONCE} new people at once on a busy machine, the last first response",
        last,
        PATIENCE,
        "s",
    )
    print(measured, flush=True)
    return [measured]


@contextmanager
def busy_loops() -> Generator[None]:
    """One on each core, for as long as the block lasts."""
    spinning = [subprocess.Popen([sys.executable, "-c", SPIN]) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for one in spinning:
            one.kill()
            one.wait()
