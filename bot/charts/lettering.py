"""Letters that are the same on every machine, and labels that never lie on top of each other."""

# matplotlib does not type its keyword arguments.
# pyright: reportUnknownMemberType=false

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.font_manager import FontProperties
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from bot.charts.typefaces import families_for, is_drawable, is_plain, own_file
from tracker.frozen import frozen

_CUT = "\N{HORIZONTAL ELLIPSIS}"
_BOX = "\N{WHITE SQUARE}"
_UNSEEN = ("Mn", "Me", "Sk", "Cf")
"""What only marks, colours or joins other letters, and is nothing without them."""
_SMALLEST = 10.0
_MARGIN = 2.0  # pixels between two labels


def font(size: float, *, bold: bool = False, text: str = "") -> FontProperties:
    """By its file: which fonts a machine has, and what its owner likes, makes no difference.

    Only `text` with letters that it lacks is drawn with others: each such letter with the first that has it.
    """
    if is_plain(text):
        return FontProperties(fname=own_file(bold=bold), size=size)
    families = families_for(drawable(text))
    return FontProperties(family=families, weight="bold" if bold else "normal", size=size)


def drawable(text: str) -> str:
    """Names may hold anything. What no font has becomes a plain letter that means the same, as for the fancy
    ones of many nicknames, or else a box: one for a whole word."""
    if is_plain(text):
        return text
    return re.sub(f"{_BOX}+", _BOX, "".join(map(_drawable_letter, _marked_letters(text))))


def _marked_letters(text: str) -> Iterator[str]:
    """Each letter with the marks on it, which only the same font can put there."""
    letter = ""
    for one in text:
        if letter and not unicodedata.category(one).startswith("M"):
            yield letter
            letter = ""
        letter += one
    yield letter


def _drawable_letter(marked: str) -> str:
    bare = marked[0]
    choices = (marked, unicodedata.normalize("NFKC", marked), bare, unicodedata.normalize("NFKC", bare))
    instead = "" if unicodedata.category(bare) in _UNSEEN else _BOX
    return next(filter(is_drawable, choices), instead)


def fit(text: Text, width: float, renderer: RendererBase) -> None:
    """Make a text smaller until it is no wider than so many pixels, and cut it where that is not enough."""
    wide, size = text.get_window_extent(renderer).width, float(text.get_fontsize())
    if wide > width:
        text.set_fontsize(max(size * width / wide, min(size, _SMALLEST)))
    while (wide := text.get_window_extent(renderer).width) > width:
        words = text.get_text().removesuffix(_CUT)
        text.set_text(words[: min(int(len(words) * width / wide), len(words) - 1)] + _CUT)


@frozen
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
