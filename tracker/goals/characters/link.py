"""What a caller found out about a subject before a person has it as a character."""

from collections.abc import Mapping
from dataclasses import field

from tracker.frozen import frozen
from tracker.goals.characters.watching import Definition
from tracker.readings import Reading
from tracker.store.segments import Subject

MASK = "***"


@frozen
class CharacterLink:
    game: str
    mode: str | None
    name: str
    """As people like to see it."""
    subject: Subject
    reading: Reading | None = None
    past: tuple[Reading, ...] = ()
    """Older readings, such as twelve months of RuneMetrics."""
    definition: Definition | None = field(default=None, repr=False)
    """Of a number on the web: url, path, unit, headers. May hold secrets."""

    @property
    def unit(self) -> str | None:
        unit = None if self.definition is None else self.definition.get("unit")
        return unit if isinstance(unit, str) and unit else None

    @property
    def own_definition(self) -> Definition | None:
        """What the person gave, for their own item: an export says what is read, and no header's secret."""
        if self.definition is None:
            return None
        headers = self.definition.get("headers")
        masked = dict.fromkeys(headers, MASK) if isinstance(headers, Mapping) else {}
        kept = {name: value for name in ("url", "path") if (value := self.definition.get(name))}
        return {**kept, "headers": masked} if masked else kept
