"""The colours of a chart, on a background of its own, so that it is readable wherever it is shown.

The hues are those of Okabe and Ito, which people of all colour vision can tell apart. Colour is never the
only difference: each kind of line has its own dash.
"""

from collections.abc import Mapping

from tracker.frozen import frozen
from tracker.tones import Tone


@frozen
class Palette:
    background: str
    text: str
    muted: str
    grid: str
    history: str
    target: str
    pace: str
    forecast: Mapping[Tone, str]
    """By how it looks: good, at risk, too late."""


LIGHT = Palette(
    background="#ffffff",
    text="#1f2328",
    muted="#59636e",
    grid="#e3e7eb",
    history="#0072b2",
    target="#b34a00",
    pace="#59636e",
    forecast={Tone.GOOD: "#007a5a", Tone.WARNING: "#8a6a00", Tone.BAD: "#b0225f"},
)

DARK = Palette(
    background="#1e1f22",
    text="#f2f3f5",
    muted="#b5bac1",
    grid="#36383e",
    history="#56b4e9",
    target="#f0913a",
    pace="#b5bac1",
    forecast={Tone.GOOD: "#3ccf9f", Tone.WARNING: "#f0e442", Tone.BAD: "#ff7eb0"},
)
