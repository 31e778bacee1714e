"""How a command ends: the named exit codes, and the one mapping from failures to them."""

from enum import IntEnum
from typing import TYPE_CHECKING

from tracker.frozen import frozen

if TYPE_CHECKING:
    from tracker.refusals import Refused


class Exit(IntEnum):
    """What a shell, a container or a service manager sees. docs/configuration.md explains each."""

    OK = 0
    PROBLEM = 1
    USAGE = 2
    CONFIG = 3
    STORE = 4
    ALREADY_RUNNING = 5
    WEB = 6
    DISCORD = 7
    BUG = 70


class Refusal(Exception):
    """A command says no. The message tells the person what happened, why, and what to do next."""

    def __init__(self, message: str, *, code: str = "", exit_code: Exit = Exit.PROBLEM) -> None:
        super().__init__(message)
        self.exit_code = exit_code
        self.code = code or ("refused" if exit_code is Exit.PROBLEM else exit_code.name.lower())


@frozen
class Failure:
    """A known failure in the words of its mapping. `code` is for programs, `message` for people."""

    exit_code: Exit
    code: str
    message: str
    refused: "Refused | None" = None
    """What was refused, where it was a person's wish."""


def explain(error: Exception) -> Failure | None:
    """The failure that `error` stands for; None when it is a bug."""
    from bot.config import ConfigProblems  # noqa: PLC0415 - imported when something has failed, not before
    from tracker.refusals import Reason, Refused  # noqa: PLC0415
    from tracker.store.entity import UnreadableItem  # noqa: PLC0415
    from tracker.store.errors import StoreUnavailable, Throttled  # noqa: PLC0415

    match error:
        case Refused(reason=Reason.MALFORMED) | Refused(reason=Reason.UNREADABLE, field=str()):
            return Failure(Exit.USAGE, error.code, str(error), error)
        case Refused():
            return Failure(Exit.PROBLEM, error.code, str(error), error)
        case UnreadableItem():
            return Failure(Exit.STORE, "store", f"{error}; was it written by another version?")
        case Refusal():
            return Failure(error.exit_code, error.code, str(error))
        case ConfigProblems():
            return Failure(Exit.CONFIG, "config", str(error))
        case StoreUnavailable() | Throttled():
            return Failure(Exit.STORE, "store", str(error))
        case _:
            return None
