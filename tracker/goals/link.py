"""What a caller found out about a subject before a person has it as a character."""

from dataclasses import dataclass, field

from tracker.goals.watching import Definition
from tracker.readings import Reading
from tracker.store.segments import Subject


@dataclass(frozen=True, slots=True)
class Link:
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
