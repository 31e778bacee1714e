"""What can be asked of the digest."""

from bot.documents import Ask


class ChangeDigest(Ask, frozen=True):
    """Only what is said is changed."""

    frequency: str | None = None
    """`daily`, `weekly` (on Mondays) or `off`."""
    time: str | None = None
    when_quiet: str | bool | None = None
    """Whether it comes also when nothing has moved."""
