"""What can be asked of challenges."""

from pydantic import Field

from bot.documents import Ask
from tracker.challenge.model import Counted, WhoMayJoin

MOST_RANKS = 1000
"""So far down people can look; everybody sees where they stand themselves."""


class CreateChallenge(Ask, frozen=True):
    name: str
    counts: Counted = Counted.COMMITS
    threshold: int = 1
    """So much makes a week a good one."""
    zone: str | None = None
    """By whose clocks weeks end; by those of its owner, where none is named."""
    starts: str | None = None
    ends: str | None = None
    """Days as people say them: `next monday`, `in 3 months`."""
    who: WhoMayJoin = WhoMayJoin.SERVER


class NameChallenge(Ask, frozen=True):
    challenge: str | None = None
    """Its name, a part of that, or its id; where only one can be meant, it need not be said."""


class JoinChallenge(NameChallenge, frozen=True):
    name: str | None = None
    """What others see."""
    github: str | None = None
    check: bool | None = None
    """Whether the code has to be on GitHub. Without a word it is looked for, and told where it is not there;
    with false nobody looks."""
    character: str | None = None
    habit: str | None = None


class ShowStandings(NameChallenge, frozen=True):
    week: str | None = None
    """`2026-W46`, `last week`; this one, where none is named."""
    limit: int = Field(default=10, ge=1, le=100)
    page: int = Field(default=0, ge=0)


class ShowWeeks(NameChallenge, frozen=True):
    limit: int | None = Field(default=None, ge=1)
    page: int = Field(default=0, ge=0)


class RebuildChallenges(NameChallenge, frozen=True):
    everything: bool = False
    """Of everybody's challenges that are not over."""
