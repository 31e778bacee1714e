"""Where a number goes: words of their own, so that whoever only keeps them need not load numpy."""

from enum import StrEnum

WINDOW, FEWEST = 56, 21
"""Days that say where it goes, and how many of them must have a value."""


class Way(StrEnum):
    """Whether that is good is for whoever wants something of it."""

    RISING = "rising"
    FALLING = "falling"
    STABLE = "stable"
