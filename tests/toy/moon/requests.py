"""What can be asked of the moon."""

from bot.documents import Ask


class LookUp(Ask, frozen=True):
    day: str | None = None
    """As people say it: `yesterday`. Tonight, unless it is said."""
