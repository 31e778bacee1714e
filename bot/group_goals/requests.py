"""What can be asked of group goals."""

from pydantic import Field

from bot.documents import Ask
from tracker.challenge.model import WhoMayJoin

MOST_SHARES = 100


class AddGroupGoal(Ask, frozen=True):
    name: str
    aim: str
    """What is wanted of all together: `1b xp`; or of each: `20 days each`."""
    until: str = Field(description="The last day: 30 june, in 4 weeks, end of month")
    starts: str | None = Field(
        default=None,
        validation_alias="from",
        description="The first day: next monday. Today unless you say",
    )
    zone: str | None = Field(
        default=None, description="The time zone in which days end: Europe/Berlin. Yours unless you say"
    )
    who: WhoMayJoin | None = Field(
        default=None, description="Who may join: those where it was set, or anybody who knows its id"
    )


class NameGroupGoal(Ask, frozen=True):
    goal: str | None = None
    """Its name, a part of that, or its id; where only one can be meant, it need not be said."""


class ShowGroupGoal(NameGroupGoal, frozen=True):
    limit: int = Field(default=10, ge=1, le=MOST_SHARES, description="How many people")
    page: int = Field(default=0, ge=0)


class JoinGroupGoal(NameGroupGoal, frozen=True):
    character: str | None = Field(default=None, description="For xp and kills: the character you join with")
    metric: str | None = Field(default=None, description="For numbers: the metric you join with")
    habit: str | None = Field(default=None, description="Of days: the habit that adds")
    name: str | None = Field(
        default=None, validation_alias="as", description="What others see; your name on boards unless you say"
    )


class EditGroupGoal(NameGroupGoal, frozen=True):
    """Only what is said is changed."""

    name: str | None = Field(default=None, description="Its new name")
    aim: str | None = Field(default=None, description="How much is wanted now: 2b xp")
    until: str | None = Field(default=None, description="The last day: 31 july")
    who: WhoMayJoin | None = Field(
        default=None, description="Who may join: those where it was set, or anybody who knows its id"
    )
