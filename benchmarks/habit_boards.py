"""A leaderboard of a hundred thousand people against one of a thousand: who is ahead, and one's own rank."""

import statistics
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measure import ROUNDS, Limit, Measured, rate
from tracker.clock import system_clock
from tracker.rewards.boards import places
from tracker.rewards.leaderboard import Leaderboard
from tracker.rewards.model import BoardPlace
from tracker.store.entity import to_item
from tracker.store.keys import BoardPlaceKey
from tracker.store.sqlite import SqliteTable
from tracker.store.values import Item

MANY, FEW = 100_000, 1_000
TOGETHER = 5_000
EACH = 20
MOST_RATIO = 1.5
MOST_COUNTED = 20.0
"""Those ahead are counted in the index, which takes longer for fifty thousand than for five hundred."""


async def boards() -> list[Measured]:
    with TemporaryDirectory() as folder:
        table = await SqliteTable.open(Path(folder) / "boards.db", system_clock)
        for size in (MANY, FEW):
            for first in range(0, size, TOGETHER):
                await table.write_many(puts=_items(size, range(first, min(first + TOGETHER, size))))
        found = await _measured(Leaderboard(table))
        await table.close()
    for one in found:
        print(one, flush=True)
    return [*found]


async def _measured(leaderboard: Leaderboard) -> list[Limit]:
    async def top(size: int) -> None:
        assert len(await leaderboard.top(f"{size}:all", 10)) == 10

    async def rank(size: int, number: int) -> None:
        found = await leaderboard.rank(f"{size}:all", _user(size - number))
        assert found is not None
        assert found.number == number

    return [
        await _grows("the first ten", top, MOST_RATIO),
        await _grows("one's own rank, the 500th", lambda size: rank(size, 500), MOST_RATIO),
        await _grows("one's own rank, in the middle", lambda size: rank(size, size // 2), MOST_COUNTED),
    ]


async def _grows(name: str, look: Callable[[int], Awaitable[None]], most: float) -> Limit:
    """The median of several rounds, each with both sides next to each other, so that noise hits both."""
    pairs = [
        (await rate(lambda _: look(MANY), EACH), await rate(lambda _: look(FEW), EACH)) for _ in range(ROUNDS)
    ]
    many, few = (1000 / statistics.median(side) for side in zip(*pairs, strict=True))
    print(f"{name}  {many:.2f} ms and {few:.2f} ms", flush=True)
    ratio = statistics.median(few / many for many, few in pairs)
    return Limit(f"{name} among {MANY:,} against {FEW:,}", ratio, most, "x")


def _items(size: int, numbers: range) -> Iterator[Item]:
    for number in numbers:
        one = BoardPlace(user=_user(number), board=f"{size}:all", points=10 * number, name=f"Player {number}")
        yield to_item(one, BoardPlaceKey(one.user, one.board), *places(one))


def _user(number: int) -> str:
    return f"person{number:06}"
