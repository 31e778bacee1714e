"""A server on Discord: what it announces, and who lets themselves be announced there."""

from enum import StrEnum
from typing import Literal, NamedTuple

from tracker.store.entity import Entity, Instant, stored_as
from tracker.store.index_keys import ServerMemberKey
from tracker.store.keys import ListedServerKey, MembershipKey, ServerKey

PEOPLE = "people"
"""The fact of a message to a server that says whom it is about: ids of accounts, with commas between."""


NEWS = "news"
"""The fact that says what it tells of them: kinds of News, with commas between."""


class Guild(NamedTuple):
    """A server as Discord shows it to somebody who asks there."""

    id: int
    is_managed: bool = False
    """Whether they may manage it, as Discord says at that moment."""
    name: str = ""
    """What it is called now, where the front end has asked."""


class News(StrEnum):
    """What everybody on a server may be told of a person. Each is agreed to by its name."""

    REACHED = "reached"
    """Goals that they reach."""
    MILESTONES = "milestones"
    """How far they are with goals that they have not reached yet."""
    GAINS = "gains"
    """How much their characters gain, and in what: the digest and rankings of the server."""


class Announces(StrEnum):
    """What of its members a server tells everybody as it happens."""

    NOTHING = "nothing"
    REACHED = "reached"
    MILESTONES = "milestones"
    """Besides what is reached."""

    @property
    def news(self) -> tuple[News, ...]:
        return _ANNOUNCED[self]


_ANNOUNCED = {
    Announces.NOTHING: (),
    Announces.REACHED: (News.REACHED,),
    Announces.MILESTONES: (News.REACHED, News.MILESTONES),
}


class Board(StrEnum):
    """What a server can have a channel of its own for."""

    REACHED = "goals"
    MILESTONES = "milestones"
    DIGEST = "digest"
    CHALLENGES = "challenges"
    OFFERS = "offers"

    @property
    def channel(self) -> str:
        """The type of the server's channel for it. Where there is none, the one for all news is tried."""
        return f"discord.{self.value}"


class Server(Entity, frozen=True):
    type: Literal["server"] = "server"
    account: str
    """The id of its account, which has its settings, its channel and its outbox."""
    name: str
    announces: Announces = Announces.NOTHING

    @property
    def key(self) -> ServerKey:
        return ServerKey(self.account)

    def announcing(self, said: Announces | None) -> Announces:
        """What is said; else what it announces already, which are goals that are reached at first."""
        kept = Announces.REACHED if self.announces is Announces.NOTHING else self.announces
        return kept if said is None else said


class ListedServer(Entity, frozen=True):
    """A server that a person wants to find again. Its name is of the day when they were there last."""

    model_config = stored_as(since="createdAt")

    type: Literal["listedServer"] = "listedServer"
    user: str
    guild: str
    """Its id on Discord."""
    name: str
    since: Instant

    @property
    def key(self) -> ListedServerKey:
        return ListedServerKey(self.user, self.guild)


class Membership(Entity, frozen=True):
    """A person lets themselves be announced on a server, with what they agreed to: a field for each News.

    Whoever joined before the kinds had names was asked about goals that they reach, and about nothing else.
    """

    model_config = stored_as(since="createdAt")

    type: Literal["membership"] = "membership"
    user: str
    server: str
    """The id of its account."""
    name: str
    """What the server was called when the person joined."""
    since: Instant
    reached: bool = True
    milestones: bool = False
    gains: bool = False

    @property
    def agreed(self) -> tuple[News, ...]:
        return tuple(one for one in News if getattr(self, one.value))

    @property
    def key(self) -> MembershipKey:
        return MembershipKey(self.user, self.server)

    @property
    def place(self) -> ServerMemberKey:
        return ServerMemberKey(self.server, self.user)
