"""What a source says about a subject: numbers by name, or why there are none."""

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from tracker.frozen import frozen
from tracker.store.segments import Subject

Number: TypeAlias = int | Decimal


class Measure(StrEnum):
    """Which number of an attribute: Attack has xp, a level and a rank; Zulrah has a score and a rank."""

    XP = "xp"
    LEVEL = "level"
    SCORE = "score"
    RANK = "rank"
    VALUE = "value"


class Quantity(NamedTuple):
    """One number of a subject. `attribute` is the row's own name in small letters (`attack`, `zulrah`)."""

    attribute: str
    measure: Measure

    def __str__(self) -> str:
        return f"{self.attribute}.{self.measure}"


@frozen
class Reading:
    """All that a source knows of a subject at one moment. What is unknown (unranked) is not in it."""

    subject: Subject
    at: datetime
    values: Mapping[Quantity, Number]
    name: str | None = None
    """How the source spells the subject, where it says so."""
    notes: tuple[str, ...] = field(default=())
    """What was odd and did not stop the reading, for the log: "a new row: …"."""
    content_hash: int | None = field(default=None, compare=False)
    """Readings of a subject with the same hash have the same values. It means something within one process
    only, and is for asking whether anything changed, not for keeping."""
