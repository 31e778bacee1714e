"""The badge: well-formed whatever a name holds, as wide as its words, and nothing in it but text."""

from xml.etree import ElementTree as ET

import pytest

from bot.shares.badge import COLOURS, badge, width
from tests.bot.web.pages.test_nasty_words import CORPUS
from tracker.tones import Tone

SVG = "{http://www.w3.org/2000/svg}"
ODD = (
    "\x00\x08 \x1b[31m",
    "\ud800",
    "\u202eabc",
    "\ufffe",
    "中文字",
    "e\u0301",
    "🏋🏽‍♀️",
    "",
    " " * 50,
    "W" * 500,
)


@pytest.mark.parametrize("words", [*CORPUS, *ODD])
def test_it_is_one_picture_of_text_whatever_it_says(words: str) -> None:
    made = ET.fromstring(badge(words, words, Tone.GOOD).encode("utf-8", "strict"))  # noqa: S314 - ours

    kinds = {one.tag.removeprefix(SVG) for one in made.iter()}
    assert kinds == {"svg", "title", "clipPath", "rect", "g", "text"}
    names = {name for one in made.iter() for name in one.attrib}
    assert not {name for name in names if name.startswith("on") or "href" in name or name == "style"}
    label, message = made.iter(f"{SVG}text")
    assert label.text == message.text
    assert made.find(f"{SVG}title").text == f"{label.text or ''}: {message.text or ''}"  # type: ignore[union-attr]


def test_its_parts_are_as_wide_as_their_words() -> None:
    made = ET.fromstring(badge("Gym", "12 days in a row", Tone.GOOD))  # noqa: S314 - ours

    label, message = made.iter(f"{SVG}text")
    left, right = [one for one in made.iter(f"{SVG}rect") if one.get("fill")]
    assert int(left.get("width", "")) == int(label.get("textLength", "")) + 12
    assert int(right.get("x", "")) == int(left.get("width", ""))
    assert int(made.get("width", "")) == int(left.get("width", "")) + int(right.get("width", ""))
    assert int(message.get("x", "")) == int(right.get("x", "")) + 6


def test_letters_have_their_widths() -> None:
    assert width("iii") < width("mmm") < width("中中中")
    assert width("e\u0301") == width("e")
    assert width("12 days in a row") == pytest.approx(92, abs=3), "as Verdana of 11 pixels has it"


@pytest.mark.parametrize("tone", Tone)
def test_white_letters_stand_out_on_each_colour(tone: Tone) -> None:
    red, green, blue = (int(COLOURS[tone][at : at + 2], 16) / 255 for at in (1, 3, 5))
    light = sum(
        share * (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4)
        for share, one in ((0.2126, red), (0.7152, green), (0.0722, blue))
    )
    assert 1.05 / (light + 0.05) >= 4.5
