"""A page of the logbook with its entries, and what is kept of the whole, as the table has them.

What people write, and how they felt, is printed nowhere: none of it is in a repr.
"""

import re
from datetime import date, time
from enum import StrEnum
from typing import Literal

from pydantic import Field

from tracker.store.entity import Entity, Instant, StoredValue
from tracker.store.keys import LogbookKey, LogbookStateKey

LONGEST_TITLE, LONGEST_ENTRY, LONGEST_PAGE = 100, 4000, 20_000
MOST_ENTRIES, MOST_LINKS = 100, 20
LEAST_ENERGY, MOST_ENERGY = 1, 10
EVENING = "evening"
"""The id of the entry that answers the evening question: there is one a day at most."""

_TAG = re.compile(r"(?<!\S)#(?P<tag>[^\W_][\w-]{0,39})")


class Mood(StrEnum):
    LOW = "Low"
    STEADY = "Steady"
    HIGH = "High"

    @property
    def score(self) -> int:
        """-1, 0 or 1."""
        return [*Mood].index(self) - 1


class LogEntry(StoredValue, frozen=True):
    """A text, a mood, an energy, or any of these."""

    id: str
    at: Instant
    time: time
    """Of the day, by the person's clocks when it was written."""
    written_on: date | None = None
    """The day of the person on which it was written, where that is not the day of the page."""
    text: str = Field(default="", repr=False)
    """In Markdown."""
    mood: Mood | None = Field(default=None, repr=False)
    energy: int | None = Field(default=None, repr=False)

    @property
    def is_empty(self) -> bool:
        return not self.text and self.mood is None and self.energy is None


class LinkKind(StrEnum):
    TASK = "task"
    GOAL = "goal"
    HABIT = "habit"
    PROJECT = "project"

    @property
    def field(self) -> str:
        """Of the links of a page."""
        return f"{self.value}_ids"


class Links(StoredValue, frozen=True):
    """The ids of what a page is about."""

    task_ids: tuple[str, ...] = ()
    goal_ids: tuple[str, ...] = ()
    habit_ids: tuple[str, ...] = ()
    project_ids: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        return len((*self.task_ids, *self.goal_ids, *self.habit_ids, *self.project_ids))


class LogbookPage(Entity, frozen=True):
    type: Literal["logbook"] = "logbook"
    user: str
    day: date
    title: str | None = Field(default=None, repr=False)
    entries: tuple[LogEntry, ...] = Field(default=(), repr=False)
    """In the order in which they were written."""
    mood: Mood | None = Field(default=None, repr=False)
    """Of the day: the last that was said. So is the energy."""
    energy: int | None = Field(default=None, repr=False)
    links: Links = Links()
    revision: int = 1
    created_at: Instant

    @property
    def key(self) -> LogbookKey:
        return LogbookKey(self.user, self.day)

    @property
    def length(self) -> int:
        """Of all that is written on it, in characters."""
        return sum(len(one.text) for one in self.entries)

    @property
    def tags(self) -> tuple[str, ...]:
        """The words with a `#` in front, each once."""
        found = dict[str, str]()
        for tag in (tag for one in self.entries for tag in _TAG.findall(one.text)):
            found.setdefault(tag.casefold(), tag)
        return (*found.values(),)


class WrittenEntry(StoredValue, frozen=True):
    """An entry that can be taken back."""

    day: date
    entry: str
    at: Instant


class LogbookState(Entity, frozen=True):
    """What is kept of the logbook as a whole."""

    type: Literal["logbookState"] = "logbookState"
    written: tuple[WrittenEntry, ...] = ()
    """What `undo` means, the newest last."""
    prompt: time | None = None
    """When the person wants to be asked, every day by their clocks."""
    revision: int = 1

    @staticmethod
    def key_of(user_id: str) -> LogbookStateKey:
        return LogbookStateKey(user_id)
