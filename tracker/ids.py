"""Ids come in as an argument: `Ids` is any function that answers a new id at each call."""

import random
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeAlias

from tracker.clock import Clock, system_clock

Ids: TypeAlias = Callable[[], str]

_ULID = re.compile(r"[0-9A-HJKMNP-TV-Z]{26}", re.ASCII)
_ULID_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_ULID_TIME = 10
"""So many letters say when it was made."""
SHORT_LENGTH = 6
SHORT_LETTERS = "23456789bcdfghjkmnpqrstvwxz"
"""What nobody takes for something else. Without vowels there are no words among the ids."""


def is_ulid(text: str) -> bool:
    """Whether a text can only be an id, and no name."""
    return _ULID.fullmatch(text) is not None


def made_at(ulid: str) -> datetime | None:
    """The second in which an id was made; None of what is no id, or of none that a clock could have made."""
    if not is_ulid(ulid):
        return None
    milliseconds = 0
    for letter in ulid[:_ULID_TIME]:
        milliseconds = milliseconds * len(_ULID_LETTERS) + _ULID_LETTERS.index(letter)
    try:
        return datetime.fromtimestamp(milliseconds // 1000, UTC)
    except (OverflowError, ValueError):
        return None


def ulids(clock: Clock = system_clock) -> Ids:
    """ULIDs: unique without asking anybody, and sorted by the millisecond in which they were made."""

    def new() -> str:
        from ulid import ULID  # noqa: PLC0415 - slow to load, and who only reads needs no new ids

        return str(ULID.from_datetime(clock()))

    return new


def short_ids(chance: Callable[[], float] = random.random) -> Ids:
    """Ids that people can type, one of 387 million: whoever uses one makes sure that it is not taken."""
    return lambda: "".join(SHORT_LETTERS[int(chance() * len(SHORT_LETTERS))] for _ in range(SHORT_LENGTH))
