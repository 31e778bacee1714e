"""What a feature has for a person's day, in `TODAY` of its `today.py`: a section of *today*."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import date
from typing import Any, Protocol, cast

from bot.documents import Document
from bot.view import Column, Row, Text, Typed
from bot.visit import Visit
from tracker.frozen import frozen
from tracker.tones import Tone


class Section(Document, frozen=True):
    items: tuple[Document, ...]
    """What the day asks for, what needs the person first."""
    owned: bool
    """Whether the person has anything of the kind, also where nothing of it is for today."""
    notes: tuple[str, ...] = ()
    """What is to be said of all of them."""


@frozen
class ToDo:
    """An item of a section as people see it."""

    row: Row
    done: bool | None
    """Whether what it asks for today is done; None where it asks for nothing."""
    line: str
    """What its number stands for in a list by SMS."""
    tone: Tone = Tone.PLAIN
    """Of the whole day, while it is not done."""
    percent: float | None = None
    """How much of it is done, where that can be a part."""
    ticks: bool = False
    """Whether it can be ticked off."""
    undoes: bool = False
    """Whether something was logged today that can be undone."""
    about: str = ""
    """What stands beside its name in a menu."""
    form: str = ""
    """What a button says that opens a form to log it: `Read: how many pages?`."""
    usage: Typed | None = None
    """How it is logged, where something is left to do."""


class TickSeveral(Protocol):
    def __call__(self, visit: Visit, ids: Sequence[str], day: date, *, undo: bool) -> Awaitable[str]:
        """Log all that is wanted of several, or undo what was logged; what came of it in a sentence."""
        ...


@frozen
class TodayPart:
    name: str
    """Its key in the document: `habits`."""
    noun: str
    columns: Sequence[Column]
    section: Callable[[Visit], Awaitable[Section]]
    to_do: Callable[[Visit, Any], ToDo]
    """Of an item of the section."""
    begin: Text | None = None
    """How to begin one; None where nobody is told who does not know it."""
    every: Typed | None = None
    """What shows all of them."""
    tick: TickSeveral | None = None
    brief: bool = True
    """Whether each is one line on a card, and not three."""


def today_parts(visit: Visit) -> dict[str, TodayPart]:
    """What features have for a day, by name and in their order."""
    modules = (feature.part("today") for feature in visit.services.features)
    found = (cast("TodayPart", module.TODAY) for module in modules if module is not None)
    return {one.name: one for one in found}
