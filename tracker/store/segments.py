"""What stands between the `#` of a key: text, instants, days, weeks, numbers, subjects and chosen words.

Words of a key are capitals (`METADATA`, `LATEST`). No value can look like one: text made of capitals has its
first letter escaped, and everything else starts with a digit or holds a colon.
"""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime
from enum import StrEnum
from functools import cache, lru_cache
from typing import Annotated, Any, NamedTuple, TypeAlias
from urllib.parse import unquote

from tracker.frozen import frozen
from tracker.store.errors import InvalidItem

_WORD = re.compile(r"[A-Z_]+")
_UNSAFE = re.compile(r"[%#\x00-\x1f\x7f-\x9f]")
_SOURCE = re.compile(r"[a-z][a-z0-9_]*")
_YEARS = range(2000, 3000)
_PADDED_DIGITS = 15
ESCAPED = 8192
"""So many texts are remembered as they were written: ids of people and habits come again and again."""

ZeroPadded: TypeAlias = Annotated[int, "zero-padded"]
"""A number whose order as text is its order as a number."""


class Week(NamedTuple):
    """An ISO week, as `date.isocalendar()` counts them."""

    year: int
    week: int


class Subject(NamedTuple):
    """One observed thing: a source and the source's own name for it (`osrs:zezima`)."""

    source: str
    key: str


@frozen
class SegmentKind:
    """A kind of value: how it is written in a key, and how it is read back."""

    name: str
    canonical: Callable[[Any], Any]
    """The one value that stands for all which are written alike; raises InvalidItem."""
    write: Callable[[Any], str]
    read: Callable[[str], Any]
    """Raises ValueError."""
    width: int = 1
    """How many segments it takes."""
    start: str = ""
    """What each value starts with, where that tells it from a word."""

    def parse(self, text: str) -> Any:  # noqa: ANN401 - the kind of value is what this object decides
        """The value written as `text`, or ValueError: another spelling of a value is not that value."""
        value = self.canonical(self.read(text))
        if self.write(value) != text:
            raise ValueError(f"{text!r} is not how {self.name} is written")
        return value

    def accepts(self, text: str) -> bool:
        try:
            self.parse(text)
        except ValueError:
            return False
        return True


def is_word(text: str) -> bool:
    return _WORD.fullmatch(text) is not None


@lru_cache(ESCAPED)
def escape(text: str) -> str:
    """Text as one segment. It holds no `#` and no control character, and is not a word of capitals."""
    escaped = _UNSAFE.sub(lambda found: _percent(found[0]), text)
    return _percent(escaped[0]) + escaped[1:] if is_word(escaped) else escaped


def _percent(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode())


def _unescape(text: str) -> str:
    return unquote(text, errors="strict")


@lru_cache(ESCAPED)
def timestamp(instant: datetime) -> str:
    """`2025-01-01T00:00:00Z`: whole seconds, so that the order of the texts is the order of the instants."""
    return f"{_instant(instant).replace(tzinfo=None).isoformat()}Z"


def _instant(value: object) -> datetime:
    if not isinstance(value, datetime) or value.tzinfo is None:
        raise InvalidItem(f"an instant is a datetime with a zone, not {value!r}")
    utc = value if value.tzinfo is UTC else value.astimezone(UTC)
    _check_year(utc.year)
    return utc.replace(microsecond=0) if utc.microsecond else utc


def _day(value: object) -> date:
    if not isinstance(value, date) or isinstance(value, datetime):
        raise InvalidItem(f"a day is a date, not {value!r}")
    _check_year(value.year)
    return value


def _check_year(year: int) -> None:
    if year not in _YEARS:
        raise InvalidItem(f"the year {year} is not between {_YEARS[0]} and {_YEARS[-1]}")


def _week(value: object) -> Week:
    if not isinstance(value, Week):
        raise InvalidItem(f"a week is a Week, not {value!r}")
    _check_year(value.year)
    try:
        date.fromisocalendar(value.year, value.week, 1)
    except ValueError as error:
        raise InvalidItem(f"{value.year} has no week {value.week}") from error
    return value


def _read_week(text: str) -> Week:
    year, week = text.split("#")
    return Week(int(year), int(week))


def _text(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise InvalidItem(f"a segment of a key is text that is not empty, not {value!r}")
    return str(value)


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise InvalidItem(f"a number in a key is an int from 0, not {value!r}")
    return value


def _padded(value: object) -> int:
    number = _number(value)
    if number >= 10**_PADDED_DIGITS:
        raise InvalidItem(f"{number} has more than {_PADDED_DIGITS} digits")
    return number


def _subject(value: object) -> Subject:
    if not isinstance(value, Subject) or not value.key or not _SOURCE.fullmatch(value.source):
        raise InvalidItem(f"a subject is a source in small letters and a key, not {value!r}")
    return value


def _read_subject(text: str) -> Subject:
    source, colon, key = text.partition(":")
    if not colon:
        raise ValueError(f"{text!r} names no source")
    return Subject(source, _unescape(key))


TEXT = SegmentKind("text", _text, escape, _unescape)
NUMBER = SegmentKind("a number", _number, str, int)
PADDED = SegmentKind("a padded number", _padded, lambda number: f"{number:0{_PADDED_DIGITS}}", int)
INSTANT = SegmentKind("an instant", _instant, timestamp, datetime.fromisoformat, start="2")
DAY = SegmentKind("a day", _day, date.isoformat, date.fromisoformat, start="2")
WEEK = SegmentKind(
    "a week", _week, lambda week: f"{week.year}#{week.week:02}", _read_week, width=2, start="2"
)
SUBJECT = SegmentKind("a subject", _subject, lambda it: f"{it.source}:{escape(it.key)}", _read_subject)

_KINDS: dict[object, SegmentKind] = {
    str: TEXT,
    int: NUMBER,
    ZeroPadded: PADDED,
    datetime: INSTANT,
    date: DAY,
    Week: WEEK,
    Subject: SUBJECT,
}


@cache
def kind_of(annotation: object) -> SegmentKind:
    """The kind of a field that is annotated so; TypeError where no key can hold it."""
    if annotation in _KINDS:
        return _KINDS[annotation]
    if isinstance(annotation, type) and issubclass(annotation, StrEnum):
        return _choice(annotation)
    raise TypeError(f"a key cannot hold {annotation!r}")


def _choice(words: type[StrEnum]) -> SegmentKind:
    if not all(map(is_word, words)):
        raise TypeError(f"{words.__name__} must be words of capitals, to be told from text")

    def chosen(value: object) -> StrEnum:
        if not isinstance(value, words):
            raise InvalidItem(f"not one of {', '.join(words)}: {value!r}")
        return value

    return SegmentKind(f"one of {', '.join(words)}", chosen, str, words)
