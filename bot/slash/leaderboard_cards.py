"""Cards of leaderboards: who is ahead, where oneself stands, and what it means to join one."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.names import NAME
from bot.page import Page
from bot.slash.cards import Card, Row, heading, separated, text
from bot.slash.looks import VIOLET
from bot.slash.texts import dotted, safe, small
from tracker.rewards.leaderboard import Rank
from tracker.words import count_of

RANKS_PER_PAGE = 10

_MEDALS = {
    1: "\N{FIRST PLACE MEDAL}",
    2: "\N{SECOND PLACE MEDAL}",
    3: "\N{THIRD PLACE MEDAL}",
}


class Board(NamedTuple):
    """A leaderboard as it is called, in safe words."""

    of: str
    """`this server`, `everybody`."""
    when: str
    """`all time`, `this month`, `this week`."""


def ranks_card(board: Board, page: Page[Rank], own: Rank | None, user: str, rows: Sequence[Row]) -> Card:
    """`own` is where the person stands, on this page or not; None where they did not join."""
    head = heading(f"\N{TROPHY} The leaderboard of {board.of}", board.when, large=True)
    if not page.items:
        lines = ["Nobody is on it yet."]
    else:
        lines = [_line(one, is_own=one.user == user) for one in page.items]
    return Card(*separated([head, text(*lines), text(*_below(page, own))]), colour=VIOLET, rows=rows)


def _below(page: Page[Rank], own: Rank | None) -> Iterator[str]:
    if own is None:
        yield small("You are not on it. `/leaderboard join` shows you there, under a name that you choose.")
    elif own.user not in {one.user for one in page.items}:
        yield _line(own, is_own=True)
    else:
        yield small("`/leaderboard leave` takes you off it.")


def _line(rank: Rank, *, is_own: bool) -> str:
    place = _MEDALS.get(rank.number, f"{rank.number:,}\\.")
    name = safe(rank.name or "Somebody", NAME)
    shown = f"**{name}** (you)" if is_own else name
    return dotted([f"{place} {shown}", count_of(rank.points, "point")])


def joined_card(board: str, name: str, *, overtakes: bool) -> Card:
    """`board` is safe already, the name is not."""
    told = "are told" if overtakes else "are not told"
    return Card(
        heading(f"You are on the leaderboard of {board}"),
        text(
            f"Everybody there sees you as **{safe(name, NAME)}**, with your points, and nothing else of you.",
            f"You {told} when somebody gets ahead of you: `overtakes` of `/leaderboard join` says which.",
            small("You are called the same on all leaderboards. `/leaderboard leave` takes you off."),
        ),
        colour=VIOLET,
    )


def left_card(board: str) -> Card:
    return Card(heading(f"You are not on the leaderboard of {board} any more"))
