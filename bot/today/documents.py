"""What is answered about a person's day, and about everything of theirs at a glance."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Literal

from pydantic import GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from bot.documents import Document, Json
from bot.habits.documents import HabitDocument
from bot.sections import Section
from tracker.readings import Number


class Today(Document, frozen=True):
    day: date
    sections: Mapping[str, Section]
    """In the order of the features."""

    @property
    def owned(self) -> bool:
        """Whether the person has anything that a day may ask for."""
        return any(section.owned for section in self.sections.values())

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """As `json_value` makes it: beside the day, a list of documents for each feature."""
        found = handler.resolve_ref_schema(handler(schema))
        found["properties"].pop("sections", None)
        found["required"] = ["day"]
        found["additionalProperties"] = {
            "type": "array",
            "items": {"type": "object", "additionalProperties": True},
        }
        return found

    def json_value(self) -> dict[str, Json]:
        """The items of each section stand under its name."""
        items = {name: [one.json_value() for one in it.items] for name, it in self.sections.items()}
        return {"day": self.day.isoformat(), **items}


class Ticked(Document, frozen=True):
    section: str
    thing: str
    day: date
    undone: bool
    message: str
    """What came of it, in a sentence."""


class GoalSummary(Document, frozen=True):
    kind: Literal["number", "parts"] = "number"
    id: str
    title: str
    value: Number | None
    """Null of a goal of parts: it has no number of its own."""
    percent: float | None
    """From its own start; of a goal of parts, how much of them is done."""
    seen_at: datetime | None


class Unlocked(Document, frozen=True):
    id: str
    title: str
    unlocked_at: datetime


class Glance(Document, frozen=True):
    """For a widget, or a display on the wall."""

    timezone: str
    points: int
    coins: int
    level: int
    points_to_next_level: int
    habits: tuple[HabitDocument, ...]
    goals: tuple[GoalSummary, ...]
    """Those under way; those of parts first, as in every list."""
    achievements: tuple[Unlocked, ...]
    """The newest."""
