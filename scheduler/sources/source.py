"""What a source is: it answers with a Reading, or raises one of these failures. A failure is never zero."""

from copy import copy
from datetime import datetime
from typing import ClassVar, Protocol, Self

from tracker.readings import Reading
from tracker.refusals import Reason, Refused
from tracker.store.segments import Subject

LATER = "Your goals keep their last numbers, and Questlog tries again by itself."


class SourceFailure(Refused):
    """Why there is no reading. As text it is for people: what happened, and what that means."""

    code: ClassVar[str] = "source"
    reason = Reason.UNAVAILABLE

    def __init__(self, message: str, *, cause: str = "") -> None:
        super().__init__(message)
        self.cause = cause
        """The same in a few words, without the server's name and what follows: "an error, status 503"."""
        self.until: datetime | None = None
        """Before this nobody is asked again, where that is known."""

    def paused(self, until: datetime) -> Self:
        """The same failure, for those who come while nobody is asked."""
        again = copy(self)
        again.until = until
        again.args = (f"{self} Questlog asks again after {until:%Y-%m-%d %H:%M:%S} UTC.",)
        return again


class NotFound(SourceFailure):
    """The source does not know the subject, or says so: one such answer is no proof.

    Its cause is what else is known of the subject, if anything.
    """

    code = "not-found"
    reason = Reason.UNKNOWN


class Unavailable(SourceFailure):
    """The source is down, or cannot be reached."""

    code = "unavailable"

    def __init__(self, message: str, *, cause: str = "", brief: bool = False) -> None:
        super().__init__(message, cause=cause)
        self.brief = brief
        """Whether it failed quickly and may be over in a second, so that asking once more is worth it."""


class Blocked(SourceFailure):
    """The source does not want to hear from us now."""

    code = "blocked"


class RateLimited(SourceFailure):
    """The source wants us to wait."""

    code = "rate-limited"

    def __init__(self, message: str, *, cause: str = "", retry_after: float | None = None) -> None:
        super().__init__(message, cause=cause)
        self.retry_after = retry_after
        """Seconds, where the source named them."""


class Malformed(SourceFailure):
    """The source answered, and nobody understands what."""

    code = "malformed"

    @classmethod
    def answer(cls, server: str) -> Self:
        return cls(
            f"{server} answered in a form that Questlog does not understand. {LATER}",
            cause="an answer that Questlog does not understand",
        )


class BadSubject(Refused, ValueError):
    """What a person gave cannot be a subject of this source. As text it says why, and what can."""

    code = "bad-name"
    reason = Reason.UNREADABLE


class BadDefinition(BadSubject):
    """What a person gave as the address of a number on the web, or as where the number stands there."""

    code = "bad-definition"


class Source(Protocol):
    """One kind of place to read numbers from."""

    @property
    def name(self) -> str:
        """As in `Subject.source`."""
        ...

    async def fetch(self, subject: Subject) -> Reading:
        """Everything that is known of the subject now. Raises SourceFailure, and nothing else."""
        ...

    async def fetch_if_changed(self, subject: Subject, content_hash: int | None) -> Reading | None:
        """None if the source sent again what an earlier reading with that hash was of. Most polls end so."""
        ...

    def describe(self, subject: Subject) -> str:
        """The subject in a few words for people."""
        ...
