"""A character as a subject: the hiscores table that it stands in, and its name (`ironman:iron bob`)."""

import re
from collections.abc import Sequence
from typing import Protocol

from scheduler.sources.runescape.names import name_of
from scheduler.sources.source import BadSubject, NotFound, Source
from tracker.frozen import frozen
from tracker.store.segments import Subject

MAIN = "main"


@frozen
class Mode:
    """One table of the hiscores."""

    key: str
    table: str
    """As in the address: `/m=<table>/`."""
    title: str
    also: tuple[str, ...] = ()
    """What else people call it."""


class CharacterSource(Source, Protocol):
    """A source whose subjects are characters of a game."""

    @property
    def modes(self) -> "Modes": ...


class Modes:
    """The tables of one game, and its characters as subjects."""

    def __init__(self, source: str, modes: Sequence[Mode]) -> None:
        self._source = source
        self._by_key = {mode.key: mode for mode in modes}
        self._by_name = {name: mode for mode in modes for name in (mode.key, *mode.also)}

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(self._by_key)

    def subject(self, name: str, mode: str = MAIN) -> Subject:
        """The character of that name, in any spelling. Raises BadSubject."""
        return Subject(self._source, f"{self.find(mode).key}:{name_of(name).key}")

    def find(self, name: str) -> Mode:
        """The mode that is called so. Raises BadSubject."""
        called = re.sub(r"[\s_]+", "-", name.strip().lower())
        if (mode := self._by_name.get(called)) is None:
            raise BadSubject(f"There is no mode {name!r}; there are {', '.join(self.keys)}.")
        return mode

    def character(self, subject: Subject) -> tuple[Mode, str]:
        """The mode and the key of the name. Raises NotFound for a subject that `subject` never made."""
        key, _, name = subject.key.partition(":")
        mode = self._by_key.get(key)
        if mode is None or subject.source != self._source or not _is_key(name):
            raise NotFound(f"{subject.key!r} names no character.")
        return mode, name

    def describe(self, subject: Subject) -> str:
        mode, name = self.character(subject)
        return f"{name} ({mode.title})"


def _is_key(name: str) -> bool:
    try:
        return name_of(name).key == name
    except BadSubject:
        return False
