"""What can be asked about the members of a server together."""

from pydantic import Field

from bot.documents import Ask
from tracker.goals.pace.gains import Period


class ShowMembers(Ask, frozen=True):
    period: Period = Period.WEEK
    page: int = Field(default=0, ge=0)


class ShowClan(ShowMembers, frozen=True):
    skill: str | None = None
    """A skill or a boss; all skills, or each of them, unless it is said."""


class ShowOneOfClan(ShowMembers, frozen=True):
    skill: str
