"""How Discord's client reads the text of a component, as far as Questlog writes any; the rest is refused.

The order is the client's own: a backslash before anything but letters, digits and spaces makes it a letter.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import groupby
from typing import NamedTuple, TypeAlias


class Words(NamedTuple):
    """Letters as they are, without the backslashes that made them letters."""

    text: str


class Code(NamedTuple):
    text: str


class Time(NamedTuple):
    at: datetime
    style: str
    """One of `tTdDfFR`."""


class Command(NamedTuple):
    """A slash command to click on."""

    name: str


class Channel(NamedTuple):
    id: int


class Bold(NamedTuple):
    pieces: tuple["Piece", ...]


Piece: TypeAlias = Words | Code | Time | Command | Channel | Bold


class Line(NamedTuple):
    mark: str
    """`#`, `##` or `###` for a heading, `-#` for small print, and nothing for all others."""
    pieces: tuple[Piece, ...]


class NotOurs(AssertionError):
    """Discord would make something of it that none of our cards may hold."""


_MARK = re.compile(r"(#{1,3}|-#) ")
_TOKEN = re.compile(
    r"\\(?P<letter>[^0-9A-Za-z\s])"
    r"|<t:(?P<at>-?\d+):(?P<time>[tTdDfFR])>"
    r"|`(?P<code>[^`]+)`"
    r"|</(?P<command>[-\w]+(?: [-\w]+){0,2}):\d+>"
    r"|<#(?P<channel>\d+)>"
    r"|(?P<bold>\*\*)"
)

# What would mention, link, hide, quote, list or underline, where it stands unescaped.
_FORBIDDEN = re.compile(
    r"[<\[\]`|~_\\*]|@everyone|@here|[a-z]://|^\s*(?:[-+>#]|\d+\.)\s|[\x00-\x1f\x7f-\x9f]", re.IGNORECASE
)


def read(content: str) -> list[Line]:
    """Raises NotOurs."""
    return [_line(line) for line in content.split("\n")]


def _line(text: str) -> Line:
    mark = _MARK.match(text)
    rest = text[mark.end() :] if mark else text
    if found := _FORBIDDEN.search(_TOKEN.sub("w", f"w{rest}" if mark else rest)):
        raise NotOurs(f"{found[0]!r} in {text!r}")
    first, *others = _between_marks_of_bold(rest)
    if len(others) % 2 or not all(others[:-1]):
        raise NotOurs(f"'**' that is half a pair, or has nothing inside, in {text!r}")
    pieces = [*first]
    for inside, outside in zip(others[::2], others[1::2], strict=True):
        pieces += [Bold(tuple(inside)), *outside]
    return Line(mark[1] if mark else "", tuple(pieces))


def _between_marks_of_bold(text: str) -> list[list[Piece]]:
    parts: list[list[Piece]] = [[]]
    for piece in _pieces(text):
        if piece is None:
            parts.append([])
        else:
            parts[-1].append(piece)
    return [[*_run_together(part)] for part in parts]


def _pieces(text: str) -> Iterator[Piece | None]:
    """None where bold begins or ends."""
    end = 0
    for token in _TOKEN.finditer(text):
        yield Words(text[end : token.start()])
        yield _piece(token)
        end = token.end()
    yield Words(text[end:])


def _piece(token: re.Match[str]) -> Piece | None:
    found = token[token.lastgroup or 0]
    match token.lastgroup:
        case "letter":
            return Words(found)
        case "code":
            return Code(found)
        case "time":
            return Time(datetime.fromtimestamp(int(token["at"]), UTC), found)
        case "command":
            return Command(found)
        case "channel":
            return Channel(int(found))
    return None


def _run_together(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Words beside words are one piece, and no words are none."""
    for are_words, run in groupby(pieces, lambda piece: isinstance(piece, Words)):
        if not are_words:
            yield from run
        elif text := "".join(piece.text for piece in run if isinstance(piece, Words)):
            yield Words(text)
