"""What can be asked of goals."""

from pydantic import Field

from bot.documents import Ask
from tracker.goals.model import Frequency
from tracker.goals.pace.gains import Period


class AddGoal(Ask, frozen=True):
    goal: str
    """`99 wc by 1 march`, `500 zulrah kc`, `Zezima base 70`."""
    character: str | None = None
    """Whose it is; who follows only one need not say it."""
    by: str | None = None
    frequency: Frequency = Frequency.DAILY
    channel: str | None = None
    """Where to tell about it first."""


class EditGoal(Ask, frozen=True):
    goal: str
    new: str | None = None
    by: str | None = None
    """`none` takes the date away."""
    frequency: Frequency | None = None
    channel: str | None = None
    """`default` is the person's own order."""


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
    archived: bool = False
    """Archived ones, too."""


class OfDays(Ask, frozen=True):
    first: str | None = Field(default=None, validation_alias="from")
    last: str | None = Field(default=None, validation_alias="to")
    """Included."""


class ShowGains(OfCharacter, OfDays, frozen=True):
    goal: str | None = None
    either: str | None = None
    """A goal or a character."""
    period: Period | None = None
    """All of them, unless it is said."""


class ShowHistory(OfDays, frozen=True):
    goal: str
    limit: int | None = Field(default=None, ge=1)
    """The newest."""
