"""A session of the gateway: numbered events, kept so that a client that was away gets them again."""

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.fakes.discord.forms import Json

if TYPE_CHECKING:
    from tests.fakes.discord.connections import Connection
    from tests.fakes.discord.places import FakeGuild

_DISPATCH = 0
_KEPT = 5000
GUILDS, GUILD_MESSAGES, MESSAGE_CONTENT = 1 << 0, 1 << 9, 1 << 15


@dataclass(eq=False)
class Session:
    id: str
    shard: int
    shards: int
    intents: int
    connection: "Connection | None" = None
    sequence: int = 0
    _events: deque[Json] = field(default_factory=lambda: deque(maxlen=_KEPT), repr=False)

    def push(self, event: str, data: Json) -> None:
        """Kept in any case; sent if somebody is there."""
        self.sequence += 1
        payload = {"op": _DISPATCH, "s": self.sequence, "t": event, "d": data}
        self._events.append(payload)
        if self.connection is not None:
            self.connection.send(payload)

    def can_resume(self, sequence: int) -> bool:
        """Whether all that came after this one is still known."""
        return self.sequence - sequence <= len(self._events)

    def resume(self, connection: "Connection", sequence: int) -> None:
        self.connection = connection
        for payload in self._events:
            if payload["s"] > sequence:
                connection.send(payload)
        self.push("RESUMED", {})

    def has(self, guild: "FakeGuild | None") -> bool:
        """Private channels belong to the first shard."""
        return ((guild.id >> 22) % self.shards if guild else 0) == self.shard
