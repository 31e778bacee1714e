"""When a room asks, and when it says what came of it: one due item, with whoever owns the room."""

from datetime import date
from enum import StrEnum

from tracker.due import Due

CHECK_IN = "room-check-in"
SHARES = "room-shares"
"""Of whoever shares something with a room: when it is looked at what has moved."""


class CheckInPhase(StrEnum):
    ASK = "ask"
    SUM_UP = "sum-up"


class CheckInDue(Due, frozen=True):
    """`id` is the room."""

    kind: str = CHECK_IN
    day: date
    phase: CheckInPhase = CheckInPhase.ASK
