"""What can be asked about points, achievements and leaderboards."""

from typing import Annotated

from pydantic import Field

from bot.documents import Ask

Page = Annotated[int, Field(ge=0, le=10**6)]
"""From 0."""


class ShowPoints(Ask, frozen=True):
    limit: Annotated[int, Field(ge=0)] | None = None
    """So many lines of the ledger on a page, the newest first; all of them where it is not said."""
    page: Page = 0


class ListAchievements(Ask, frozen=True):
    page: Page | None = None
    """Without it, all of them."""


class ShowLeaderboard(Ask, frozen=True):
    span: str = "all"
    """`all`, `month` or `week`."""
    scope: str | None = None
    """`everybody`, `here`, or the name of a server whose board the person joined. Without it, that of the
    server where they ask, else everybody's."""
    limit: Annotated[int, Field(ge=1, le=100)] = 10
    page: Page = 0


class JoinLeaderboard(Ask, frozen=True):
    scope: str | None = None
    name: str | None = None
    """What others see."""
    overtakes: bool | None = None
    """Whether to hear when somebody gets ahead."""


class LeaveLeaderboard(Ask, frozen=True):
    scope: str | None = None
