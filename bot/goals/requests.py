"""What can be asked of goals."""

from pydantic import Field, StrictFloat, StrictInt

from bot.documents import Ask
from bot.goal_parts.requests import PartsOptions
from bot.series import ShowSeries
from tracker.goals.model import Frequency
from tracker.goals.pace.gains import Period


class AddGoal(PartsOptions, frozen=True):
    goal: str | None = None
    """`99 wc by 1 march`, `500 zulrah kc`, `Zezima base 70`; without it, its title makes a goal of parts."""
    character: str | None = None
    """Whose it is; who follows only one need not say it."""
    by: str | None = Field(default=None, description='Until when: 2027-03-01, "1 march", "in 6 weeks"')
    frequency: Frequency = Field(default=Frequency.DAILY, description="How often to tell you")
    channel: str | None = Field(default=None, description="Where to tell you first: sms, email, webhook, …")


class EditGoal(PartsOptions, frozen=True):
    goal: str
    new: str | None = None
    progress: str | StrictInt | StrictFloat | None = Field(
        default=None, description="Of a goal of parts: how far it is, as you say; `none` takes that back"
    )
    by: str | None = Field(default=None, description="Until when; `none` takes the date away")
    frequency: Frequency | None = Field(default=None, description="How often to tell you")
    channel: str | None = Field(
        default=None, description="Where to tell you first; `default` is your own order"
    )


class NameGoal(Ask, frozen=True):
    goal: str
    """Its id, how that begins, or what it is about."""
    exact: bool = False
    """Whether it is an id: what is gone must not lead to another whose id begins alike."""


class OfCharacter(Ask, frozen=True):
    character: str | None = None
    exact: bool = False
    """Whether that is an id."""
    page: int | None = None
    """From 0; without it, all of them."""


class ListGoals(OfCharacter, frozen=True):
    archived: bool = Field(
        default=False, validation_alias="all", description="Include what is archived or over"
    )


class OfDays(Ask, frozen=True):
    first: str | None = Field(
        default=None, validation_alias="from", description="From this day on: 2027-03-01, monday, 7 days ago"
    )
    last: str | None = Field(default=None, validation_alias="to", description="To the end of this day")


class ShowGains(OfCharacter, OfDays, frozen=True):
    goal: str | None = None
    character: str | None = Field(
        default=None, description="All that moved of this character, with or without a goal"
    )
    either: str | None = None
    """A goal or a character."""
    period: Period | None = Field(default=None, description="This period only")


class ShowGainsOfDays(ShowGains, frozen=True):
    """Where somebody is asked which days they mean."""

    first: str = Field(
        validation_alias="from", description="From this day on: 2027-03-01, monday, 7 days ago"
    )


class ShowHistory(OfDays, frozen=True):
    goal: str
    limit: int | None = Field(default=None, ge=1, description="The newest so many")


class ShowGoalSeries(ShowSeries, frozen=True):
    goal: str
