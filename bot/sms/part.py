"""What a feature brings to SMS, in `SMS` of its `sms.py`: what people text, and what is done upon it."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from enum import IntEnum
from typing import NamedTuple, TypeAlias

from bot.sms.conversation import Listed
from bot.visit import Visit
from tracker.frozen import frozen
from tracker.refusals import Reason, Refused


class Phrase(NamedTuple):
    """A command as people say it."""

    name: str
    also: tuple[str, ...]
    """Other words for it; two words at most."""
    usage: str
    """How to write it, with an example of what follows it."""
    about: str
    """What it does, in a few words."""
    menu: str = ""
    """How it stands in the short list of commands, which one message has room for; not all of them do."""


@frozen
class Answer:
    text: str
    listed: Listed | None = None
    """What numbers mean from now on; what they meant before, where it is None."""
    question: str | None = None
    """The line that Y stands for."""
    undo: str | None = None
    """The lines that take a change back; empty where nothing does."""
    continued: str | None = None
    """The message of ours of which this is the rest."""
    understood: bool = True


Handle: TypeAlias = Callable[[Visit, str], Awaitable[Answer]]
"""Gets what follows the name. Raises Refused."""
ShowMore: TypeAlias = Callable[[Visit, Listed], Awaitable[Answer]]
Several: TypeAlias = Callable[[Visit, Sequence[str]], Awaitable[Answer]]


@frozen
class Command:
    phrase: Phrase
    handle: Handle
    more: ShowMore | None = None
    """Shows more of a list that this command has begun."""
    several: Several | None = None
    """Does it for several things of a list at once: gets their ids."""
    takes_numbers: bool = False
    """Whether numbers after it stand for items of the last list."""
    may_begin: bool = False
    """Whether what it refuses may be something new: `top 100 fishing` is a goal."""
    verbatim: bool = False
    """Whether it gets what follows its name as it was typed, because others read that."""
    shares: str = ""
    """The word that it shares with others: what it refuses may name a thing of another feature, as a goal or
    a habit after `pause`, which by itself is for all messages."""


@frozen
class Meaning:
    """One thing of a person's that a text may name."""

    label: str
    """As it is told apart from others: `Habit Gym`."""
    lines: Mapping[str, str]
    """What is texted to do something with it, by the words that features share: `show`, `done`, `skip`,
    `pause`, `resume`, `archive`, `later`, `snooze`, `undo`, and ALONE."""
    sure: bool = True
    """Whether whole words of its name were said, and not only how it begins."""
    weak: bool = False
    """Whether it is left out where anything else may be meant."""
    id: str = ""
    """By which the lines call it."""
    name: str = ""

    def named(self, line: str) -> str:
        """A line as people would text it."""
        return line.replace(self.id, self.name) if self.id and self.name else line


ALONE = ""
"""What is meant by the name of a thing alone."""


class Certainty(IntEnum):
    """How likely a text that follows `add` begins a thing of this kind."""

    NO = 0
    PERHAPS = 1
    YES = 2


class Beginning(NamedTuple):
    """What a text would begin."""

    certainty: Certainty
    line: str
    refused: Refused | None = None
    """Why it cannot be, where it cannot as it stands."""


class Reply(NamedTuple):
    """What a text answers."""

    label: str
    """As it is told apart from others: `Weight 82.4`."""
    line: str


class LastSaid(NamedTuple):
    at: datetime
    undo: str
    """The line that takes it back."""


Meanings: TypeAlias = Callable[[Visit, str], Awaitable[Sequence[Meaning]]]
Begins: TypeAlias = Callable[[Visit, str], Awaitable[Beginning]]
Replies: TypeAlias = Callable[[Visit, str], Awaitable["Reply | None"]]
Nearest: TypeAlias = Callable[[Visit, str], Awaitable[str | None]]


@frozen
class SmsPart:
    commands: tuple[Command, ...] = ()
    meanings: Meanings | None = None
    """All that a text may name."""
    begins: Begins | None = None
    """What a text after `add` may begin."""
    nearest: Nearest | None = None
    """The line that was probably meant by words that are no command and no name."""
    answers_yes: Callable[[Visit], Awaitable[Answer | None]] | None = None
    """What Y means where no question is open: a message of ours may have asked."""
    replies: Replies | None = None
    """The line that a text means which names nothing, where a message of ours asked for a number: `82.4`."""
    last_said: Callable[[Visit], Awaitable[LastSaid | None]] | None = None
    """What the person said last of it, on any front end."""


class Unclear(Refused):
    """A text may mean several things, or too little. The message tells the person what to text instead."""

    code = "unclear"
    reason = Reason.UNREADABLE


def choice(labels: Sequence[str], lines: Sequence[str]) -> Answer:
    """Which one? Each number stands for a line of its own."""
    shown = [f"{number}. {label}" for number, label in enumerate(labels, 1)]
    listed = Listed(command="", ids=tuple(lines), shown=len(lines), asks=True)
    return Answer("\n".join(["Which one? Reply with its number:", *shown]), listed=listed)


def split_tags(phrase: Phrase, rest: str) -> tuple[str, str]:
    """`gym: phone, home`: what is meant, and its tags. Raises Unclear."""
    named, _, tags = (part.strip() for part in rest.partition(":"))
    if not named or not tags:
        raise nothing_said(phrase)
    return named, tags


def nothing_said(phrase: Phrase) -> Unclear:
    """A command that says too little."""
    return Unclear(f"{phrase.usage}: {phrase.about}.")
