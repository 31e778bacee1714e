"""What can be asked of characters: whom somebody follows."""

from pydantic import Field

from bot.documents import Ask


class AddCharacter(Ask, frozen=True):
    name: str
    game: str = Field(default="osrs", description="osrs or rs3")
    mode: str | None = Field(default=None, description="ironman, hardcore, …; the main game unless you say")


class LookUpPlayer(Ask, frozen=True):
    """Any player, whoever they are."""

    name: str
    game: str = "osrs"
    mode: str | None = None
    """The main game unless it is said."""


class AddNumber(Ask, frozen=True):
    """Any number on the web that is served as JSON."""

    name: str
    url: str = Field(repr=False)
    path: str | None = Field(
        default=None, description="Where the number is in the document: data.items[0].count"
    )
    unit: str | None = Field(default=None, description="What is counted: commits, steps, EUR")
    headers: tuple[str, ...] = Field(default=(), repr=False)
    """What to send along, each as in `Authorization: Bearer …`."""


class ListCharacters(Ask, frozen=True):
    page: int | None = None
    """From 0; without it, all of them."""


class NameCharacter(Ask, frozen=True):
    character: str
    """Its name in any spelling, or its id."""
    exact: bool = False
    """Whether it is an id: what is gone must not lead to another that is called so now."""


class RenameCharacter(Ask, frozen=True):
    character: str
    name: str
    anyway: bool = Field(default=False, description="Even if the new one has less than was recorded")


class ListPopular(Ask, frozen=True):
    game: str | None = Field(default=None, description="Of this game alone: osrs or rs3")
    limit: int = Field(default=10, ge=1, le=100, description="How many")
