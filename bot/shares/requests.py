"""What can be asked about links for strangers."""

from pydantic import Field

from bot.documents import Ask
from tracker.shares.model import Shareable

NAMED = "Show your name beside it: the one that others see"


class ShareThing(Ask, frozen=True):
    """A thing to be seen by a link, by its name or id."""

    kind: Shareable
    thing: str = ""
    """Of the leaderboard of the server where they ask, nothing."""
    named: bool = Field(default=False, description=NAMED)
    exact: bool = False
    """Whether `thing` is an id, and nothing else will do: what is gone must not lead to another."""


class NameShareLink(Ask, frozen=True):
    link: str
    """Its id, or how that begins."""
