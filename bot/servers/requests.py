"""What can be asked about servers, and about being announced there."""

from pydantic import Field

from bot.documents import Ask
from tracker.servers.model import Announces, Board, News


class ChooseChannel(Ask, frozen=True):
    """Where members are announced, and what of them."""

    channel: str
    """Its id on Discord."""
    what: Announces | None = None
    """As before, unless it is said."""


class ChooseBoard(Ask, frozen=True):
    """Where one kind of news is posted."""

    news: Board
    channel: str | None = None
    """Its id on Discord; without it, where all other news is."""


class ChangeServer(Ask, frozen=True):
    digest: str | None = None
    """`daily`, `weekly` or `off`."""
    digest_time: str | None = None
    digest_when_quiet: bool | None = None
    timezone: str | None = None
    quiet_hours: str | None = None

    def changes(self) -> dict[str, str]:
        """Those that are said, as settings are written."""
        switch = {True: "yes", False: "no"}
        said = self.model_dump(exclude_none=True)
        return {name: switch[value] if isinstance(value, bool) else value for name, value in said.items()}


class Agree(Ask, frozen=True):
    """What everybody on the server where they are may hear of the person."""

    what: News = News.REACHED


class NameServer(Ask, frozen=True):
    server: str | None = None
    """Its name or its id; without it, the one where the person asks."""
    what: News | None = Field(default=None, description="Only this ends; everything unless you say")


class OpenServer(Ask, frozen=True):
    guild: str = Field(pattern="^[0-9]{1,20}$")
    """Its id on Discord."""
