"""Whether the connection to Discord lives: judged by latency and news, never by what the library believes.

While the address for resuming answers badly, discord.py 2.7 tries that one for ever and says that it is ready
(Rapptz/discord.py#10511). Its latency is infinite then.
"""

from dataclasses import replace
from enum import Enum
from math import isfinite

from tracker.frozen import frozen

SILENCE_SECONDS = 180.0
"""Discord acknowledges a heartbeat about every 41 s: after four of them without news nobody is there."""


def lives(latency: float) -> bool:
    """Whether heartbeats are answered. The library's own `is_ready()` stays true without a connection."""
    return isfinite(latency)


class ConnectionVerdict(Enum):
    WELL = "well"
    RECONNECT = "reconnect"
    GIVE_UP = "give up"


@frozen
class LifeSign:
    """What can be seen from outside at one moment."""

    latency: float
    """Changes with every heartbeat that is acknowledged; not finite without a connection."""
    events: int
    """How many have arrived in all."""

    @property
    def lives(self) -> bool:
        return lives(self.latency)


@frozen
class Vigil:
    """What was seen so far; times are of a monotonic clock."""

    sign: LifeSign
    lived_at: float
    """When the connection was last there."""
    news_at: float
    """When anything last arrived."""
    reconnected: bool = False
    """Whether it was made afresh since anything last arrived."""

    @classmethod
    def begin(cls, sign: LifeSign, now: float) -> "Vigil":
        return cls(sign, now, now)

    def seeing(self, sign: LifeSign, now: float) -> "Vigil":
        news = sign.lives and sign != self.sign
        return Vigil(
            sign,
            lived_at=now if sign.lives else self.lived_at,
            news_at=now if news else self.news_at,
            reconnected=self.reconnected and not news,
        )

    def after_reconnecting(self) -> "Vigil":
        return replace(self, reconnected=True)

    def judge(self, now: float, give_up_seconds: float) -> ConnectionVerdict:
        """Without a connection for half of that time: reconnect. For all of it: give up.

        Silence on a connection that seems to be there counts, too, but only when it is longer than usual.
        """
        gone, silent = now - self.lived_at, now - self.news_at
        if gone >= give_up_seconds or silent >= max(give_up_seconds, 2 * SILENCE_SECONDS):
            return ConnectionVerdict.GIVE_UP
        if not self.reconnected and (
            gone >= give_up_seconds / 2 or silent >= max(give_up_seconds / 2, SILENCE_SECONDS)
        ):
            return ConnectionVerdict.RECONNECT
        return ConnectionVerdict.WELL
