"""Somebody who asks for something: who, where, and when. Every use case gets one."""

from dataclasses import field
from datetime import date, datetime
from typing import TYPE_CHECKING

from tracker.days import local_day
from tracker.front_ends import FrontEnd
from tracker.frozen import frozen
from tracker.locales import read_by

if TYPE_CHECKING:
    from bot.services import Services
    from tracker.accounts.model import User
    from tracker.rewards.board_names import DiscordName
    from tracker.servers.model import Guild


@frozen
class Visit:
    services: "Services"
    person: "User"
    front_end: FrontEnd
    now: datetime
    """In whole seconds, as the table keeps instants."""
    guild: "Guild | None" = None
    """The server on Discord on which they ask; None elsewhere."""
    known_as: str = ""
    """What others call them where they ask, as far as the front end knows: their name on Discord."""
    account_name: str = ""
    """The name of their account on Discord, which nobody else has there."""
    occasion: str | None = None
    """What they did, as the front end numbers it, where that may be delivered twice."""
    by_device: bool = False
    """Whether a device speaks for them, such as a scale: a program with a token that can only tell."""
    today: date = field(init=False, compare=False)
    """The day that it is for the person."""

    @property
    def discord_name(self) -> "DiscordName | None":
        """Who they are on Discord; None elsewhere."""
        from tracker.rewards.board_names import DiscordName  # noqa: PLC0415 - few use cases ask for it

        return DiscordName(self.known_as, self.account_name) if self.front_end is FrontEnd.DISCORD else None

    def __post_init__(self) -> None:
        today = local_day(self.now, self.person.zone, self.person.day_start)
        object.__setattr__(self, "today", today)
        read_by(self.person.language, self.person.country)  # whatever is said in this task is said to them
