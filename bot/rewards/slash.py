"""`/points`, `/achievements` and `/leaderboard`."""

from typing import Any

from discord import app_commands

from bot.rewards import requests, usecases, view
from bot.slash.acting import act, known_visit, respond, visit
from bot.slash.answers import Interaction
from bot.slash.errors import Suggestions, suggesting
from bot.slash.guilds import set_up_here
from bot.slash.options import SHARE, Name
from bot.slash.part import SlashPart, paged
from bot.slash.suggestions import choices
from tracker.rewards.boards import GLOBAL, BoardSpan
from tracker.servers.board_scopes import EVERYBODY, HERE, UNKNOWN_HERE

LEDGER_PER_PAGE = RANKS_PER_PAGE = 10
SCOPE = "Of whom: of this server where you are on one"
SCOPES = [
    app_commands.Choice(name=UNKNOWN_HERE.name, value=HERE),
    app_commands.Choice(name=EVERYBODY.name, value=GLOBAL),
]
SPANS = [app_commands.Choice(name=one.text, value=one.value) for one in BoardSpan]


@app_commands.describe(share=SHARE)
async def show_points(interaction: Interaction, *, share: bool = False) -> None:
    """Show your points, your level, your coins, and what gave them"""
    await act(
        interaction,
        usecases.show_points,
        requests.ShowPoints(limit=LEDGER_PER_PAGE),
        view.points,
        share=share,
    )


@app_commands.describe(share=SHARE)
async def show_achievements(interaction: Interaction, *, share: bool = False) -> None:
    """Show what you have achieved, and what there is still to achieve"""
    ask = requests.ListAchievements(page=0)
    await act(interaction, usecases.list_achievements, ask, view.achievements, share=share)


points: app_commands.Command[Any, ..., None] = app_commands.command(name="points")(show_points)
achievements: app_commands.Command[Any, ..., None] = app_commands.command(name="achievements")(
    show_achievements
)


class LeaderboardCommands(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(name="leaderboard", description="See who has most points, if they want to be seen")

    @app_commands.command()
    @app_commands.describe(scope=SCOPE, when="Since when: all time, unless you say", share=SHARE)
    @app_commands.choices(scope=SCOPES, when=SPANS)
    async def show(
        self,
        interaction: Interaction,
        scope: str | None = None,
        when: str = BoardSpan.ALL.value,
        *,
        share: bool = False,
    ) -> None:
        """Show who is ahead, and where you stand"""
        ask = requests.ShowLeaderboard(span=when, scope=scope, limit=RANKS_PER_PAGE)
        await act(interaction, usecases.show_leaderboard, ask, view.board, share=share)

    @app_commands.command()
    @app_commands.describe(
        scope=SCOPE,
        overtakes="Whether to tell you when somebody gets ahead of you",
    )
    @app_commands.choices(scope=SCOPES)
    async def join(
        self,
        interaction: Interaction,
        scope: str | None = None,
        overtakes: bool | None = None,  # noqa: FBT001 - an option of the command
    ) -> None:
        """Be seen on a leaderboard, under your name on Discord"""
        here = await visit(interaction)
        if scope != GLOBAL and here.guild is not None:
            await set_up_here(interaction)
        ask = requests.JoinLeaderboard(scope=scope, overtakes=overtakes)
        await respond(interaction, here, view.membership(here, await usecases.join_leaderboard(here, ask)))

    @app_commands.command()
    @app_commands.describe(of="Which one: of this server where you are on one")
    async def leave(self, interaction: Interaction, of: Name | None = None) -> None:
        """Be seen on a leaderboard no longer"""
        await act(
            interaction, usecases.leave_leaderboard, requests.LeaveLeaderboard(scope=of), view.membership
        )

    @leave.autocomplete("of")
    @suggesting
    async def suggest_boards(self, interaction: Interaction, current: str) -> Suggestions:
        here, wanted = await known_visit(interaction), current.strip().casefold()
        mine = [] if here is None else await usecases.joined_boards(here)
        return choices((one.name, one.key) for one in mine if wanted in one.name.casefold())


def _points(number: int, _: str) -> requests.ShowPoints:
    return requests.ShowPoints(limit=LEDGER_PER_PAGE, page=number)


def _achievements(number: int, _: str) -> requests.ListAchievements:
    return requests.ListAchievements(page=number)


def _board(number: int, about: str) -> requests.ShowLeaderboard:
    span, _, scope = about.partition("/")
    return requests.ShowLeaderboard(span=span, scope=scope, limit=RANKS_PER_PAGE, page=number)


SLASH = SlashPart(
    commands=(points, achievements, LeaderboardCommands),
    lists={
        view.POINTS: paged(_points, usecases.show_points, view.points),
        view.ACHIEVEMENTS: paged(_achievements, usecases.list_achievements, view.achievements),
        view.BOARD: paged(_board, usecases.show_leaderboard, view.board),
    },
)
