"""`questlog leaderboard show|join|leave`: who is ahead by points, among those who chose to be seen."""

from collections.abc import Sequence
from typing import NamedTuple

import click

from bot.cli.ending import json_option
from bot.cli.invocation import Invocation
from bot.cli.person import Desk, at_desk, person_option
from bot.cli.screen import answer, plain, say, show
from bot.exits import Exit, Refusal
from tracker.accounts.identity import Identity
from tracker.accounts.model import User
from tracker.habits.model import Wallet
from tracker.rewards.boards import GLOBAL, names
from tracker.rewards.leaderboard import Rank
from tracker.rewards.wallet import wallet_of
from tracker.words import count_of

SPANS = ("all", "month", "week")
"""In the order in which a scope's boards are named."""
_MOST = 100
_TITLES = {"all": "all time", "month": "this month", "week": "this week"}


class Board(NamedTuple):
    """What is to be seen of a board, and where the person stands on it."""

    span: str
    top: Sequence[Rank]
    own: Rank | None
    joined: bool


@click.group()
def leaderboard() -> None:
    """See who is ahead by points, and join or leave the board."""


@leaderboard.command(name="show")
@click.option("--span", type=click.Choice(SPANS), default="all", show_default=True, help="Points of when.")
@click.option("--limit", type=click.IntRange(1, _MOST), default=10, show_default=True)
@person_option
@json_option
@click.pass_obj
def show_(invocation: Invocation, wanted: Identity, span: str, limit: int, *, as_json: bool) -> None:
    """Show who is ahead, and where you stand."""

    async def look(desk: Desk) -> Board:
        return await board_of(desk, await desk.person(wanted), span, limit)

    found = at_desk(invocation, look)
    if as_json:
        answer(as_data(found))
    else:
        show_board(found)


async def board_of(desk: Desk, user: User, span: str, limit: int) -> Board:
    board = [*names(GLOBAL, desk.habits.today(user))][SPANS.index(span)]
    wallet = await wallet_of(desk.table, user.id)
    return Board(
        span=span,
        top=await desk.leaderboard.top(board, limit),
        own=await desk.leaderboard.rank(board, user.id),
        joined=GLOBAL in wallet.boards,
    )


def as_data(board: Board) -> dict[str, object]:
    """The answer of `--json`, described in docs/cli.md."""
    return {
        "span": board.span,
        "joined": board.joined,
        "top": [{**rank_data(one), "you": is_own(board, one)} for one in board.top],
        "you": board.own and rank_data(board.own),
    }


def rank_data(rank: Rank) -> dict[str, object]:
    return {"rank": rank.number, "name": rank.name, "points": rank.points}


def is_own(board: Board, rank: Rank) -> bool:
    return board.own is not None and rank.user == board.own.user


def show_board(board: Board) -> None:
    from rich.table import Table  # noqa: PLC0415 - only people need it
    from rich.text import Text  # noqa: PLC0415

    show(Text(f"Leaderboard, {_TITLES[board.span]}", "bold"))
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for justify in ("right", "left", "right"):
        table.add_column(justify=justify)
    outside = board.own is not None and not any(is_own(board, one) for one in board.top)
    for one in (*board.top, *([board.own] if board.own and outside else [])):
        style = "bold" if is_own(board, one) else ""
        you = " (you)" if is_own(board, one) else ""
        cells = (f"{one.number:,}", f"{plain(one.name)}{you}", count_of(one.points, "point"))
        table.add_row(*(Text(cell, style) for cell in cells))
    show(table)
    if not board.top:
        say("Nobody is on it yet.")
    if not board.joined:
        say("You are not on it; it shows only who joined: questlog leaderboard join NAME")
    elif board.own is None:
        say("You have no points in that time yet.")


@leaderboard.command()
@click.argument("words", nargs=-1, metavar="[NAME]")
@click.option(
    "--overtakes/--no-overtakes", default=None, help="Whether you are told when somebody gets ahead of you."
)
@person_option
@json_option
@click.pass_obj
def join(
    invocation: Invocation,
    wanted: Identity,
    words: tuple[str, ...],
    *,
    overtakes: bool | None,
    as_json: bool,
) -> None:
    """Stand on the board, with all your points so far.

    NAME is what others see there. Joining again changes it.
    """

    async def enter(desk: Desk) -> tuple[Wallet, Board]:
        user = await desk.person(wanted)
        name = chosen_name(" ".join(words), user, await wallet_of(desk.table, user.id))
        today = desk.habits.today(user)
        await desk.leaderboard.join(user.id, GLOBAL, today, name=name, overtakes=overtakes)
        return await wallet_of(desk.table, user.id), await board_of(desk, user, "all", 1)

    wallet, board = at_desk(invocation, enter)
    if as_json:
        you = board.own and rank_data(board.own)
        answer({"joined": True, "name": wallet.shown_as, "overtakes": wallet.overtakes, "you": you})
        return
    where = f", number {board.own.number:,} with {count_of(board.own.points, 'point')}" if board.own else ""
    say(f"You are on the leaderboard as {plain(wallet.shown_as)}{where}.")
    if not wallet.overtakes:
        say("To be told when somebody gets ahead of you: questlog leaderboard join --overtakes")


def chosen_name(text: str, user: User, wallet: Wallet) -> str:
    """What was typed, what the person is called there already, or their nickname."""
    if found := text.strip() or wallet.shown_as or user.nickname:
        return found
    raise Refusal(
        "what are you called there? Others see that name: questlog leaderboard join NAME",
        code="name_missing",
        exit_code=Exit.USAGE,
    )


@leaderboard.command()
@person_option
@json_option
@click.pass_obj
def leave(invocation: Invocation, wanted: Identity, *, as_json: bool) -> None:
    """Stand on the board no longer; your points stay."""

    async def go(desk: Desk) -> bool:
        user = await desk.person(wanted)
        joined = GLOBAL in (await wallet_of(desk.table, user.id)).boards
        await desk.leaderboard.leave(user.id, GLOBAL)
        return joined

    was_there = at_desk(invocation, go)
    if as_json:
        answer({"joined": False, "wasJoined": was_there})
    else:
        say("You are off the leaderboard; your points stay." if was_there else "You are not on it.")
