"""Leaderboards: their names, and where a person stands on those that they joined."""

from collections.abc import Iterable, Iterator
from datetime import date
from enum import StrEnum
from functools import lru_cache

from tracker.ranking import place_on
from tracker.rewards.errors import BadSpan
from tracker.rewards.model import BoardPlace, Wallet
from tracker.store.conditions import ABSENT, eq
from tracker.store.entity import change, to_item
from tracker.store.index_keys import OvertakeKey
from tracker.store.key import IndexKeyOf
from tracker.store.keys import BoardPlaceKey
from tracker.store.table import Check, Operation, Put

GLOBAL = "global"
KEPT = 1024
"""The names of so many boards are remembered: all who stand on one ask for them."""
_ALL_TIME = ":all"


class BoardSpan(StrEnum):
    """Points of when, in the order of `names`."""

    ALL = "all"
    MONTH = "month"
    WEEK = "week"

    @property
    def text(self) -> str:
        return "all time" if self is BoardSpan.ALL else f"this {self}"

    def board(self, scope: str, day: date) -> str:
        """The board of a scope on that day."""
        return names(scope, day)[[*BoardSpan].index(self)]


def parse_span(text: str) -> BoardSpan:
    """`week`, `this week`, `all time`. Raises BadSpan."""
    for span in BoardSpan:
        if text.strip().casefold() in (span.value, span.text):
            return span
    raise BadSpan("Say all, month or week: of when the points are.")


def all_time(scope: str) -> str:
    return f"{scope}{_ALL_TIME}"


def scope_of(board: str) -> str:
    return board.rpartition(":")[0]


@lru_cache(KEPT)
def names(scope: str, day: date) -> tuple[str, str, str]:
    """The boards of a scope on which points of that day count: all time, its month, its week."""
    year, week, _ = day.isocalendar()
    return all_time(scope), f"{scope}:{day:%Y-%m}", f"{scope}:{year}-W{week:02}"


def title_of_board(board: str) -> str:
    """`the leaderboard of this week`; whose it is, is known where it is shown."""
    _, _, when = board.rpartition(":")
    span = "" if when == "all" else " of the week" if "W" in when else " of the month"
    return f"the leaderboard{span}"


def boards_of(scopes: Iterable[str], day: date) -> list[str]:
    return [name for scope in scopes for name in names(scope, day)]


def places(one: BoardPlace) -> Iterator[IndexKeyOf]:
    yield place_on(one.board, one.user, one.points)
    yield from wanting(one)


def wanting(one: BoardPlace) -> Iterator[OvertakeKey]:
    """Where it stands among those who want to hear of being overtaken: that is told of boards of all time."""
    if one.overtakes and one.board.endswith(_ALL_TIME):
        yield OvertakeKey(one.board, max(one.points, 0), one.user)


def new_place(user_id: str, wallet: Wallet, board: str, points: int) -> BoardPlace:
    return BoardPlace(
        user=user_id, board=board, points=points, name=wallet.shown_as, overtakes=wallet.overtakes
    )


def moved(user_id: str, wallet: Wallet, board: str, before: BoardPlace | None, by: int) -> Operation:
    """What moves a person on a board, unless somebody else has moved them since.

    Nothing is taken back where they do not stand: what was given before they joined never counted there.
    """
    key = BoardPlaceKey(user_id, board)
    if before is None and by < 0:
        return Check(key.key, ABSENT)
    if before is None:
        new = new_place(user_id, wallet, board, by)
        return Put(to_item(new, key, *places(new)), ABSENT)
    points, unchanged = before.points + by, eq("points", before.points)
    enter: list[IndexKeyOf] = [place_on(board, user_id, points)]
    if before.overtakes and board.endswith(_ALL_TIME):
        enter.append(OvertakeKey(board, max(points, 0), user_id))
    return change(BoardPlace, key, {"points": points}, enter=enter, when=unchanged)
