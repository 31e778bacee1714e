"""A badge in SVG: a label and how it stands, as pages elsewhere show it beside a name.

Whatever is written in it is text. How wide letters are is known from a table, and `textLength` has every
browser write them just so wide, whichever font it has.
"""

import unicodedata
from html import escape

from bot.names import NAME, plain_line
from tracker.tones import Tone

MEDIA_TYPE = "image/svg+xml"
HEIGHT = 20
LETTERS = 11
_EM = 2048
_GAP = 6
"""Pixels before and behind each of the two texts."""
_LABEL = "#3b4248"
COLOURS = {
    Tone.PLAIN: "#1b6283",
    Tone.GOOD: "#00714f",
    Tone.WARNING: "#8f5600",
    Tone.BAD: "#b3261e",
    Tone.TRIUMPH: "#7340b0",
    Tone.QUIET: "#5a626a",
}
"""Each dark enough for white letters."""
_FONTS = "Verdana,Geneva,DejaVu Sans,sans-serif"
_USUAL, _FULL = 1300, 2048
# Of the letters from the space on, in parts of 2048: as Verdana has them.
_WIDTHS = (
    720, 806, 940, 1676, 1302, 2204, 1488, 550, 930, 930, 1302, 1676, 745, 930, 745, 930,
    1302, 1302, 1302, 1302, 1302, 1302, 1302, 1302, 1302, 1302, 930, 930, 1676, 1676, 1676, 1117,
    2048, 1400, 1404, 1430, 1578, 1295, 1177, 1588, 1539, 862, 931, 1419, 1140, 1726, 1532, 1612,
    1235, 1612, 1424, 1400, 1262, 1499, 1400, 2025, 1403, 1260, 1403, 930, 930, 930, 1676, 1302,
    1302, 1230, 1276, 1067, 1276, 1220, 720, 1276, 1296, 562, 705, 1212, 562, 1992, 1296, 1243,
    1276, 1276, 874, 1067, 807, 1296, 1212, 1676, 1212, 1212, 1076, 1300, 930, 1300, 1676,
)  # fmt: skip


def badge(label: str, message: str, tone: Tone) -> str:
    left, right = plain_line(label, NAME), plain_line(message, NAME)
    label_wide, message_wide = width(left), width(right)
    split = label_wide + 2 * _GAP
    whole = split + message_wide + 2 * _GAP
    said = escape(f"{left}: {right}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="{HEIGHT}" '
        f'viewBox="0 0 {whole} {HEIGHT}" role="img" aria-label="{said}">'
        f"<title>{said}</title>"
        f'<clipPath id="r"><rect width="{whole}" height="{HEIGHT}" rx="4"/></clipPath>'
        f'<g clip-path="url(#r)"><rect width="{split}" height="{HEIGHT}" fill="{_LABEL}"/>'
        f'<rect x="{split}" width="{whole - split}" height="{HEIGHT}" fill="{COLOURS[tone]}"/></g>'
        f'<g fill="#fff" font-family="{_FONTS}" font-size="{LETTERS}">'
        f"{_text(_GAP, label_wide, left)}{_text(split + _GAP, message_wide, right)}</g></svg>\n"
    )


def width(text: str) -> int:
    """In pixels."""
    return max(round(sum(map(_width, text)) * LETTERS / _EM), 1)


def _width(letter: str) -> int:
    if 0 <= (place := ord(letter) - ord(" ")) < len(_WIDTHS):
        return _WIDTHS[place]
    if unicodedata.category(letter) in {"Mn", "Me", "Cf"}:  # it stands on the letter before
        return 0
    return _FULL if unicodedata.east_asian_width(letter) in {"W", "F"} else _USUAL


def _text(x: int, wide: int, words: str) -> str:
    return f'<text x="{x}" y="14" textLength="{wide}" lengthAdjust="spacingAndGlyphs">{escape(words)}</text>'
