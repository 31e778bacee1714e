"""Why an address was not linked. Each says what to do next, and nothing about anybody else."""

from datetime import datetime, timedelta

from tracker.accounts.errors import AccountError
from tracker.refusals import Reason

_LONG = 120
"""Minutes; more of them are said in hours."""


class TooOften(AccountError):
    code = "too_often"
    reason = Reason.TOO_OFTEN

    def __init__(self, until: datetime, now: datetime) -> None:
        super().__init__(f"That was asked for too often. Please try again {_in_words(until - now)}.")


class Locked(AccountError):
    code = "locked"
    reason = Reason.TOO_OFTEN

    def __init__(self, until: datetime, now: datetime) -> None:
        super().__init__(
            "There were too many wrong codes, so none is taken now. "
            f"Please try again {_in_words(until - now)}."
        )


class WrongCode(AccountError):
    code = "wrong_code"
    reason = Reason.UNREADABLE

    def __init__(self) -> None:
        super().__init__(
            "That is not the code, or it has expired: a code is good for 15 minutes. "
            "Look again, or ask for a new one."
        )


class SaidStop(AccountError):
    code = "said_stop"

    def __init__(self) -> None:
        super().__init__(
            "That address said stop meanwhile, so it was not linked. A phone comes back by texting START."
        )


class NothingToConfirm(AccountError):
    code = "nothing_to_confirm"

    def __init__(self) -> None:
        super().__init__("There is no address that waits for a code. Add one first.")


class AlreadyYours(AccountError):
    code = "already_yours"


def _in_words(wait: timedelta) -> str:
    minutes = max(1, -(-int(wait.total_seconds()) // 60))
    if minutes > _LONG:
        return f"in {-(-minutes // 60)} hours"
    return "in a minute" if minutes == 1 else f"in {minutes} minutes"
