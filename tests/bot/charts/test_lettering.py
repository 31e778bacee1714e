"""Letters that the own font lacks: drawn with another font where there is one, and else as a box."""

from pathlib import Path

import numpy as np
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties

from bot.charts.lettering import OtherFonts, drawable, font

HAN = "\u6f22"
BOX = "\N{WHITE SQUARE}"
FAMILY = "Questlog Test Han"


def han_font(folder: Path) -> str:
    """A font with one letter, which is a black square."""
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    for corner in ((0, 1000), (1000, 1000), (1000, 0)):
        pen.lineTo(corner)
    pen.closePath()
    square, empty = pen.glyph(), TTGlyphPen(None).glyph()
    made = FontBuilder(1000, isTTF=True)
    made.setupGlyphOrder([".notdef", "han"])
    made.setupCharacterMap({ord(HAN): "han"})
    made.setupGlyf({".notdef": empty, "han": square})
    made.setupHorizontalMetrics({".notdef": (1000, 0), "han": (1000, 0)})
    made.setupHorizontalHeader(ascent=1000, descent=0)
    made.setupNameTable({"familyName": FAMILY, "styleName": "Regular"})
    made.setupOS2()
    made.setupPost()
    made.save(folder / "han.ttf")
    return str(folder / "han.ttf")


def ink(text: str, letters: FontProperties) -> int:
    """How many pixels are black."""
    figure = Figure(figsize=(2, 1), dpi=100)
    canvas = FigureCanvasAgg(figure)
    figure.text(0.1, 0.3, text, font=letters)
    canvas.draw()
    return int((np.asarray(canvas.buffer_rgba())[..., 0] < 128).sum())


def test_a_letter_that_another_font_has_is_drawn_with_it(tmp_path: Path) -> None:
    others = OtherFonts.of([han_font(tmp_path), str(tmp_path / "none.ttf")])

    assert others.families == (FAMILY,)
    assert others.drawable(f"Read {HAN}") == f"Read {HAN}"
    with_han = FontProperties(family=["DejaVu Sans", *others.families], size=30)
    assert ink(f"i{HAN}", with_han) > ink("i", with_han) + 1000


def test_what_no_font_has_is_one_box_and_what_joins_is_left_out() -> None:
    nothing = OtherFonts()

    assert nothing.drawable("Lies \u6f22\u5b57\u6f22 heute") == f"Lies {BOX} heute"
    assert nothing.drawable("\N{RUNNER}\u200d\u2640\ufe0f Run") == f"{BOX}\u2640\ufe0f Run"
    assert nothing.drawable("Read") == "Read"


def test_what_the_own_font_has_needs_no_other() -> None:
    assert drawable("Éire, чтение, קריאה") == "Éire, чтение, קריאה"
    assert font(12, text="чтение").get_file() is not None
