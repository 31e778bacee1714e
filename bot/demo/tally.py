"""What is counted while the demo runs, for its summary."""

import sqlite3
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from scheduler.observe import CHANGED, UNCHANGED
from tracker.notify.model import OutboxItem


@dataclass(slots=True)
class Tally:
    looks: Counter[str] = field(default_factory=Counter[str])
    """By how they ended."""
    idle_looks: int = 0
    """Those among which none found anything new."""
    idle_writes: int = 0
    """How often the database changed with them."""
    messages: list[OutboxItem] = field(default_factory=list[OutboxItem])
    """In the order in which they were delivered."""
    restarts: list[frozenset[str]] = field(default_factory=list[frozenset[str]])
    """With the ids of the messages that were on the way each time."""
    down: timedelta = timedelta()
    """For how long the hiscores were."""

    def looked(self, before: Mapping[str, int], after: Mapping[str, int], *, wrote: bool) -> None:
        """What the looks between two counts came to."""
        found = Counter(after) - Counter(before)
        self.looks += found
        if found.keys() == {UNCHANGED}:
            self.idle_looks += found[UNCHANGED]
            self.idle_writes += wrote

    @property
    def polls(self) -> int:
        return self.looks.total()

    @property
    def changes(self) -> int:
        return self.looks[CHANGED]

    @property
    def kinds(self) -> Counter[str]:
        return Counter(message.kind.name for message in self.messages)

    @property
    def delivered(self) -> frozenset[str]:
        return frozenset(message.id for message in self.messages)

    @property
    def told_twice(self) -> int:
        """Messages that came more often than once: by their id, and by what they say."""
        said = {(message.kind, message.title, message.text) for message in self.messages}
        return max(len(self.messages) - len(self.delivered), len(self.messages) - len(said))


class Watch:
    """Whether a database was changed, asked of the file itself and not of those who write it."""

    def __init__(self, file: Path) -> None:
        self._connection = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)
        self._version = self._read()

    def changed(self) -> bool:
        """Since the last time that this was asked."""
        before, self._version = self._version, self._read()
        return self._version != before

    def close(self) -> None:
        self._connection.close()

    def _read(self) -> int:
        return self._connection.execute("PRAGMA data_version").fetchone()[0]
