"""The people on Discord, and what Discord tells of them."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.fakes.discord.forms import Json

if TYPE_CHECKING:
    from tests.fakes.discord.server import FakeDiscord


@dataclass(eq=False)
class Person:
    discord: "FakeDiscord" = field(repr=False)
    id: int
    name: str
    locale: str = "en-US"
    installed: bool = True
    """Whether this person has added the bot to their own account."""
    accepts_dms: bool = True
    is_bot: bool = False

    @property
    def payload(self) -> Json:
        bot = {"bot": True} if self.is_bot else {}
        return {
            "id": str(self.id),
            "username": self.name,
            "discriminator": "0",
            "global_name": self.name.title(),
            "avatar": None,
            "avatar_decoration_data": None,
            "primary_guild": None,
            "public_flags": 0,
            **bot,
        }

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    def __str__(self) -> str:
        return self.name
