"""What is measured, and what is wanted of it: ratios of two ways of doing the same thing, and limits."""

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Protocol, TypeAlias

Operation: TypeAlias = Callable[[int], Awaitable[object]]
"""Does the n-th piece of work."""
Clock: TypeAlias = Callable[[], float]
"""In seconds: of the wall, or of this process on the processor."""

ROUNDS = 7


class Measured(Protocol):
    """As text it says what was measured, what was wanted, and how that compares."""

    @property
    def missed(self) -> bool: ...


@dataclass(frozen=True)
class Limit:
    """Something that must not be more."""

    name: str
    found: float
    most: float
    unit: str = ""

    @property
    def missed(self) -> bool:
        return self.found > self.most

    def __str__(self) -> str:
        verdict = "ABOVE" if self.missed else "ok"
        unit = f" {self.unit}" if self.unit else ""
        return f"{self.name}  {self.found:,.2f}{unit}  wanted <= {self.most:,g}  {verdict}"


@dataclass(frozen=True)
class Least:
    """Something that must not be less."""

    name: str
    found: float
    least: float
    unit: str = ""

    @property
    def missed(self) -> bool:
        return self.found < self.least

    def __str__(self) -> str:
        verdict = "BELOW" if self.missed else "ok"
        unit = f" {self.unit}" if self.unit else ""
        return f"{self.name}  {self.found:,.0f}{unit}  wanted >= {self.least:,g}  {verdict}"


@dataclass(frozen=True)
class Comparison:
    """Rates per second, and how ours compares with the bare baseline."""

    name: str
    ours: float
    bare: float
    ratio: float
    wanted: float | None

    @property
    def missed(self) -> bool:
        return self.wanted is not None and self.ratio < self.wanted

    def __str__(self) -> str:
        verdict = "BELOW" if self.missed else "ok"
        goal = "" if self.wanted is None else f"  wanted >= {self.wanted:.1f}  {verdict}"
        return (
            f"{self.name:<44} {self.ours:>9,.0f}/s  bare {self.bare:>9,.0f}/s  ratio {self.ratio:5.2f}{goal}"
        )


def table(found: Sequence[Measured]) -> str:
    """One line for each, with what was found, wanted and judged below each other."""
    rows = [f"{one}".split("  ") for one in found]
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    lines = ("  ".join(map(str.ljust, row, widths)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


async def compare(
    name: str,
    ours: Operation,
    bare: Operation,
    *,
    count: int,
    concurrency: int = 1,
    wanted: float | None = None,
    clock: Clock = time.perf_counter,
) -> Comparison:
    """The median of several rounds, each with both sides next to each other, so that noise hits both."""
    await rate(ours, count // 4, concurrency)
    await rate(bare, count // 4, concurrency)
    pairs = [
        (await rate(ours, count, concurrency, clock), await rate(bare, count, concurrency, clock))
        for _ in range(ROUNDS)
    ]
    result = Comparison(
        name,
        statistics.median(a for a, _ in pairs),
        statistics.median(b for _, b in pairs),
        statistics.median(a / b for a, b in pairs),
        wanted,
    )
    print(result, flush=True)
    return result


async def rate(
    operation: Operation, count: int, concurrency: int = 1, clock: Clock = time.perf_counter
) -> float:
    """Pieces of work per second, with so many under way at once."""
    numbers = iter(range(count))

    async def worker() -> None:
        for number in numbers:
            await operation(number)

    started = clock()
    await asyncio.gather(*(worker() for _ in range(concurrency)))
    return count / (clock() - started)
