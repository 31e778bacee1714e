"""A server on Discord: what it announces, and who lets themselves be announced there."""

from enum import StrEnum
from typing import Literal, NamedTuple

from tracker.store.entity import Entity, Instant, stored_as
from tracker.store.index_keys import ServerMemberKey
from tracker.store.keys import MembershipKey, ServerKey

PEOPLE = "people"
"""The fact of a message to a server that says whom it is about: ids of accounts, with commas between."""


class Guild(NamedTuple):
    """A server as Discord shows it to somebody who asks there."""

    id: int
    is_managed: bool = False
    """Whether they may manage it, as Discord says at that moment."""


class Announces(StrEnum):
    """What of its members a server tells everybody."""

    NOTHING = "nothing"
    REACHED = "reached"
    MILESTONES = "milestones"
    """Besides what is reached."""


class Server(Entity, frozen=True):
    type: Literal["server"] = "server"
    account: str
    """The id of its account, which has its settings, its channel and its outbox."""
    name: str
    announces: Announces = Announces.NOTHING

    @property
    def key(self) -> ServerKey:
        return ServerKey(self.account)


class Membership(Entity, frozen=True):
    """A person lets themselves be announced on a server."""

    model_config = stored_as(since="createdAt")

    type: Literal["membership"] = "membership"
    user: str
    server: str
    """The id of its account."""
    name: str
    """What the server was called when the person joined."""
    since: Instant

    @property
    def key(self) -> MembershipKey:
        return MembershipKey(self.user, self.server)

    @property
    def place(self) -> ServerMemberKey:
        return ServerMemberKey(self.server, self.user)
