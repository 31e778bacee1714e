"""A channel that remembers what it was sent, and fails as a test wrote it down."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from scheduler.channels.channel import Message, MessageTarget, Receipt
from tests.fakes.clock import START, HandClock


class Killed(BaseException):
    """The process is gone; nothing of ours could catch this."""


@dataclass
class Outage:
    """A script in which every attempt fails, until so many seconds after the start."""

    failure: BaseException
    clock: HandClock
    until: float = float("inf")

    def __bool__(self) -> bool:
        return (self.clock() - START).total_seconds() < self.until

    def pop(self, _: int) -> BaseException:
        return self.failure


@dataclass
class ScriptedChannel:
    name: str = "webhook"
    script: list[BaseException | Callable[[], Awaitable[None]]] | Outage = field(default_factory=list)
    """What the next attempts end with; after that all goes well."""
    tried: list[Message] = field(default_factory=list)
    sent: list[Message] = field(default_factory=list)

    async def send(self, target: MessageTarget, message: Message) -> Receipt:
        assert target.channel == self.name
        self.tried.append(message)
        if self.script:
            match self.script.pop(0):
                case BaseException() as failure:
                    raise failure
                case act:
                    await act()
        self.sent.append(message)
        return Receipt()

    @property
    def told(self) -> list[list[str]]:
        """The titles in each message that went."""
        return [[part.title for part in message.parts] for message in self.sent]
