"""What can be asked of a person's day."""

from bot.documents import Ask


class TickOff(Ask, frozen=True):
    """One thing of the day: all that is wanted of it, or what was logged of it undone."""

    section: str
    """The name of its section: `habits`."""
    thing: str
    """Its id."""
    day: str | None = None
    """Today unless it is said: a page may be older than the day."""
    undo: bool = False
