"""What can be asked of all that somebody has: in the order of time, or by its words."""

from pydantic import Field

from bot.documents import Ask
from tracker.life.timeline import MOST


class ShowTimeline(Ask, frozen=True):
    kind: str | None = Field(
        default=None, description="Only these: goals, habits, tasks, projects, metrics, rewards, achievements"
    )
    since: str | None = Field(default=None, description="From this day on: monday, 1 march, 2027-03-01")
    until: str | None = Field(default=None, description="Up to this day")
    limit: int | None = Field(default=None, ge=1, le=MOST, description="So many, the newest")
    before: str | None = Field(default=None, description="What is older than this: `next` of the page before")


class ShowTimelineOfDays(ShowTimeline, frozen=True):
    """Where somebody is asked which days they mean."""

    since: str = Field(description="From this day on: monday, 1 march, 2027-03-01")


class FindThings(Ask, frozen=True):
    words: str
    """Words that it says somewhere, or a tag: `bank`, `@phone`, `tag:phone`."""
    kind: str | None = Field(default=None, description="Only these: tasks, goals, habits")
    limit: int | None = Field(default=None, ge=1, le=MOST, description="So many at most")
