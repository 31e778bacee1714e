"""How many segments a text takes by SMS, which is what it costs, and how a text is made to fit some.

A text of the 7-bit alphabet (GSM 03.38) has 160 characters in one segment and 153 in each of several; any
other has 70 and 67 units of UTF-16. No character is divided between two segments.
"""

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

_BASIC = frozenset(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
    "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
_EXTENDED = frozenset("\f^{}\\[~]|€")
"""Each takes two: one that says so, and one that says which."""
_SINGLE = re.compile(f"[{re.escape(''.join(_BASIC))}]*")
_ANY = re.compile(f"[{re.escape(''.join(_BASIC | _EXTENDED))}]*")
_UTF16_PLANE = 0x10000

_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4\u2039\u203a", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        **dict.fromkeys("\u00a0\u2002\u2003\u2007\u2008\u2009\u200a\u202f", " "),
        "\u2022": "*",
        "\u2026": "...",
        "\u00d7": "x",
        "\u2192": "->",
    }
)
"""What printers like, in the letters of a telephone."""

_JOINERS = frozenset("\u200d\ufe0e\ufe0f\u20e3")
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_MARKS = range(0x300, 0x370)


class _Size(NamedTuple):
    """How much one segment holds, and how much each of several."""

    alone: int
    of_several: int


_GSM, _UCS2 = _Size(160, 153), _Size(70, 67)


class Fitted(NamedTuple):
    """A text that takes few enough segments, and what is not in it."""

    text: str
    rest: str


def is_gsm(text: str) -> bool:
    return _ANY.fullmatch(text) is not None


def segments(text: str) -> int:
    """An empty text takes one, too."""
    if _SINGLE.fullmatch(text):
        return 1 if len(text) <= _GSM.alone else -(-len(text) // _GSM.of_several)
    if is_gsm(text):
        return _count([2 if letter in _EXTENDED else 1 for letter in text], _GSM)
    return _count([2 if ord(letter) >= _UTF16_PLANE else 1 for letter in text], _UCS2)


def plain(text: str) -> str:
    """With the quotation marks, dashes and spaces that every telephone has."""
    return text.translate(_PLAIN)


def cheaper(text: str) -> str:
    """The text in plain characters where it takes fewer segments so; else as it is."""
    simple = plain(text)
    if simple == text:
        return text
    return simple if segments(simple) < segments(text) else text


def fit(text: str, most: int, closing: str = "") -> Fitted:
    """The text within so many segments. Where it is cut, that shows, and the closing line follows."""
    text = cheaper(text)
    if segments(text) <= most:
        return Fitted(text, "")

    def fits(end: int) -> bool:
        return segments(_ended(text[:end], closing)) <= most

    end = _word_end(text, _last(len(text), fits))
    whole_line = bool(closing) and text[end : end + 1] == "\n"  # nothing is broken off there
    shown = f"{text[:end].rstrip()}\n{closing}" if whole_line else _ended(text[:end], closing)
    return Fitted(shown, text[end:].lstrip())


def _count(sizes: Iterable[int], room: _Size) -> int:
    units = list(sizes)
    if sum(units) <= room.alone:
        return 1
    count, filled = 1, 0
    for size in units:
        if filled + size > room.of_several:
            count, filled = count + 1, 0
        filled += size
    return count


def _ended(text: str, closing: str) -> str:
    kept = text.rstrip()
    # One ellipsis character would make all of it a text of 70 characters to the segment.
    shown = f"{kept}{'...' if is_gsm(kept) else chr(0x2026)}"
    return f"{shown}\n{closing}" if closing else shown


def _last(most: int, fits: Callable[[int], bool]) -> int:
    """The largest number up to `most` that fits; all smaller ones do."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle) else (low, middle - 1)
    return low


def _word_end(text: str, end: int) -> int:
    """Where a line ends, or a word, if that is not too early; else where a character does."""
    for mark in ("\n", " "):
        if (found := text.rfind(mark, end // 2, end + 1)) > 0:
            return found
    while end and _joined(text[end - 1], text[end]):
        end -= 1
    return end


def _joined(before: str, letter: str) -> bool:
    """Whether two code points are one character for people."""
    return letter in _JOINERS or before == "\u200d" or ord(letter) in _MARKS or ord(letter) in _SKIN_TONES
