"""What can be seen of a text: names and texts may come from others, and hide what nobody should meet."""

import re
import unicodedata
from collections.abc import Iterator

_KEPT_INVISIBLE = frozenset("\n\N{ZERO WIDTH JOINER}")
_INVISIBLE = frozenset({"Cc", "Cf", "Cs"})
_MOST_MARKS = 4
"""Accents upon one letter: some languages stack a few, and only mischief stacks more."""

_SPACES = re.compile(r"[\t\r\f\v\u2028\u2029]+")


def visible(text: str) -> str:
    """Without control characters, and without what turns a text around; line breaks stay."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown(_SPACES.sub(" ", text.replace("\r\n", "\n"))))


def _shown(text: str) -> Iterator[str]:
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.combining(character) else 0
        invisible = unicodedata.category(character) in _INVISIBLE and character not in _KEPT_INVISIBLE
        if not invisible and marks <= _MOST_MARKS:
            yield character
