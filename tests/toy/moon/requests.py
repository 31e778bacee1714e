"""What can be asked of the moon."""

from pydantic import Field

from bot.documents import Ask


class LookUp(Ask, frozen=True):
    day: str | None = Field(
        default=None, description="Which night: yesterday, 2027-03-01. Tonight unless you say"
    )
