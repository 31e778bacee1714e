"""How something is meant, wherever people read it. Whoever has colours knows one for each."""

from enum import StrEnum, auto


class Tone(StrEnum):
    PLAIN = auto()
    GOOD = auto()
    WARNING = auto()
    BAD = auto()
    TRIUMPH = auto()
    QUIET = auto()
