"""Leaderboards as people see them: who is ahead, where somebody stands, and how to join and leave.

Read from the index, backwards, shard by shard: what it costs grows with what is shown. The index may lag by a
moment; a person's own points are read from their own item.
"""

import asyncio
from collections.abc import Iterable
from datetime import date
from heapq import merge
from typing import NamedTuple

from tracker.habits.boards import SHARDS, names, place
from tracker.habits.model import BoardPlace, LedgerEntry, Wallet
from tracker.store.conditions import ABSENT, Condition, eq
from tracker.store.entity import PRESENT, from_items, to_item
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.index_keys import RankKey
from tracker.store.keys import BoardPlaceKey, UserKey, WalletEntryKey, WalletKey
from tracker.store.table import Check, Delete, Operation, Put, Table
from tracker.store.values import Key

ATTEMPTS = 20
_PAGE = 500


class Rank(NamedTuple):
    """Equal points have different ranks, always in the same order."""

    number: int
    user: str
    points: int


class Leaderboard:
    def __init__(self, table: Table) -> None:
        self._table = table

    async def top(self, board: str, count: int, after: Rank | None = None) -> list[Rank]:
        """The first so many, or those after one of them."""
        shards = (self._shard(board, shard, count, after) for shard in range(SHARDS))
        found = await asyncio.gather(*shards)
        first = after.number + 1 if after else 1
        ahead = merge(*found, key=_order, reverse=True)
        return [Rank(first + at, one.user, one.points) for at, one in zip(range(count), ahead, strict=False)]

    async def rank(self, board: str, user_id: str) -> Rank | None:
        """Where a person stands, however far down; None where they do not stand there."""
        item = await self._table.get(BoardPlaceKey(user_id, board).key)
        own = next(from_items(BoardPlace, [item] if item else []), None)
        if own is None:
            return None
        ahead = await asyncio.gather(*(self._ahead(own, shard) for shard in range(SHARDS)))
        return Rank(1 + sum(ahead), user_id, own.points)

    async def join(self, user_id: str, scope: str, today: date) -> None:
        """With all points so far; those of the month and the week are what the ledger says of them."""
        for _ in range(ATTEMPTS):
            wallet = await self._wallet(user_id)
            if scope in (wallet or Wallet()).boards:
                return
            places = await self._first_places(user_id, scope, wallet, today)
            scopes = (*(wallet or Wallet()).boards, scope)
            if await self._write(
                user_id, wallet, scopes, [Put(to_item(one, _key(one), place(one))) for one in places]
            ):
                return
        raise _restless()

    async def leave(self, user_id: str, scope: str) -> None:
        """Also from boards of weeks and months that are over."""
        for _ in range(ATTEMPTS):
            wallet = await self._wallet(user_id)
            if wallet is None or scope not in wallet.boards:
                return
            scopes = tuple(one for one in wallet.boards if one != scope)
            gone = [Delete(key) for key in await self._places_of(user_id, scope)]
            if await self._write(user_id, wallet, scopes, gone):
                return
        raise _restless()

    async def _shard(self, board: str, shard: int, count: int, after: Rank | None) -> list[BoardPlace]:
        every = RankKey.prefix(board=board, shard=shard)
        hi = None if after is None else _sort_key(board, shard, after.points, after.user)
        # The upper end is included where it stands in this very shard: one more, and that one left out.
        page = await self._table.query(every.pk, hi=hi, index=every.index, reverse=True, limit=count + 1)
        found = from_items(BoardPlace, page.items)
        return [one for one in found if after is None or one.user != after.user][:count]

    async def _ahead(self, own: BoardPlace, shard: int) -> int:
        every = RankKey.prefix(board=own.board, shard=shard)
        lo = _sort_key(own.board, shard, own.points, own.user)
        total, cursor = 0, None
        while True:
            page = await self._table.query(every.pk, lo=lo, index=every.index, limit=_PAGE, cursor=cursor)
            total += sum(_order(one) > _order(own) for one in from_items(BoardPlace, page.items))
            if (cursor := page.cursor) is None:
                return total

    async def _wallet(self, user_id: str) -> Wallet | None:
        item = await self._table.get(WalletKey(user_id).key)
        return next(from_items(Wallet, [item] if item else []), None)

    async def _first_places(
        self, user_id: str, scope: str, wallet: Wallet | None, today: date
    ) -> list[BoardPlace]:
        points = dict.fromkeys(names(scope, today), 0)
        every, *recent = points
        points[every] = wallet.points if wallet else 0
        for entry in await self._ledger(user_id):
            for name in recent:
                if name in names(scope, entry.given_on):
                    points[name] += entry.points
        return [BoardPlace(user=user_id, board=name, points=number) for name, number in points.items()]

    async def _ledger(self, user_id: str) -> list[LedgerEntry]:
        mine = WalletEntryKey.prefix(user=user_id)
        return list(
            from_items(LedgerEntry, [one async for one in self._table.query_all(mine.pk, prefix=mine.prefix)])
        )

    async def _places_of(self, user_id: str, scope: str) -> list[Key]:
        mine = BoardPlaceKey.prefix(user=user_id)
        items = [one async for one in self._table.query_all(mine.pk, prefix=mine.prefix)]
        return [_key(one).key for one in from_items(BoardPlace, items) if one.board.startswith(f"{scope}:")]

    async def _write(
        self, user_id: str, before: Wallet | None, scopes: tuple[str, ...], more: Iterable[Operation]
    ) -> bool:
        known = before or Wallet()
        after = known.model_copy(update={"boards": scopes, "changes": known.changes + 1})
        unchanged: Condition = ABSENT if before is None else eq("changes", known.changes)
        wallet = Put(to_item(after, WalletKey(user_id)), unchanged)
        try:
            await self._table.transact([Check(UserKey(user_id).key, PRESENT), wallet, *more])
        except ConditionFailed:
            return False
        return True


def _key(one: BoardPlace) -> BoardPlaceKey:
    return BoardPlaceKey(one.user, one.board)


def _order(one: BoardPlace) -> tuple[int, str]:
    return one.points, one.user


def _sort_key(board: str, shard: int, points: int, user: str) -> str:
    _, sort_key = RankKey(board, shard, max(points, 0), user).attributes.values()
    return str(sort_key)


def _restless() -> Throttled:
    return Throttled("the wallet keeps changing under our hands; try again in a moment")
