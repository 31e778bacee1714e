"""What can be asked of a look back."""

from pydantic import Field

from bot.documents import Ask


class LookBack(Ask, frozen=True):
    period: str | None = Field(
        default=None, description="A year or a month: 2026, november, last month. This year unless you say"
    )
    shared: bool = False
    """Whether others see the answer: then what is about metrics stays out of it."""
