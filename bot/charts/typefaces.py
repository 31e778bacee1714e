"""The fonts that charts bring along, and which of them draw a text: the same on every machine."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import matplotlib as mpl
from matplotlib import font_manager
from matplotlib.font_manager import FontEntry
from matplotlib.ft2font import FT2Font

from tracker.frozen import frozen

_FOLDER = Path(__file__).with_name("fonts")
_EMOJI = "NotoEmoji-Regular.ttf"
_CJK = "DroidSansFallback.ttf"
_REGULAR, _BOLD = 400, 700
_FIRST_EMOJI, _LAST_EMOJI = "\U0001f000", "\U0001faff"
_AS_EMOJI = "\N{VARIATION SELECTOR-16}"


@frozen
class Typeface:
    family: str
    faces: tuple[FT2Font, ...]

    @classmethod
    def of(cls, *files: Path) -> "Typeface":
        """A regular file, and a bold one if there is: else the regular stands for both.

        matplotlib gets to know it by a name that no font of the machine has, and never takes one of those.
        """
        family = f"Questlog {files[0].stem}"
        font_manager.fontManager.ttflist += [
            FontEntry(fname=str(file), name=family, weight=weight, size="scalable")
            for file, weight in ((files[0], _REGULAR), (files[-1], _BOLD))
        ]
        return cls(family, tuple(FT2Font(str(file)) for file in files))

    def has(self, text: str) -> bool:
        return all(face.get_char_index(ord(letter)) for face in self.faces for letter in text)


def own_file(*, bold: bool) -> Path:
    """Of DejaVu Sans, which comes with matplotlib."""
    return Path(mpl.get_data_path(), "fonts", "ttf", "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf")


def is_plain(text: str) -> bool:
    """Whether the own font alone draws it."""
    return (text.isascii() and text.isprintable()) or (_own().has(text) and not _has_emoji(text))


def is_drawable(letter: str) -> bool:
    """Whether one font has it and the marks on it."""
    return any(face.has(letter) for face in (_own(), *_others()))


def families_for(text: str) -> Sequence[str]:
    """matplotlib takes each letter from the first of these that has it."""
    others = [
        face for face in _others() if any(face.has(letter) for letter in text if not _own().has(letter))
    ]
    first = [face for face in _others()[:1] if _has_emoji(text)]
    return list(dict.fromkeys(face.family for face in (*first, _own(), *others)))


def _has_emoji(text: str) -> bool:
    """The own font has some of them, too, which do not look like the rest."""
    return any(_FIRST_EMOJI <= letter <= _LAST_EMOJI or letter == _AS_EMOJI for letter in text)


@cache
def _own() -> Typeface:
    return Typeface.of(own_file(bold=False), own_file(bold=True))


@cache
def _others() -> tuple[Typeface, ...]:
    """The emoji first and the largest last."""
    scripts = sorted(_FOLDER.glob("NotoSans*.ttf"))
    return tuple(Typeface.of(file) for file in (_FOLDER / _EMOJI, *scripts, _FOLDER / _CJK))
