"""`questlog points`, `achievements` and `leaderboard`."""

import click

from bot.cli.acting import Act, acting
from bot.rewards import requests, usecases, view

FEW = 10
"""Lines of the ledger that people see, unless they ask for more."""

scope = click.option("--of", "scope", metavar="SERVER", help="The board of a server that you joined.")


@click.command()
@click.option("--limit", type=click.IntRange(min=0), help="So many lines of the ledger, the newest.")
@acting
def points(act: Act, limit: int | None) -> None:
    """Show your points and level, and what gave them."""
    most = limit if limit is not None or act.as_json else FEW
    act(usecases.show_points, requests.ShowPoints(limit=most), view.points)


@click.command()
@acting
def achievements(act: Act) -> None:
    """Show what you achieved, and what is to come."""
    act(usecases.list_achievements, requests.ListAchievements(), view.achievements)


@click.group()
def leaderboard() -> None:
    """See who is ahead by points, and join or leave the board."""


@leaderboard.command(name="show")
@click.option("--span", default="all", metavar="all|month|week", help="Points of when.")
@click.option("--limit", type=click.IntRange(1, 100), default=10, show_default=True)
@scope
@acting
def show_(act: Act, span: str, limit: int, scope: str | None) -> None:
    """Show who is ahead, and where you stand."""
    act(usecases.show_leaderboard, requests.ShowLeaderboard(span=span, limit=limit, scope=scope), view.board)


@leaderboard.command()
@click.argument("words", nargs=-1, metavar="[NAME]")
@click.option(
    "--overtakes/--no-overtakes", default=None, help="Whether you are told when somebody gets ahead of you."
)
@acting
def join(act: Act, words: tuple[str, ...], *, overtakes: bool | None) -> None:
    """Stand on the board, with all your points so far.

    NAME is what others see there. Joining again changes it.
    """
    ask = requests.JoinLeaderboard(name=" ".join(words) or None, overtakes=overtakes)
    act(usecases.join_leaderboard, ask, view.membership)


@leaderboard.command()
@scope
@acting
def leave(act: Act, scope: str | None) -> None:
    """Stand on the board no longer; your points stay."""
    act(usecases.leave_leaderboard, requests.LeaveLeaderboard(scope=scope), view.membership)
