"""Those who want to hear when somebody gets ahead of them on a board.

They are asked for along with all else that a completion depends on, by the points that the person had when
last seen: so nobody has to wait for them once more.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tracker.rewards.boards import all_time
from tracker.rewards.model import BoardPlace, Wallet
from tracker.store.conditions import holds
from tracker.store.entity import PRESENT, from_items
from tracker.store.index_keys import OvertakeKey
from tracker.store.keys import UserKey
from tracker.store.query import Query, QueryPage
from tracker.store.table import Table

MOST_TOLD = 5
"""So many hear of it at once, and no more."""
REACH = 100
"""Points that a completion hardly ever gives, and the one before it together with it seldom."""


class Rivals(NamedTuple):
    """On one board, with as many points as the first number and fewer than the second."""

    low: int
    high: int
    places: Sequence[BoardPlace]
    are_all: bool

    def between(self, low: int, high: int) -> list[BoardPlace] | None:
        """None where that is not known."""
        if not self.are_all or low < self.low or high > self.high:
            return None
        return [one for one in self.places if low <= one.points < high]


def question(board: str, low: int, high: int) -> Query:
    """For the first few of them. The index may lag."""
    some = OvertakeKey.between(max(low, 0), max(high, 0), board=board)
    return Query(some.pk, lo=some.lo, hi=some.hi, index=some.index, limit=MOST_TOLD)


def rivals_of(low: int, high: int, answer: QueryPage) -> Rivals:
    return Rivals(low, high, list(from_items(BoardPlace, answer.items)), answer.cursor is None)


async def rivals_between(table: Table, board: str, low: int, high: int) -> Rivals:
    _, [answer] = await table.read((), [question(board, low, high)])
    return rivals_of(low, high, answer)


async def overtaken(  # noqa: PLR0917 - who, with what, and who is around
    table: Table,
    user_id: str,
    wallet: Wallet,
    points: int,
    places: Mapping[str, BoardPlace],
    rivals: Mapping[str, Rivals],
) -> list[BoardPlace]:
    """Who is behind the person after so many points more, on boards of all time, and wants to hear of it.

    `places` are the person's own, and `rivals` those that are known already, both by board.
    """
    found: dict[str, BoardPlace] = {}
    for board in map(all_time, wallet.boards) if points > 0 else ():
        own = places.get(board)
        before = own.points if own else 0
        for one in await _passed(table, board, before, before + points, rivals.get(board)):
            ahead = (one.points, one.user) > (before, user_id)  # of two who are level one is ahead
            if one.user != user_id and ahead:
                found.setdefault(one.user, one)
    some = list(found.values())[:MOST_TOLD]
    present = await table.get_many([UserKey(one.user).key for one in some])
    return [one for one in some if holds(PRESENT, present.get(UserKey(one.user).key))]


async def _passed(
    table: Table, board: str, before: int, after: int, known: Rivals | None
) -> Sequence[BoardPlace]:
    found = known.between(before, after) if known else None
    return found if found is not None else (await rivals_between(table, board, before, after)).places
