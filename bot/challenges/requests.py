"""What can be asked of challenges."""

from pydantic import Field

from bot.documents import Ask
from tracker.challenge.model import Counted, WhoMayJoin

MOST_RANKS = 1000
"""So far down people can look; everybody sees where they stand themselves."""


class CreateChallenge(Ask, frozen=True):
    name: str
    counts: Counted | None = Field(
        default=None,
        description="Commits on GitHub (unless you say), xp of a character, kills of a boss, or days on which"
        " habits were done",
    )
    only: str | None = Field(
        default=None, description="The one skill or boss that counts: woodcutting, zulrah"
    )
    threshold: int = Field(default=1, description="How much makes a good week")
    zone: str | None = Field(
        default=None, description="The time zone in which weeks end: Europe/Berlin. Yours unless you say"
    )
    starts: str | None = Field(default=None, description="The first day: next monday. Today unless you say")
    ends: str | None = Field(default=None, description="The last day: in 3 months. Without one it goes on")
    who: WhoMayJoin = Field(
        default=WhoMayJoin.SERVER,
        description="Who may join: those where it was set up, or anybody who knows its id",
    )


class NameChallenge(Ask, frozen=True):
    challenge: str | None = None
    """Its name, a part of that, or its id; where only one can be meant, it need not be said."""


class JoinChallenge(NameChallenge, frozen=True):
    name: str | None = Field(
        default=None, validation_alias="as", description="What others see; your name on boards unless you say"
    )
    github: str | None = Field(default=None, description="Whose commits count: your account on GitHub")
    check: bool | None = None
    """Whether the code has to be on GitHub. Without a word it is looked for, and told where it is not there;
    with false nobody looks."""
    character: str | None = Field(default=None, description="Whose xp or kills count")
    habit: str | None = Field(default=None, description="Which habit counts; all of them unless you say")


class EditChallenge(NameChallenge, frozen=True):
    """Only what is said is changed."""

    name: str | None = Field(default=None, description="Its new name")
    threshold: int | None = Field(default=None, description="How much makes a good week, from this week on")
    starts: str | None = Field(default=None, description="The first day, if it has not begun")
    ends: str | None = Field(default=None, description='The last day: in 3 months; "never" takes it away')
    who: WhoMayJoin | None = Field(
        default=None, description="Who may join: those where it was set up, or anybody who knows its id"
    )


class ShowStandings(NameChallenge, frozen=True):
    week: str | None = Field(default=None, description='2026-W46 or "last week"; this week unless you say')
    limit: int = Field(default=10, ge=1, le=100, description="How many people")
    page: int = Field(default=0, ge=0)


class ShowWeeks(NameChallenge, frozen=True):
    limit: int | None = Field(default=None, ge=1, description="The last so many weeks only")
    page: int = Field(default=0, ge=0)


class RebuildChallenges(NameChallenge, frozen=True):
    everything: bool = Field(
        default=False, validation_alias="all", description="Of everybody's challenges that are not over"
    )
