"""What kinds of messages there are: why one comes, how it looks, what can be answered to it.

A kind is declared once, beside the code that writes the message. The table keeps its name alone.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from tracker.frozen import frozen
from tracker.logs import get_logger
from tracker.store.entity import ByName
from tracker.tones import Tone

log = get_logger(__name__)

GROUP = "group"
"""Named among the facts that something is about: the group of the message."""

_STATE = "state"
_OTHER_REASON = "something happened that you asked to hear about"


class MessageLook(NamedTuple):
    symbol: str
    tone: Tone


PLAIN = MessageLook("\N{BELL}", Tone.PLAIN)
URGENT = MessageLook("\N{DOUBLE EXCLAMATION MARK}\N{VARIATION SELECTOR-16}", Tone.BAD)


class ButtonAct(StrEnum):
    """What a press on a button does. The value stands in the button's id, also after a restart."""

    @property
    def label(self) -> str:
        """What stands on the button."""
        return self.value.capitalize()

    @property
    def is_main(self) -> bool:
        """Whether it is what most people press."""
        return False


class Replies(NamedTuple):
    """What can be texted about one thing, about one that takes an amount, and about one of several.

    `{name}` stands for the fact `name`. The words are in docs/sms-commands.md.
    """

    one: str
    with_amount: str
    among_several: str
    """Also where the name is long."""


@frozen
class Answers:
    """What a person can do about a message at once: press a button, or reply by SMS."""

    thing: str
    """What it is about, as the ids of buttons call it: `goal`, `habit`."""
    about: tuple[str, ...]
    """The facts that say which one, in the order in which those ids have them."""
    acts: tuple[ButtonAct, ...]
    asking: ButtonAct | None = None
    """In the place of the first act where the fact `amount` is set: it asks how much."""
    for_anybody: bool = False
    """Whether everybody who sees it may press it, each for themselves: then it has buttons in a channel, too,
    whose ids say neither what they do nor whose they are."""
    in_menu: bool = False
    """Whether several of them can be done at once, in one menu."""
    replies: Replies | None = None


class MessageChart(NamedTuple):
    """The picture of a message."""

    shows: str
    """`goal`, `standings`: whoever draws knows how."""
    about: tuple[str, ...]
    """The facts that say which one."""
    in_chat: bool = False
    """Whether it goes along on Discord, too, where other pictures are one press away."""


@dataclass(frozen=True, slots=True, eq=False)
class Kind(ByName):
    name: str
    why: str
    """`your goal{goal} passed a milestone`: `{goal}` and `{character}` are named where they are known."""
    look: MessageLook = PLAIN
    looks: Mapping[str, MessageLook] = field(default_factory=dict[str, MessageLook])
    """By the fact `state`, where that makes a difference."""
    has_bar: bool = False
    """Whether the fact `percent` is shown as a bar."""
    answers: Answers | None = None
    chart: MessageChart | None = None
    is_private: bool = False
    """Whether others must not even see that it comes: it goes to no channel of a server."""

    def look_with(self, facts: Mapping[str, str | int]) -> MessageLook:
        return self.looks.get(str(facts.get(_STATE)), self.look)

    def why_with(self, facts: Mapping[str, str | int]) -> str:
        """`your goal h2k7wd of Zezima passed a milestone`, to be read after "Why:"."""
        goal, character = facts.get("goal"), facts.get("character")
        of = f" of {character}" if character else ""
        about = {
            "goal": f" {goal}{of}" if goal else of,
            "character": f" for {character}" if character else "",
        }
        return "".join(about.get(part, part) for part in re.split(r"[{}]", self.why))


_declared: dict[str, Kind] = {}


def declare(kind: Kind) -> Kind:
    """Makes it known to whoever reads messages from the table."""
    if kind.name in _declared:
        raise ValueError(f"there is a kind of message called {kind.name} already")
    _declared[kind.name] = kind
    return kind


def declared_kinds() -> tuple[Kind, ...]:
    return tuple(_declared.values())


def declared_by(load: Callable[[], object]) -> None:
    """How all kinds are declared, where features are loaded only when they are wanted."""
    _loading[:] = [load]


_loading: list[Callable[[], object]] = []


def kind_named(name: str) -> Kind:
    """What the table calls so. Of a newer version there may be others, which are shown plainly."""
    if (known := _declared.get(name)) is not None:
        return known
    for load in _loading:
        load()
    return _declared.get(name) or _unknown(name)


@cache
def _unknown(name: str) -> Kind:
    log.warning("kind of message unknown; it is shown plainly", kind=name)
    return Kind(name, _OTHER_REASON)
