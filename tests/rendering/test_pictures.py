"""Pictures as they are kept: the message alone, small, and with its words."""

from io import BytesIO
from itertools import product
from pathlib import Path

from PIL import Image, ImageDraw

from tests.rendering.pictures import picture, words_in

WORDS = "99 Woodcutting\n▰▰▱ 66.5 % · ✅ on track"
BASE, EDGE = (26, 26, 30, 255), (0, 158, 115, 255)
BOX, CHART = (36, 36, 41, 255), (30, 31, 34, 255)


def window() -> bytes:
    """A round box in the corner of a window of nothing, with surfaces much alike, and many colours."""
    drawn = Image.new("RGBA", (800, 600), (0, 0, 0, 0))
    pen = ImageDraw.Draw(drawn)
    pen.rounded_rectangle((0, 0, 299, 199), 24, fill=BASE)
    pen.rectangle((40, 40, 44, 160), fill=EDGE)
    pen.rectangle((60, 20, 200, 180), fill=BOX)
    pen.rectangle((80, 40, 180, 160), fill=CHART)
    for x, y in product(range(220, 290), range(30, 150)):
        drawn.putpixel((x, y), (x - 35, 2 * y - 45, (7 * x + 3 * y) % 256, 255))
    made = BytesIO()
    drawn.save(made, "PNG")
    return made.getvalue()


def test_all_but_the_message_is_cut_off() -> None:
    assert Image.open(BytesIO(picture(window(), WORDS))).size == (300, 200)


def test_the_corners_stay_round() -> None:
    kept = Image.open(BytesIO(picture(window(), WORDS))).convert("RGBA")

    assert [kept.getpixel(at)[3] for at in [(0, 0), (299, 0), (0, 199), (299, 199)]] == [0] * 4


def test_large_surfaces_keep_their_colours_beside_a_thousand_others() -> None:
    kept = Image.open(BytesIO(picture(window(), WORDS))).convert("RGBA")

    assert [kept.getpixel(at) for at in [(20, 100), (70, 100), (130, 100)]] == [BASE, BOX, CHART]


def test_it_remembers_its_words(tmp_path: Path) -> None:
    (tmp_path / "card.png").write_bytes(picture(window(), WORDS))

    assert words_in(tmp_path / "card.png") == WORDS
