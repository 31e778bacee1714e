"""What is observed, whoever watches it: a subject with its readings and its outages, as the table has them.

Goals, habits, challenges and metrics stand on the same readings.
"""

import hashlib
from collections.abc import Mapping
from datetime import date, datetime
from enum import StrEnum
from typing import Literal, Protocol

from pydantic import Field

from tracker.readings import Measure, Number, Quantity, Reading
from tracker.store.entity import Entity, Instant, StoredValue, stored_as
from tracker.store.keys import LatestReadingKey, ReadingKey, SubjectKey
from tracker.store.segments import Subject
from tracker.store.table import Check

METRIC = "metric"
"""The source of numbers that people say themselves: nobody polls them, and they are their person's alone."""
LOGS = "logs"
"""What a reading of a metric has besides its number: how often something was logged."""
ADDS_UP = ("sum", "count")
"""Of a metric's character, the modes with which its number is a total that grows."""


def is_polled(subject: Subject) -> bool:
    return subject.source != METRIC


class RecordOutcome(Protocol):
    @property
    def again(self) -> bool:
        """Not everything could be recorded now."""
        ...


class RecordReading(Protocol):
    """Makes progress of a reading, for everybody who stands on it. Given to whoever says numbers."""

    async def __call__(
        self, subject: Subject, reading: Reading, *, since: datetime | None, guard: Check | None = None
    ) -> RecordOutcome: ...


def mark_of(user_id: str) -> str:
    """The same for all numbers of a person, so that their requests can be told from those of others."""
    return hashlib.sha256(user_id.encode()).hexdigest()[:8]


class OutageKind(StrEnum):
    NOT_FOUND = "not-found"
    DOWN = "down"
    """The source, not the subject: unavailable, blocked, not understood."""


class Outage(StoredValue, frozen=True):
    """Since when there is no reading of a subject."""

    kind: OutageKind
    since: Instant
    looks: int = 1
    """How many looks said so when this was written."""
    told: bool = False


class Observed(Entity, frozen=True):
    """One observed thing, however many people watch it."""

    type: Literal["subject"] = "subject"
    subject: Subject
    watchers: int = 0
    """How many characters lead to it."""
    revision: int = 0
    """Grows with each goal that is added to it or changed, and with an outage that one who holds no lease
    found: the next look is a whole one."""
    created_at: Instant
    changed_on: date | None = None
    """The day (UTC) of the last change that was recorded."""
    strikes: Mapping[str, int] = Field(default_factory=dict[str, int])
    """How many readings in a row have shown a fall of a quantity (`attack.xp`)."""
    outage: Outage | None = None
    definition: Mapping[str, str | Mapping[str, str]] | None = Field(default=None, repr=False)
    """For a number on the web: url, path, unit and headers. May hold secrets: never logged."""
    added_by: str | None = None
    """For a number on the web: a mark of whoever added it first, which does not say who that is."""

    @property
    def key(self) -> SubjectKey:
        return SubjectKey(self.subject)


class LatestReading(Entity, frozen=True):
    """All that was known of a subject when something of it last changed."""

    model_config = stored_as(at="timestamp")

    type: Literal["latestReading"] = "latestReading"
    at: Instant
    values: Mapping[str, Mapping[Measure, Number]]
    """By attribute and measure."""

    @staticmethod
    def key_of(subject: Subject) -> LatestReadingKey:
        return LatestReadingKey(subject)

    @property
    def quantities(self) -> dict[Quantity, Number]:
        return quantities(self.values)


class DayReading(Entity, frozen=True):
    """The last reading of a day (UTC)."""

    model_config = stored_as(at="timestamp")

    type: Literal["reading"] = "reading"
    at: Instant
    values: Mapping[str, Mapping[Measure, Number]]
    ttl: int | None = None

    @staticmethod
    def key_of(subject: Subject, day: date) -> ReadingKey:
        return ReadingKey(subject, day)

    @property
    def quantities(self) -> dict[Quantity, Number]:
        return quantities(self.values)


def quantities(values: Mapping[str, Mapping[Measure, Number]]) -> dict[Quantity, Number]:
    return {
        Quantity(attribute, measure): number
        for attribute, numbers in values.items()
        for measure, number in numbers.items()
    }


def by_attribute(values: Mapping[Quantity, Number]) -> dict[str, dict[Measure, Number]]:
    found: dict[str, dict[Measure, Number]] = {}
    for (attribute, measure), number in values.items():
        found.setdefault(attribute, {})[measure] = number
    return found


def quantity_of(text: str) -> Quantity:
    """The inverse of `str(quantity)`: an attribute may hold full stops, a measure has none."""
    attribute, _, measure = text.rpartition(".")
    return Quantity(attribute, Measure(measure))
