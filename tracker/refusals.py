"""How Questlog says no: one root for every refusal, whichever feature it comes from.

A refusal is raised where the decision is made. Its text is for the person who asked, and tells what happened,
why, and what to do next; `code` is for programs. Each front end answers refusals in one place, by `reason`.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import ClassVar, NamedTuple


class Reason(StrEnum):
    """Why something is refused, as far as a front end needs to know: its status code, or its exit code."""

    CONFLICT = "conflict"
    """It does not fit what is there: it is done already, or there are too many."""
    MALFORMED = "malformed"
    """A program sent what has not the form that is asked for."""
    UNREADABLE = "unreadable"
    """What was said cannot be understood, or makes no sense."""
    UNKNOWN = "unknown"
    """There is no such thing, or not for this person."""
    FORBIDDEN = "forbidden"
    """It is there, but not for this person to do."""
    TOO_OFTEN = "too-often"
    """Later it can be done."""
    UNAVAILABLE = "unavailable"
    """Somebody else would have to answer, and does not."""


class Suggestion(NamedTuple):
    """What may have been meant."""

    label: str
    """As people read it."""
    value: str
    """What to say instead: a name or an id that means only this one."""


class Refused(Exception):
    """Nothing was changed."""

    code: ClassVar[str] = "refused"
    reason: ClassVar[Reason] = Reason.CONFLICT

    def __init__(
        self, text: str, suggestions: Sequence[Suggestion | str] = (), *, field: str | None = None
    ) -> None:
        super().__init__(text)
        self.suggestions = tuple(Suggestion(one, one) if isinstance(one, str) else one for one in suggestions)
        self.field = field
        """Which part of what was asked for is the trouble: the name of a field of the request."""

    def say_more(self, text: str) -> None:
        """What to do next, where only whoever passes it on knows how that is done."""
        self.args = (f"{self} {text}",)
