"""Letters that are the same on every machine, and labels that never lie on top of each other."""

# matplotlib does not type its keyword arguments.
# pyright: reportUnknownMemberType=false

import re
import unicodedata
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib import font_manager
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.font_manager import FontProperties
from matplotlib.ft2font import FT2Font
from matplotlib.text import Text
from matplotlib.transforms import Bbox

_CUT = "\N{HORIZONTAL ELLIPSIS}"
_BOX = "\N{WHITE SQUARE}"
_JOINERS = "\u200c\u200d\ufe0e\ufe0f"
_OWN = "DejaVu Sans"
_BOLD = 700
_LIKED = (
    "NotoSansCJK-Regular.ttc",
    "DroidSansFallbackFull.ttf",
    "DroidSansFallback.ttf",
    "wqy-microhei.ttc",
    "wqy-zenhei.ttc",
    "ipaexg.ttf",
    "NanumGothic.ttf",
    "NotoEmoji-Regular.ttf",
    "Symbola_hint.ttf",
    "Symbola.ttf",
    "NotoSansSymbols2-Regular.ttf",
    "NotoSansThai-Regular.ttf",
    "NotoSansDevanagari-Regular.ttf",
    "Arial Unicode.ttf",
    "unifont.otf",
)
"""Coloured emoji are not among them: matplotlib cannot draw those."""
_SMALLEST = 10.0
_MARGIN = 2.0  # pixels between two labels


def font(size: float, *, bold: bool = False, text: str = "") -> FontProperties:
    """By its file: which fonts a machine has, and what its owner likes, makes no difference.

    Only `text` with letters that it lacks is drawn with others: each such letter with the first that has it.
    """
    families = () if _has_all(text) else _installed().families
    if not families:
        return FontProperties(fname=_file(bold=bold), size=size)
    return FontProperties(family=[_OWN, *families], weight="bold" if bold else "normal", size=size)


def drawable(text: str) -> str:
    """What no font has a letter for becomes a box, one for a whole word: names may hold anything."""
    return text if _has_all(text) else _installed().drawable(text)


@dataclass(frozen=True, slots=True)
class OtherFonts:
    """Fonts for what the own one lacks: Chinese, Japanese, Korean, emoji."""

    letters: frozenset[int] = frozenset()
    families: tuple[str, ...] = ()

    @classmethod
    def of(cls, files: Iterable[str]) -> "OtherFonts":
        """Files that cannot be read are left out."""
        letters, families = set[int](), list[str]()
        for file in files:
            with suppress(OSError, RuntimeError):
                face = FT2Font(file)
                known = font_manager.ttfFontProperty(face)
                # Most have one weight. It stands for bold as well, instead of a warning with each title.
                font_manager.fontManager.ttflist += [known, replace(known, weight=_BOLD)]
                letters |= face.get_charmap().keys()
                families.append(face.family_name)
        return cls(frozenset(letters), tuple(dict.fromkeys(families)))

    def drawable(self, text: str) -> str:
        known = _letters() | self.letters
        shown = "".join(one if ord(one) in known else _mark(one) for one in text)
        return re.sub(f"{_BOX}[{_BOX}{_JOINERS}]+", _BOX, shown)


def _mark(letter: str) -> str:
    """What only joins or colours the letter before it is left out with it."""
    return "" if letter in _JOINERS or unicodedata.category(letter) in ("Mn", "Sk") else _BOX


def _has_all(text: str) -> bool:
    return all(ord(letter) in _letters() for letter in text)


@cache
def _installed() -> OtherFonts:
    """Those of the machine that are known to have many letters, in the order in which they are liked."""
    there = {Path(file).name: file for file in font_manager.findSystemFonts()}
    return OtherFonts.of(there[name] for name in _LIKED if name in there)


def fit(text: Text, width: float, renderer: RendererBase) -> None:
    """Make a text smaller until it is no wider than so many pixels, and cut it where that is not enough."""
    wide = text.get_window_extent(renderer).width
    if wide > width:
        text.set_fontsize(max(float(text.get_fontsize()) * width / wide, _SMALLEST))
    while (wide := text.get_window_extent(renderer).width) > width:
        words = text.get_text().removesuffix(_CUT)
        text.set_text(words[: min(int(len(words) * width / wide), len(words) - 1)] + _CUT)


def _file(*, bold: bool) -> Path:
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return Path(mpl.get_data_path(), "fonts", "ttf", name)


@cache
def _letters() -> frozenset[int]:
    """Those that both weights have."""
    regular, bold = (FT2Font(str(_file(bold=bold))).get_charmap() for bold in (False, True))
    return frozenset(regular) & frozenset(bold)


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for a label: a point of the chart, and how far from it, in points of 1/72 inch, the text is."""

    x: float
    y: float
    dx: float = 0.0
    dy: float = 0.0
    ha: str = "center"
    va: str = "center"


@dataclass(slots=True)
class Labels:
    """Puts each label at the first of its spots that is inside the chart and free."""

    axes: Axes
    renderer: RendererBase
    background: str
    taken: list[Bbox] = field(default_factory=list[Bbox])

    def keep_free(self, x: float, y: float, radius: float) -> None:
        """No label on top of a marker."""
        at, there = self.axes.transData.transform((x, y))
        self.taken.append(Bbox.from_extents(at - radius, there - radius, at + radius, there + radius))

    def put(self, text: str, spots: Sequence[Spot], color: str, *, size: float = 10.5) -> bool:
        """Whether there was room for it."""
        for spot in spots:
            label: Any = self.axes.annotate(
                drawable(text),
                (spot.x, spot.y),
                xytext=(spot.dx, spot.dy),
                textcoords="offset points",
                ha=spot.ha,
                va=spot.va,
                color=color,
                fontproperties=font(size, text=text),
                parse_math=False,
                zorder=10,
                bbox={"facecolor": self.background, "edgecolor": "none", "alpha": 0.75, "pad": 1.5},
            )
            extent: Bbox = label.get_window_extent(self.renderer)
            if self._is_free(extent):
                self.taken.append(extent.padded(_MARGIN))
                return True
            label.remove()
        return False

    def _is_free(self, extent: Bbox) -> bool:
        frame = self.axes.bbox
        inside = frame.x0 <= extent.x0 and extent.x1 <= frame.x1 and frame.y0 <= extent.y0
        return inside and extent.y1 <= frame.y1 and not any(extent.overlaps(other) for other in self.taken)
