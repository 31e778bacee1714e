"""What happens to a person, for those who watch: pages that are open, and programs that follow along."""

from datetime import date, timedelta
from enum import StrEnum
from typing import Literal, Protocol

from tracker.readings import Number
from tracker.store.entity import Entity, Instant

KEPT = timedelta(days=3)
"""How long what happened can be read, and for how long it is written after somebody watched."""


class HappeningKind(StrEnum):
    """What it happened to."""

    HABIT = "habit"
    TASK = "task"
    METRIC = "metric"
    GOAL = "goal"
    MESSAGE = "message"


class Happening(Entity, frozen=True):
    """One thing that happened. Its key has its id, and the id the order."""

    type: Literal["happening"] = "happening"
    id: str
    at: Instant
    kind: HappeningKind
    thing: str
    """The id of the habit, the task, …"""
    name: str
    what: str
    """A word for programs: `done`, `logged`, `moved`, `delivered`."""
    value: Number | None = None
    """What a number is now."""
    day: date | None = None
    ttl: int


class NewestHappening(Entity, frozen=True):
    """Which one came last: of many people who watch, this alone is asked for."""

    type: Literal["newestHappening"] = "newestHappening"
    id: str
    ttl: int


class WatchedPerson(Protocol):
    """A person, as far as whoever writes what happens has to know one."""

    @property
    def id(self) -> str: ...
    @property
    def watched_until(self) -> Instant | None: ...
