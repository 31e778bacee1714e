"""What a channel is: it sends a message to a target, or raises one of these failures."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

LINK, LINK_LABEL = "link", "linkLabel"
"""Facts of a part that leads somewhere: to a page of Questlog, and what its button says."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where a person is reached on one channel. The address may hold a secret, and is never shown."""

    channel: str
    address: str = field(repr=False)
    person: str = ""
    """Whose it is; nobody's, where an address is only tried out."""


@dataclass(frozen=True, slots=True)
class Part:
    """One notification in a message."""

    id: str
    kind: str
    title: str
    text: str
    facts: Mapping[str, str | int]
    urgent: bool
    meant_for: datetime
    late: str | None
    """What to say where it comes late: "was meant for 08:00"."""
    group: str | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """One or more notifications that go together. A retry has the same id, and so is no second message."""

    id: str
    parts: tuple[Part, ...]
    note: str | None = None
    """Why it comes on this channel, where another one was to take it. A sentence for people."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """The other side took the message."""

    reference: str | None = None
    """What the other side calls it."""


class ChannelFailure(Exception):
    """Why a message did not go. As text it is for people, ends without a full stop, and holds no secret."""


class Retry(ChannelFailure):
    """Not now. The message may even have arrived: it is sent again under the same id."""

    def __init__(self, reason: str, *, after: float | None = None) -> None:
        super().__init__(reason)
        self.after = after
        """Seconds, where the other side named them."""


class CapReached(Retry):
    """Enough for now, by our own rules."""


class TargetOff(ChannelFailure):
    """The target does not take our messages, and will not by itself."""


class TargetGone(ChannelFailure):
    """The target is no longer there."""


class BadMessage(ChannelFailure):
    """This message cannot go on this channel; others can."""


class StopSender(ChannelFailure):
    """Nothing can go on this channel until the operator has done something."""


class Channel(Protocol):
    """One way to reach people."""

    @property
    def name(self) -> str:
        """As in `Target.channel`."""
        ...

    async def send(self, target: Target, message: Message) -> Receipt:
        """Raises ChannelFailure, and nothing else. The caller limits the time."""
        ...
