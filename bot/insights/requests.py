"""What can be asked of insights."""

from pydantic import Field

from bot.documents import Ask


class ShowInsights(Ask, frozen=True):
    now: bool = Field(default=False, description="Look at your numbers now, and not only once a week")


class HideInsight(Ask, frozen=True):
    insight: str
    """Its place in the list, or its id."""


class TellInsights(Ask, frozen=True):
    tell: bool
    """Whether what is new comes as a message, one a week at most."""
