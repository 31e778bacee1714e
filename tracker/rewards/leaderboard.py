"""Leaderboards as people see them: who is ahead, where somebody stands, and how to join and leave.

A person's own points are read from their own item; who else is there comes from the index, which may lag.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import date
from typing import Literal

from tracker.accounts.errors import NoSuchUser
from tracker.accounts.model import User
from tracker.ranking import Rank, rank_of, top
from tracker.rewards.board_names import board_name, free_name, name_taken, numbered
from tracker.rewards.boards import all_time, names, new_place, places, scope_of, wanting
from tracker.rewards.errors import NameTaken, TooManyBoards
from tracker.rewards.model import BoardPlace, LedgerEntry, Wallet
from tracker.rewards.taken import giving_up, holders, name_in, taking
from tracker.signing import hashed
from tracker.store.conditions import ABSENT, Condition, eq
from tracker.store.entity import PRESENT, Entity, change, from_items, rewrite, to_item
from tracker.store.errors import ConditionFailed, Throttled
from tracker.store.index_keys import OvertakeKey
from tracker.store.keys import BoardPlaceKey, KeptKey, UserKey, WalletEntryKey, WalletKey
from tracker.store.table import Check, Delete, Operation, Table
from tracker.store.values import CREATED, PK

ATTEMPTS = 20
_PAGE = 500
MOST_BOARDS = 8
_TOGETHER = 60
"""Places that change in one transaction; those of weeks long over can wait."""


class NamesSettled(Entity, frozen=True):
    """Nothing but that it is there."""

    type: Literal["kept"] = "kept"


class Leaderboard:
    def __init__(self, table: Table) -> None:
        self._table = table
        self._settled: set[str] = set()
        """Scopes of which it is known that everybody has a name of their own there: that stays so."""

    async def top(self, board: str, count: int, after: Rank | None = None) -> list[Rank]:
        """The first so many, or those after one of them."""
        await self._settle(scope_of(board))
        return await top(self._table, board, count, after)

    async def rank(self, board: str, user_id: str) -> Rank | None:
        """Where a person stands, however far down; None where they do not stand there."""
        item = await self._table.get(BoardPlaceKey(user_id, board).key)
        own = next(from_items(BoardPlace, [item] if item else []), None)
        if own is None:
            return None
        return await rank_of(self._table, board, user_id, own.points, own.name)

    async def join(
        self,
        user_id: str,
        scope: str,
        today: date,
        *,
        name: str | None = None,
        overtakes: bool | None = None,
    ) -> Wallet:
        """With all points so far; those of the month and the week are what the ledger says of them.

        Whoever joins again, or another board, is called by the new name everywhere; see `board_name`.
        """
        await self._settle(scope)
        for _ in range(ATTEMPTS):
            user, wallet = await self._person(user_id)
            shown = board_name(user, wallet, said=name)
            known = wallet or Wallet()
            wanted = known.overtakes if overtakes is None else overtakes
            scopes = known.boards if scope in known.boards else (*known.boards, scope)
            if len(scopes) > MOST_BOARDS:
                raise TooManyBoards(f"You are on {MOST_BOARDS} leaderboards, and that is the most.")
            after = known.model_copy(update={"boards": scopes, "shown_as": shown, "overtakes": wanted})
            first = [] if scope in known.boards else await self._first_places(user_id, scope, after, today)
            renamed = await self._renamed(user_id, known, after)
            new = [rewrite(one, _key(one), *places(one)) for one in first if one.board not in renamed]
            names = await self._named(user_id, known, after)
            if await self._write(user_id, wallet, after, [*new, *renamed.values(), *names]):
                return after
        raise _restless()

    async def leave(self, user_id: str, scope: str) -> None:
        """Also from boards of weeks and months that are over."""
        for _ in range(ATTEMPTS):
            wallet = await self._wallet(user_id)
            if wallet is None or scope not in wallet.boards:
                return
            scopes = tuple(one for one in wallet.boards if one != scope)
            gone = [Delete(_key(one).key) for one in await self._places(user_id) if _is_of(one, scope)]
            after = wallet.model_copy(update={"boards": scopes})
            names = await self._named(user_id, wallet, after)
            if await self._write(user_id, wallet, after, [*gone[:_TOGETHER], *names]):
                await self._table.write_many(deletes=[one.key for one in gone[_TOGETHER:]])
                return
        raise _restless()

    async def free_name(self, user_id: str, scope: str, names: Sequence[str]) -> str:
        """The first of these that is free on all boards of the person, and on this one. Raises NameTaken."""
        await self._settle(scope)
        wallet = await self._wallet(user_id) or Wallet()
        every = [_names_on(one) for one in {*wallet.boards, scope}]
        return await free_name(self._table, every, user_id, names)

    async def _settle(self, scope: str) -> None:
        """Whoever joined before names were kept for one person gets theirs, in the order of joining.

        Once for each scope. Several may do it at once: whose a name is, the item of the name decides.
        """
        if scope in self._settled:
            return
        key = KeptKey(f"board-names-{hashed(scope)}")
        if await self._table.get(key.key) is None:
            for user_id in await self._everybody(scope):
                await self._claim_name(user_id, scope)
            await self._table.put(to_item(NamesSettled(), key))
        self._settled.add(scope)

    async def _everybody(self, scope: str) -> list[str]:
        board, found, last = all_time(scope), list[str](), None
        while page := await top(self._table, board, _PAGE, last):
            found += [one.user for one in page]
            last = page[-1]
        items = await self._table.get_many(BoardPlaceKey(one, board).key for one in found)
        joined = sorted(items.values(), key=lambda item: (str(item[CREATED]), item[PK]))
        return [one.user for one in from_items(BoardPlace, joined)]

    async def _claim_name(self, user_id: str, scope: str) -> None:
        """What they are called is theirs, or the next that is free, where it is somebody else's by now."""
        for _ in range(ATTEMPTS):
            wallet = await self._wallet(user_id)
            if wallet is None or scope not in wallet.boards:
                return
            after, names = await self._own_name(user_id, wallet)
            if not names:  # they have had it all along
                return
            renamed = await self._renamed(user_id, wallet, after)
            if await self._write(user_id, wallet, after, [*renamed.values(), *names]):
                return
        raise _restless()

    async def _own_name(self, user_id: str, wallet: Wallet) -> tuple[Wallet, list[Operation]]:
        for name in numbered(wallet.shown_as):
            after = wallet.model_copy(update={"shown_as": name})
            with suppress(NameTaken):
                return after, await self._named(user_id, wallet, after)
        raise AssertionError("there is always a further number")

    async def _named(self, user_id: str, before: Wallet, after: Wallet) -> list[Operation]:
        """The name is theirs on all their boards, and the one before no longer. Raises NameTaken."""
        old = {name_in(_names_on(one), before.shown_as) for one in before.boards}
        new = {name_in(_names_on(one), after.shown_as) for one in after.boards}
        known = await holders(self._table, old | new)
        if any(known.get(one, user_id) != user_id for one in new):
            raise name_taken(after.shown_as)
        return [*taking(user_id, [*new], known), *giving_up(user_id, [*(old - new)], known)]

    async def _person(self, user_id: str) -> tuple[User, Wallet | None]:
        who, purse = UserKey(user_id).key, WalletKey(user_id).key
        found = await self._table.get_many([who, purse])
        user = next(from_items(User, [found[who]] if who in found else []), None)
        if user is None:
            raise NoSuchUser("There is no such person.")
        return user, next(from_items(Wallet, [found[purse]] if purse in found else []), None)

    async def _wallet(self, user_id: str) -> Wallet | None:
        item = await self._table.get(WalletKey(user_id).key)
        return next(from_items(Wallet, [item] if item else []), None)

    async def _first_places(self, user_id: str, scope: str, wallet: Wallet, today: date) -> list[BoardPlace]:
        points = dict.fromkeys(names(scope, today), 0)
        every, *recent = points
        points[every] = wallet.points
        for entry in await self._ledger(user_id):
            for name in recent:
                if name in names(scope, entry.given_on):
                    points[name] += entry.points
        return [new_place(user_id, wallet, name, number) for name, number in points.items()]

    async def _ledger(self, user_id: str) -> list[LedgerEntry]:
        mine = WalletEntryKey.prefix(user=user_id)
        return list(
            from_items(LedgerEntry, [one async for one in self._table.query_all(mine.pk, prefix=mine.prefix)])
        )

    async def _places(self, user_id: str) -> list[BoardPlace]:
        mine = BoardPlaceKey.prefix(user=user_id)
        items = [one async for one in self._table.query_all(mine.pk, prefix=mine.prefix)]
        return list(from_items(BoardPlace, items))

    async def _renamed(self, user_id: str, before: Wallet, after: Wallet) -> dict[str, Operation]:
        """By board: those that can be seen now, with the new name."""
        shown = {"name": after.shown_as, "overtakes": after.overtakes}
        if shown == {"name": before.shown_as, "overtakes": before.overtakes}:
            return {}
        newest = sorted(await self._places(user_id), key=lambda one: one.board, reverse=True)
        renamed = (one.model_copy(update=shown) for one in newest[:_TOGETHER])
        leave = () if after.overtakes else (OvertakeKey,)
        return {
            one.board: change(BoardPlace, _key(one), shown, enter=[*wanting(one)], leave=leave)
            for one in renamed
        }

    async def _write(
        self, user_id: str, before: Wallet | None, after: Wallet, more: Iterable[Operation]
    ) -> bool:
        known = before or Wallet()
        unchanged: Condition = ABSENT if before is None else eq("changes", known.changes)
        counted = after.model_copy(update={"changes": known.changes + 1})
        wallet = rewrite(counted, WalletKey(user_id), when=unchanged)
        try:
            await self._table.transact([Check(UserKey(user_id).key, PRESENT), wallet, *more])
        except ConditionFailed:
            return False
        return True


def _names_on(scope: str) -> str:
    """Where names differ: on all boards of a scope."""
    return f"board:{scope}"


def _is_of(one: BoardPlace, scope: str) -> bool:
    return one.board.rpartition(":")[0] == scope


def _key(one: BoardPlace) -> BoardPlaceKey:
    return BoardPlaceKey(one.user, one.board)


def _restless() -> Throttled:
    return Throttled("the wallet keeps changing under our hands; try again in a moment")
