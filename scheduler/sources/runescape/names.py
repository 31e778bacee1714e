"""Names of characters: one key for all spellings of a name, and the name as people like to see it."""

import re
from typing import NamedTuple

from scheduler.sources.source import BadSubject

# The game takes these for each other. Its pages write the space as U+00A0, and badly decoded as U+FFFD.
_SEPARATOR = re.compile(r"[-_\s\u00a0\ufffd]")
_SPACE = re.compile(r"[\s\u00a0\ufffd]")
_ALLOWED = re.compile(r"[A-Za-z0-9 ]+")  # checked before lower(), which turns some other letters into these
_LONGEST = 12


class Name(NamedTuple):
    """`Iron_Bob` and ` iron bob` have one key, `iron bob`."""

    key: str
    display: str


def name_of(text: str) -> Name:
    """Raises BadSubject for what no character can be called."""
    plain = _SEPARATOR.sub(" ", text).strip(" ")
    if not plain:
        raise BadSubject("A character's name has at least one letter or digit.")
    if len(plain) > _LONGEST:
        raise BadSubject(f"A character's name has at most {_LONGEST} characters; this one has {len(plain)}.")
    if not _ALLOWED.fullmatch(plain):
        wrong = next(char for char in plain if not _ALLOWED.fullmatch(char))
        raise BadSubject(
            f"A character's name cannot hold {wrong!r}: only letters from A to Z, digits, spaces, - and _."
        )
    return Name(plain.lower(), _SPACE.sub(" ", text).strip(" -_"))
