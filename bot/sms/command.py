"""What a command is: words, and what is done upon them. Features bring theirs, and one table has them all."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import TypeAlias

from bot.glance import UNSEEN, Glance
from bot.services import Services
from bot.sms.conversation import Conversation, Listed
from bot.sms.words import Phrase
from tracker.accounts.model import User
from tracker.days import local_day
from tracker.habits.events import DayChanged


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

    @property
    def today(self) -> date:
        """The day that it is for the person."""
        return local_day(self.now, self.user.zone, self.user.day_start)


@dataclass(frozen=True, slots=True)
class Answer:
    text: str
    listed: Listed | None = None
    """What numbers mean from now on; what they meant before, where it is None."""
    question: str | None = None
    """The line that Y stands for."""
    undo: str | None = None
    """The lines that take a change back; empty where nothing does."""
    told: DayChanged | None = None
    """The day of a habit that it is about. Of several together less is said than of each alone."""
    continued: str | None = None
    """The message of ours of which this is the rest."""
    understood: bool = True
    glance: Glance = UNSEEN
    """All that it follows from, besides the hour; nothing where that is not known."""


Handle: TypeAlias = Callable[[Turn, str], Awaitable[Answer]]
"""Gets what follows the name. Raises Unclear, GoalRefused, HabitRefused, AccountError with what to say."""
ShowOthers: TypeAlias = Callable[[Turn, Listed], Awaitable[Answer]]


@dataclass(frozen=True, slots=True)
class Command:
    phrase: Phrase
    handle: Handle
    others: ShowOthers | None = None
    """Shows more of a list that this command has begun."""
    takes_numbers: bool = False
    """Whether numbers after it stand for items of the last list."""
