"""Where a number goes: a word of its own, so that whoever only keeps it need not load numpy."""

from enum import StrEnum


class Way(StrEnum):
    """Whether that is good is for whoever wants something of it."""

    RISING = "rising"
    FALLING = "falling"
    STABLE = "stable"
