"""What a command is: words, and what is done upon them. Features bring theirs, and one table has them all."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from bot.glance import UNSEEN, Glance
from bot.services import Services
from bot.sms.conversation import Conversation, Listed
from bot.sms.words import Phrase
from tracker.accounts.model import User


class Unclear(Exception):
    """A command says no. The message tells the person what to text instead."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody has said something: who, and what went before."""

    services: Services
    user: User
    conversation: Conversation

    @property
    def now(self) -> datetime:
        return self.services.clock().replace(microsecond=0)


@dataclass(frozen=True, slots=True)
class Answer:
    text: str
    listed: Listed | None = None
    """What numbers mean from now on; what they meant before, where it is None."""
    question: str | None = None
    """The line that Y stands for."""
    undo: str | None = None
    """The line that takes a change back; empty where nothing does."""
    continued: str | None = None
    """The message of ours of which this is the rest."""
    understood: bool = True
    glance: Glance = UNSEEN
    """All that it follows from, besides the hour; nothing where that is not known."""


Handle: TypeAlias = Callable[[Turn, str], Awaitable[Answer]]
"""Gets what follows the name. Raises Unclear, GoalRefused, AccountError with what to say."""
ShowOthers: TypeAlias = Callable[[Turn, Listed], Awaitable[Answer]]


@dataclass(frozen=True, slots=True)
class Command:
    phrase: Phrase
    handle: Handle
    others: ShowOthers | None = None
    """Shows more of a list that this command has begun."""
