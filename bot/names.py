"""How much of what others named is shown, wherever it is."""

import unicodedata
from collections.abc import Sequence

NAME, TITLE, UNIT = 40, 50, 16
"""The most letters of it that are shown in one place."""
_NO_NAME = "(no name)"
_VISIBLE = frozenset("LNPS")
"""The classes of letters, numbers, punctuation and symbols."""
ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"

# Letters by their class, and nothing to be seen: they would make a name that nobody can read or choose.
_BLANKS = dict.fromkeys(map(ord, "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"), " ")


def cut_short(text: str, most: int) -> str:
    """Plain text on one line. Never after a backslash is escaped: cut first, then make it safe."""
    words = " ".join((text if text.isascii() else text.translate(_BLANKS)).split())
    return words if len(words) <= most else words[: most - 1].rstrip() + ELLIPSIS


def shown_name(text: str, most: int = NAME) -> str:
    """What others named, never longer than there is room for, and never empty."""
    words = cut_short(text, most)
    return words if any(unicodedata.category(letter)[0] in _VISIBLE for letter in words) else _NO_NAME


def tags_text(tags: Sequence[str]) -> str:
    """`@phone, @errands`, as they are looked for."""
    return ", ".join(f"@{cut_short(one, UNIT)}" for one in tags)


def plain_line(text: str, most: int) -> str:
    """Plain text on one line, for pictures and labels: nothing reads markdown there."""
    if not text.isprintable():
        text = "".join(letter if letter.isprintable() else " " for letter in text)
    return cut_short(text, most)
