"""What is answered about characters: one shape for `--json` and `/api`, described in docs/schema/."""

from collections.abc import Mapping
from datetime import datetime

from bot.documents import Document
from tracker.goals.characters.names import MAIN
from tracker.goals.games.game import game_of
from tracker.goals.model import Character
from tracker.readings import Number, Reading


class CharacterDocument(Document, frozen=True):
    """A character of a game, or a number on the web. The address of a number is in none of these."""

    id: str
    name: str
    game: str
    mode: str | None
    subject: str
    created_at: datetime
    tracked_attributes: Mapping[str, int]
    """How many goals watch each attribute."""

    @property
    def kind(self) -> str:
        """Where it is from: `Old School RuneScape, ironman`."""
        mode = f", {self.mode}" if self.mode not in (None, MAIN) else ""
        return f"{game_of(self.game).title}{mode}"

    @property
    def goals(self) -> int:
        return sum(self.tracked_attributes.values())


class CharacterList(Document, frozen=True):
    characters: tuple[CharacterDocument, ...]
    total: int
    """How many there are on all pages."""
    page: int
    pages: int


class CharacterAdded(Document, frozen=True):
    character: CharacterDocument
    value: Number | None
    """What a number on the web is now."""
    unit: str | None


class CharacterRenamed(Document, frozen=True):
    character: CharacterDocument
    before: str


class CharacterRemoval(Document, frozen=True):
    """What goes, or went, with a character."""

    character: CharacterDocument
    removed_goals: int
    consequences: tuple[str, ...] = ()
    """What becomes of habits and challenges that it counts for, in sentences."""


class PopularAttribute(Document, frozen=True):
    game: str
    attribute: str
    goals: int


class PopularList(Document, frozen=True):
    popular: tuple[PopularAttribute, ...]


class CharacterLook(Document, frozen=True):
    """What the hiscores say about a character at this moment."""

    game: str
    character: str
    name: str
    """As it was asked for."""
    at: datetime
    values: Mapping[str, Mapping[str, Number]]
    """By attribute and measure; what is not ranked is unknown, and not there."""
    notes: tuple[str, ...]


def character_document(one: Character) -> CharacterDocument:
    return CharacterDocument(
        id=one.id,
        name=one.name,
        game=one.game,
        mode=one.mode,
        subject=f"{one.subject.source}:{one.subject.key}",
        created_at=one.created_at,
        tracked_attributes=one.tracked_attributes,
    )


def character_look(reading: Reading, name: str) -> CharacterLook:
    values: dict[str, dict[str, Number]] = {}
    for (attribute, measure), number in reading.values.items():
        values.setdefault(attribute, {})[measure.value] = number
    return CharacterLook(
        game=reading.subject.source,
        character=reading.subject.key,
        name=name,
        at=reading.at,
        values=values,
        notes=tuple(reading.notes),
    )
