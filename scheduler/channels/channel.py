"""What a channel is: it sends a message to a target, or raises one of these failures."""

import math
import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from datetime import datetime
from typing import Protocol

from tracker.frozen import frozen
from tracker.notify.kinds import GROUP, URGENT, Kind, MessageLook, declare
from tracker.notify.titles import kind_of

LINK, LINK_LABEL = "link", "linkLabel"
"""Facts of a part that leads somewhere: to a page of Questlog, and what its button says."""


@frozen
class MessageTarget:
    """Where a person is reached on one channel. The address may hold a secret, and is never shown."""

    channel: str
    address: str = field(repr=False)
    person: str = ""
    """Whose it is; nobody's, where an address is only tried out."""
    asker: str = ""
    """Who tries it out."""


@frozen
class Part:
    """One notification in a message."""

    id: str
    kind: Kind
    title: str
    text: str
    facts: Mapping[str, str | int]
    urgent: bool
    meant_for: datetime
    late: str | None
    """What to say where it comes late: "was meant for 08:00"."""
    group: str | None = None

    @property
    def look(self) -> MessageLook:
        return URGENT if self.urgent else self.kind.look_with(self.facts)

    @property
    def percent(self) -> float | None:
        """How far a bar goes; None where there is none to show."""
        fact = self.facts.get("percent")
        if fact is None or not self.kind.has_bar:
            return None
        try:
            percent = float(fact)
        except ValueError:
            return None
        return percent if math.isfinite(percent) else None

    def named(self, about: Iterable[str]) -> tuple[str, ...] | None:
        """What it is about, by the names of facts; None where one of them is not known."""
        found = [self.group if name == GROUP else self.facts.get(name) for name in about]
        return None if None in found or "" in found else tuple(map(str, found))


@frozen
class Message:
    """One or more notifications that go together. A retry has the same id, and so is no second message."""

    id: str
    parts: tuple[Part, ...]
    note: str | None = None
    """Why it comes on this channel, where another one was to take it. A sentence for people."""


@frozen
class Receipt:
    """The other side took the message."""

    reference: str | None = None
    """What the other side calls it."""


class ChannelFailure(Exception):
    """Why a message did not go. As text it is for people, ends without a full stop, and holds no secret."""


class Retry(ChannelFailure):
    """Not now. The message may even have arrived: it is sent again under the same id."""

    def __init__(self, reason: str, *, after: float | None = None, of_message: bool = False) -> None:
        super().__init__(reason)
        self.after = after
        """Seconds, where the other side named them."""
        self.of_message = of_message
        """Whether this one message may be to blame: another one may well be taken."""


class Hung(Retry):
    """No answer in time. To ask costs as long as we wait, so it is asked less and less."""


class MayHaveGone(Retry):
    """The other side has it or not: only its answer is missing."""


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
        """As in `MessageTarget.channel`."""
        ...

    async def send(self, target: MessageTarget, message: Message) -> Receipt:
        """Raises ChannelFailure, and nothing else. The caller limits the time."""
        ...


class OpenChannels(Mapping[str, Channel]):
    """Those that this process can send on, by name."""

    def __init__(self, *channels: Channel) -> None:
        self._by_name = {channel.name: channel for channel in channels}
        if len(self._by_name) < len(channels):
            raise ValueError("two channels have the same name")

    def __getitem__(self, name: str) -> Channel:
        """`discord.digest` is Discord at another place of the same account, `webhook.home` one of several."""
        return self._by_name[name if name in self._by_name else kind_of(name)]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_name)

    def __len__(self) -> int:
        return len(self._by_name)


TEST = declare(Kind("test", "somebody tested this channel"))


def trial_message(now: datetime) -> Message:
    """To try a channel out. Each one is another: no channel takes the second for a repetition."""
    name = secrets.token_hex(16)
    text = "If you can read this, Questlog can reach you here."
    part = Part(name, TEST, "A test from Questlog", text, {}, urgent=False, meant_for=now, late=None)
    return Message(name, (part,))
