"""What can be asked about signing in."""

from bot.documents import Ask


class NameSession(Ask, frozen=True):
    session: str
    """Its id, or how that begins."""
