"""The colours of tones, on every channel that has colours and on cards that answer commands.

Each stands out from a light and from a dark background by 3:1 at least, the contrast that WCAG asks of what
is no text; red and green differ in lightness and hue for people who see fewer colours.
"""

from collections.abc import Mapping

from tracker.tones import Tone

GREEN, AMBER, RED, VIOLET, GREY, BLUE = 0x009E73, 0xC27C0E, 0xE0433B, 0xA06CD5, 0x87898C, 0x3B8FD0

COLOURS: Mapping[Tone, int] = {
    Tone.PLAIN: BLUE,
    Tone.GOOD: GREEN,
    Tone.WARNING: AMBER,
    Tone.BAD: RED,
    Tone.TRIUMPH: VIOLET,
    Tone.QUIET: GREY,
}
