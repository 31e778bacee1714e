"""The shape of a key, compiled from `CHARACTER#METADATA#{character}`: words and fields between `#`."""

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from tracker.store.segments import SegmentKind, is_word

_FIELD = re.compile(r"\{(\w+)\}")

Segment: TypeAlias = str | SegmentKind


class Field(NamedTuple):
    name: str
    kind: SegmentKind


class Cut(NamedTuple):
    """The segments before a field whose value is open, and what each value of that field starts with."""

    segments: tuple[Segment, ...]
    start: str


def field_names(text: str) -> tuple[str, ...]:
    return tuple(_FIELD.findall(text))


class Template:
    __slots__ = ("fields", "layout", "parts", "text")

    def __init__(self, text: str, kinds: Mapping[str, SegmentKind]) -> None:
        self.text = text
        self.parts = tuple(_part(part, kinds) for part in text.split("#"))
        self.fields = {part.name: part.kind for part in self.parts if isinstance(part, Field)}
        self.layout = tuple(segment for part in self.parts for segment in _segments(part))

    def write(self, values: Mapping[str, Any]) -> str:
        return "#".join(
            [part if isinstance(part, str) else part.kind.write(values[part.name]) for part in self.parts]
        )

    def read(self, text: str) -> dict[str, Any] | None:
        """The fields' values, or None when `text` is not of this shape."""
        segments = text.split("#")
        if len(segments) != len(self.layout):
            return None
        try:
            return dict(self._values(iter(segments)))
        except ValueError:
            return None

    def _values(self, segments: Iterator[str]) -> Iterator[tuple[str, Any]]:
        for part in self.parts:
            if isinstance(part, Field):
                yield part.name, part.kind.parse("#".join(islice(segments, part.kind.width)))
            elif part != next(segments):
                raise ValueError(f"not {part}")

    def cut(self, known: Mapping[str, Any]) -> tuple[str, Cut]:
        """What all keys with these leading fields start with, as text and as a shape."""
        written = ""
        segments: list[Segment] = []
        for part in self.parts:
            if isinstance(part, Field) and part.name not in known:
                return written + part.kind.start, Cut(tuple(segments), part.kind.start)
            written += _written(part, known) + "#"
            segments += _segments(part)
        return written.removesuffix("#"), Cut(tuple(segments), "")

    def overlaps(self, other: "Template") -> bool:
        """Whether some text could be of both shapes."""
        return len(self.layout) == len(other.layout) and all(map(_alike, self.layout, other.layout))

    def caught_by(self, cut: Cut) -> bool:
        """Whether some text of this shape could start as `cut` does."""
        length = len(cut.segments)
        if len(self.layout) <= length or not all(map(_alike, cut.segments, self.layout)):
            return False
        return _can_start(self.layout[length], cut.start)


def _part(text: str, kinds: Mapping[str, SegmentKind]) -> str | Field:
    if field := _FIELD.fullmatch(text):
        return Field(field[1], kinds[field[1]])
    if is_word(text):
        return text
    raise TypeError(f"{text!r} is neither a word of capitals nor a field in braces")


def _segments(part: str | Field) -> tuple[Segment, ...]:
    return (part,) if isinstance(part, str) else (part.kind,) * part.kind.width


def _written(part: str | Field, values: Mapping[str, Any]) -> str:
    return part if isinstance(part, str) else part.kind.write(values[part.name])


def _alike(one: Segment, other: Segment) -> bool:
    """Careful: any two kinds of values count as alike, since text may look like an instant or a number."""
    if isinstance(one, str):
        return one == other if isinstance(other, str) else other.accepts(one)
    return one.accepts(other) if isinstance(other, str) else True


def _can_start(segment: Segment, start: str) -> bool:
    own = segment if isinstance(segment, str) else segment.start
    return own.startswith(start) or (not isinstance(segment, str) and start.startswith(own))
