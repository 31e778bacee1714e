"""What is answered about the moon."""

from datetime import date

from bot.documents import Document
from tests.toy.moon.rules import Phase


class Moon(Document, frozen=True):
    day: date
    phase: Phase
    percent: int
    """How much of it is lit."""
