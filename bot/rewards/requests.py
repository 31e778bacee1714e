"""What can be asked about points, achievements and leaderboards."""

from typing import Annotated

from pydantic import Field

from bot.documents import Ask

Page = Annotated[int, Field(ge=0, le=10**6)]
"""From 0."""


class ShowPoints(Ask, frozen=True):
    limit: int | None = Field(default=None, ge=0, description="So many lines of the ledger, the newest")
    page: Page = 0


class ListAchievements(Ask, frozen=True):
    page: Page | None = None
    """Without it, all of them."""


class ShowLeaderboard(Ask, frozen=True):
    span: str = Field(default="all", description="Points of when: all, month or week")
    scope: str | None = Field(
        default=None, validation_alias="of", description="The board of a server that you joined, or everybody"
    )
    """`here` is the server where they ask. Without it, the board of that server, else everybody's."""
    limit: int = Field(default=10, ge=1, le=100, description="How many people")
    page: Page = 0


class JoinLeaderboard(Ask, frozen=True):
    scope: str | None = None
    name: str | None = None
    """What others see."""
    overtakes: bool | None = Field(default=None, description="Hear when somebody gets ahead of you")


class LeaveLeaderboard(Ask, frozen=True):
    scope: str | None = Field(
        default=None, validation_alias="of", description="The board of a server that you joined"
    )
