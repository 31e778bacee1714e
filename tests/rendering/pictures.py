"""The pictures as they are kept: only the message, in few colours, and with its words."""

from io import BytesIO
from pathlib import Path

from PIL import Image
from PIL.PngImagePlugin import PngImageFile, PngInfo

_WORDS = "Description"
"""What the PNG standard calls it."""
_COLOURS = 255
"""One place is left for no colour at all, which is outside the round corners."""
_SEEN = 128


def picture(photograph: bytes, words: str) -> bytes:
    """Out of a transparent window. A third of the size, and what is lost no eye misses."""
    window = Image.open(BytesIO(photograph)).convert("RGBA")
    message = window.crop(window.getchannel("A").getbbox())
    few = message.convert("RGB").quantize(
        _COLOURS, Image.Quantize.MEDIANCUT, kmeans=3, dither=Image.Dither.NONE
    )
    colours = few.getpalette() or []
    none = len(colours) // 3
    few.putpalette([*colours, 0, 0, 0])
    few.paste(none, mask=message.getchannel("A").point(lambda alpha: 0 if alpha >= _SEEN else 255))
    noted = PngInfo()
    noted.add_itxt(_WORDS, words)
    made = BytesIO()
    few.save(made, "PNG", optimize=True, transparency=none, pnginfo=noted)
    return made.getvalue()


def words_in(path: Path) -> str:
    """Those that it was made with."""
    with Image.open(path) as kept:
        assert isinstance(kept, PngImageFile)
        return str(kept.text[_WORDS])
