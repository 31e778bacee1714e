"""A number that leaves its bounds: an alert that does not flap.

Each reading on the wrong side as an alert is 30 to 50 a year of noise. Two in a row make one, or a single one
that is far beyond; it is over after two that are well inside. Whoever goes in and out all the time is told
that once, instead of each time (as Naemon counts it).
"""

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

from tracker.frozen import frozen
from tracker.readings import Number

IN_A_ROW = 2
FAR = 2.0
"""Deviations beyond a bound, at which one reading is enough."""
WELL_INSIDE = 0.5
REMEMBERED = 21
"""States, of which the newest changes weigh most."""
FLAPPING_FROM, FLAPPING_UNTIL = 30.0, 5.0
"""Percent. It is over when it is quiet, and not as soon as it is less: else noise begins anew each month."""


class Side(StrEnum):
    INSIDE = "inside"
    LOW = "low"
    HIGH = "high"


class AlertEvent(StrEnum):
    FIRED = "fired"
    CLEARED = "cleared"
    FLAPPING = "flapping"


@frozen
class Bounds:
    low: Number | None = None
    high: Number | None = None

    def beyond(self, value: Number) -> tuple[Side, float]:
        """On which side a value is, and how far beyond the bound."""
        if self.high is not None and value > self.high:
            return Side.HIGH, float(value - self.high)
        if self.low is not None and value < self.low:
            return Side.LOW, float(self.low - value)
        return Side.INSIDE, 0.0

    def is_well_inside(self, value: Number, margin: float) -> bool:
        below = self.high is None or float(value) <= float(self.high) - margin
        above = self.low is None or float(value) >= float(self.low) + margin
        return below and above


@frozen
class Alert:
    """Where a number is between its bounds, as far as people were told."""

    side: Side = Side.INSIDE
    beyond: Side = Side.INSIDE
    """Where the last reading was, if that was not believed yet."""
    in_a_row: int = 0
    """Readings that speak against `side`, one after the other."""
    states: tuple[Side, ...] = ()
    """The last readings, as each was by itself."""
    flapping: bool = False


def after(alert: Alert, value: Number, bounds: Bounds, deviation: float) -> tuple[Alert, AlertEvent | None]:
    """`deviation` is how much days differ anyhow."""
    states = (*alert.states, bounds.beyond(value)[0])[-REMEMBERED:]
    percent = flapping_percent(states)
    flapping = percent >= (FLAPPING_UNTIL if alert.flapping else FLAPPING_FROM)
    moved, event = _moved(replace(alert, states=states), value, bounds, deviation)
    moved = replace(moved, flapping=flapping)
    if flapping:
        return moved, None if alert.flapping else AlertEvent.FLAPPING
    if alert.flapping and moved.side is not Side.INSIDE:  # it has come to rest beyond
        return moved, AlertEvent.FIRED
    return moved, event


def _moved(alert: Alert, value: Number, bounds: Bounds, deviation: float) -> tuple[Alert, AlertEvent | None]:
    side, far = bounds.beyond(value)
    if side not in (Side.INSIDE, alert.side):
        row = alert.in_a_row + 1 if alert.beyond is side else 1
        if row >= IN_A_ROW or (deviation > 0 and far >= FAR * deviation):
            return replace(alert, side=side, beyond=Side.INSIDE, in_a_row=0), AlertEvent.FIRED
        return replace(alert, beyond=side, in_a_row=row), None
    if side is alert.side or not bounds.is_well_inside(value, WELL_INSIDE * deviation):
        return replace(alert, beyond=Side.INSIDE, in_a_row=0), None
    row = alert.in_a_row + 1 if alert.beyond is Side.INSIDE else 1
    if row >= IN_A_ROW:
        return replace(alert, side=Side.INSIDE, beyond=Side.INSIDE, in_a_row=0), AlertEvent.CLEARED
    return replace(alert, beyond=Side.INSIDE, in_a_row=row), None


def flapping_percent(states: Sequence[Side]) -> float:
    """How often states change: a change weighs from .75, the oldest, to 1.25, the newest."""
    places = REMEMBERED - 1
    offset = REMEMBERED - len(states)
    weights = [
        0.75 + 0.5 * (place + offset - 1) / (places - 1)
        for place in range(1, len(states))
        if states[place] is not states[place - 1]
    ]
    return sum(weights) * 100 / places
