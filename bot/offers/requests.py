"""What can be asked of offers."""

from pydantic import Field, StrictInt

from bot.documents import Ask

Count = str | StrictInt


class CreateOffer(Ask, frozen=True):
    """One of `goal`, `coins` and `challenge` says what it takes."""

    title: str
    goal: str | None = None
    """The first to reach it: `99 sailing`."""
    coins: Count | None = None
    challenge: str | None = None
    """Drawn among those who keep a week of it."""
    week: str | None = None
    """Of the challenge: `2026-W47`; this one unless it is said."""
    stock: int = 1
    ends: str | None = None
    """The last day; in thirty days unless it is said."""
    tags: str | None = None
    description: str | None = None
    game: str = "osrs"


class ListOffers(Ask, frozen=True):
    tag: str | None = Field(default=None, description="Only those with this tag")
    all: bool = Field(default=False, description="Also those that are over")


class NameOffer(Ask, frozen=True):
    offer: str
    """Its title, words of it, or its id."""


class ClaimOffer(NameOffer, frozen=True):
    character: str | None = Field(default=None, description="Whose number counts, where it is a race")
    name: str | None = Field(
        default=None,
        validation_alias="as",
        description="What the server sees; your name on boards unless you say",
    )


class AwardOffer(NameOffer, frozen=True):
    who: str
    """The name under which they claimed it."""


class CloseOffer(NameOffer, frozen=True):
    withdraw: bool = False
    """Whether coins go back to those who have nothing for them yet."""
