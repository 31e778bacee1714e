"""What can be asked of areas of life."""

from pydantic import Field

from bot.documents import Ask


class AreaOptions(Ask, frozen=True):
    """What can be said of an area besides its name. `none` takes an option away."""

    icon: str | None = Field(default=None, description="An emoji")
    description: str | None = Field(default=None, description="What belongs to it, in a line")
    place: int | None = Field(default=None, ge=1, le=100, description="Its place on your list, from 1")


class AddArea(AreaOptions, frozen=True):
    area: str


class NameArea(Ask, frozen=True):
    area: str
    """Its name, or how that begins."""


class EditArea(NameArea, AreaOptions, frozen=True):
    name: str | None = Field(default=None, description="A new name; what is in it goes along")
