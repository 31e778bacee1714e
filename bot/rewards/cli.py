"""`questlog points`, `achievements` and `leaderboard`."""

import click

from bot.cli.acting import Acting, acting
from bot.cli.asking import asking
from bot.rewards import usecases, view
from bot.rewards.requests import (
    JoinLeaderboard,
    LeaveLeaderboard,
    ListAchievements,
    ShowLeaderboard,
    ShowPoints,
)

FEW = 10
"""Lines of the ledger that people see, unless they ask for more."""


@click.command()
@asking(ShowPoints, few=FEW)
def points(act: Acting, ask: ShowPoints) -> None:
    """Show your points and level, and what gave them."""
    act(usecases.show_points, ask, view.points)


@click.command()
@acting
def achievements(act: Acting) -> None:
    """Show what you achieved, and what is to come."""
    act(usecases.list_achievements, ListAchievements(), view.achievements)


@click.group()
def leaderboard() -> None:
    """See who is ahead by points, and join or leave the board."""


@leaderboard.command(name="show")
@asking(ShowLeaderboard)
def show_(act: Acting, ask: ShowLeaderboard) -> None:
    """Show who is ahead, and where you stand."""
    act(usecases.show_leaderboard, ask, view.board)


@leaderboard.command()
@asking(JoinLeaderboard, "name")
def join(act: Acting, ask: JoinLeaderboard) -> None:
    """Stand on the board, with all your points so far.

    NAME is what others see there. Joining again changes it.
    """
    act(usecases.join_leaderboard, ask, view.membership)


@leaderboard.command()
@asking(LeaveLeaderboard)
def leave(act: Acting, ask: LeaveLeaderboard) -> None:
    """Leave the board; your points stay."""
    act(usecases.leave_leaderboard, ask, view.membership)
