"""An insight, and what is remembered of a person's insights from one look to the next."""

import hashlib
from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from typing import Literal, NamedTuple

from pydantic import Field

from tracker.analysis.way import Way
from tracker.store.entity import Entity, Instant, StoredValue, from_items, stored_as
from tracker.store.keys import InsightBookKey, InsightKey
from tracker.store.values import Item

MOST_HIDDEN = 200
_HANDLE = 6


class InsightType(StrEnum):
    TREND = "trend"
    PATTERN = "pattern"
    ANOMALY = "anomaly"
    CORRELATION = "correlation"
    PREDICTION = "prediction"


class Insight(Entity, frozen=True):
    """Something that a person's numbers say, as it was when they were last looked at."""

    model_config = stored_as(kind="insightType")

    type: Literal["insight"] = "insight"
    kind: InsightType
    metric: str
    """The id of the metric that it is about, under which it lies."""
    other: str | None = None
    """Of two that go together: the metric or habit that comes first."""
    lag: int = 0
    """So many days before."""
    what: str = Field(repr=False)
    """The same for the same thing found again."""
    content: str = Field(repr=False)
    """As people read it. It may say something of their mood: never logged."""
    days: int
    """How many days with a value it follows from."""
    is_private: bool = False
    """Whether it is about mood or energy, which are said to nobody unasked."""
    cached_at: Instant
    expires_at: Instant
    ttl: int

    @property
    def handle(self) -> str:
        """How people call it, to hide it."""
        return handle_of(self.what)


def handle_of(what: str) -> str:
    return hashlib.sha256(what.encode()).hexdigest()[:_HANDLE]


class SeenPair(StoredValue, frozen=True):
    """Two numbers that went together when they were last looked at."""

    outcome: str
    driver: str
    rising: bool
    since: date
    """They did so in every look from this day on: what does not hold for a week is not told."""


class CurrentInsight(NamedTuple):
    """Where an insight of the last look lies."""

    metric: str
    kind: InsightType
    at: Instant

    @property
    def key(self) -> InsightKey:
        return InsightKey(self.metric, self.kind.value, self.at)


class InsightBook(Entity, frozen=True):
    """What a person chose, and what their numbers said last."""

    type: Literal["insightBook"] = "insightBook"
    tells: bool = False
    """Whether the person wants to hear of a new one, once a week at most."""
    looked_at: Instant | None = None
    told_on: date | None = None
    ways: Mapping[str, Way] = Field(default_factory=dict[str, Way], repr=False)
    """Where numbers went, by the metric's id: a label that is left only with much doubt."""
    seen: tuple[SeenPair, ...] = Field(default=(), repr=False)
    known: tuple[str, ...] = Field(default=(), repr=False)
    """What was found by the last look: anything else is new."""
    current: tuple[CurrentInsight, ...] = Field(default=(), repr=False)
    hidden: tuple[str, ...] = ()
    """Handles of what the person does not want to see again, the newest last."""
    revision: int = 0

    @staticmethod
    def key_of(user_id: str) -> InsightBookKey:
        return InsightBookKey(user_id)


def book_in(item: Item | None) -> InsightBook:
    """An empty one where there is none, or none that can be read."""
    return next(from_items(InsightBook, [] if item is None else [item]), InsightBook())
