"""Those who want to hear when somebody gets ahead of them on a board.

They are asked for along with all else that a completion depends on, by the points that the person had when
last seen: so nobody has to wait for them once more.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tracker.habits.model import BoardPlace
from tracker.store.entity import from_items
from tracker.store.index_keys import OvertakeKey
from tracker.store.query import Page, Query
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


def rivals_of(low: int, high: int, answer: Page) -> Rivals:
    return Rivals(low, high, list(from_items(BoardPlace, answer.items)), answer.cursor is None)


async def rivals_between(table: Table, board: str, low: int, high: int) -> Rivals:
    _, [answer] = await table.read((), [question(board, low, high)])
    return rivals_of(low, high, answer)
