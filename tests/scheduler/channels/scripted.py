"""A channel that remembers what it was sent, and fails as a test wrote it down."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from scheduler.channels.channel import Message, Receipt, Target


class Killed(BaseException):
    """The process is gone; nothing of ours could catch this."""


@dataclass
class ScriptedChannel:
    name: str = "webhook"
    script: list[BaseException | Callable[[], Awaitable[None]]] = field(default_factory=list)
    """What the next attempts end with; after that all goes well."""
    tried: list[Message] = field(default_factory=list)
    sent: list[Message] = field(default_factory=list)

    async def send(self, target: Target, message: Message) -> Receipt:
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
