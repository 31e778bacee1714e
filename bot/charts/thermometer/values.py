"""What a thermometer shows, as plain values, and the same in words for those who cannot see it."""

from tracker.frozen import frozen
from tracker.words import percent_text

MOST_ROWS = 5
WHOLE = 100


@frozen
class ThermometerRow:
    name: str
    text: str
    """`120,000,000 xp`."""
    percent: float
    """Of what the first has."""


@frozen
class ThermometerChart:
    title: str
    percent: float
    standing: str
    """`512,000,000 of 1,000,000,000 xp`."""
    notes: tuple[str, ...] = ()
    """Who and until when, in a few words each."""
    reached: tuple[int, ...] = ()
    """The marks that were passed."""
    rows: tuple[ThermometerRow, ...] = ()


def describe(chart: ThermometerChart) -> str:
    """For those who cannot see it."""
    rows = ", ".join(f"{one.name} {one.text}" for one in chart.rows[:MOST_ROWS])
    most = f" Most came from: {rows}." if rows else ""
    notes = "".join(f" {one[:1].upper()}{one[1:]}." for one in chart.notes)
    return f"A thermometer: {chart.title} is at {percent_text(chart.percent)}, {chart.standing}.{notes}{most}"
