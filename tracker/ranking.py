"""Rankings from the index: who is ahead, read backwards shard by shard, and where somebody stands.

What it costs grows with what is shown. The index may lag by a moment.
"""

import asyncio
from functools import lru_cache
from heapq import merge
from typing import NamedTuple

from tracker.signing import hashed
from tracker.store.index_keys import RankKey
from tracker.store.table import Table
from tracker.store.values import Item

SHARDS = 4
"""Of each board, so that a popular one is not one hot partition."""
KEPT = 4096
"""Of so many people it is remembered in which shards they stand."""


class Rank(NamedTuple):
    """Equal points have different ranks, always in the same order."""

    number: int
    user: str
    points: int
    name: str = ""


class _Place(NamedTuple):
    """What an item says of where it stands: of two, the greater is ahead."""

    points: int
    user: str
    name: str


def place_on(board: str, user_id: str, points: int) -> RankKey:
    return RankKey(board, shard_of(user_id), max(points, 0), user_id)


@lru_cache(KEPT)
def shard_of(user_id: str) -> int:
    return int(hashed(user_id)[:8], 16) % SHARDS


async def top(table: Table, board: str, count: int, after: Rank | None = None) -> list[Rank]:
    """The first so many, or those after one of them."""
    found = await asyncio.gather(*(_shard(table, board, shard, count, after) for shard in range(SHARDS)))
    first = after.number + 1 if after else 1
    ahead = merge(*found, key=lambda one: (one.points, one.user), reverse=True)
    return [
        Rank(first + at, one.user, one.points, one.name) for at, one in zip(range(count), ahead, strict=False)
    ]


async def rank_of(table: Table, board: str, user_id: str, points: int, name: str = "") -> Rank:
    """Where somebody with so many points stands, however far down."""
    own = (max(points, 0), user_id)
    ahead = await asyncio.gather(*(_ahead(table, board, shard, own) for shard in range(SHARDS)))
    return Rank(1 + sum(ahead), user_id, points, name)


async def _shard(table: Table, board: str, shard: int, count: int, after: Rank | None) -> list[_Place]:
    every = RankKey.prefix(board=board, shard=shard)
    hi = None if after is None else _sort_key(board, shard, after.points, after.user)
    # The upper end is included where it stands in this very shard: one more, and that one left out.
    page = await table.query(every.pk, hi=hi, index=every.index, reverse=True, limit=count + 1)
    found = filter(None, map(_place, page.items))
    return [one for one in found if after is None or one.user != after.user][:count]


async def _ahead(table: Table, board: str, shard: int, own: tuple[int, str]) -> int:
    every = RankKey.prefix(board=board, shard=shard)
    after = _sort_key(board, shard, *own) + "\0"  # the least text above it
    return await table.count(every.pk, lo=after, index=every.index)


def _place(item: Item) -> _Place | None:
    if (found := RankKey.of(item)) is None:
        return None
    name = item.get("name")
    return _Place(found.points, found.user, name if isinstance(name, str) else "")


def _sort_key(board: str, shard: int, points: int, user: str) -> str:
    _, sort_key = RankKey(board, shard, max(points, 0), user).attributes.values()
    return str(sort_key)
