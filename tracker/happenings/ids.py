"""Ids of what happens: ULIDs, which one process makes in the order in which it asks for them."""

import secrets
from datetime import UTC, datetime, timedelta

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH = 26
_TAIL_BITS = 80
_BITS_FOR_A_LETTER = 5


class _Last:
    """What was made last: within a millisecond, the next one follows it."""

    millisecond = -1
    tail = 0


def new_id(at: datetime) -> str:
    now = _millisecond(at)
    if now == _Last.millisecond:
        _Last.tail += 1
    else:  # the highest bit is left for those that follow
        _Last.millisecond, _Last.tail = now, secrets.randbits(_TAIL_BITS - 1)
    return _written(now << _TAIL_BITS | _Last.tail)


def first_id(at: datetime) -> str:
    """Before all ids of this millisecond."""
    return _written(_millisecond(at) << _TAIL_BITS)


def made_at(event_id: str) -> datetime:
    milliseconds = sum(
        _LETTERS.index(letter) << _BITS_FOR_A_LETTER * place
        for place, letter in enumerate(reversed(event_id[: _LENGTH - _TAIL_BITS // _BITS_FOR_A_LETTER]))
    )
    return datetime.fromtimestamp(0, UTC) + timedelta(milliseconds=milliseconds)


def _millisecond(at: datetime) -> int:
    return round(at.timestamp() * 1000)


def _written(number: int) -> str:
    shifts = range(_BITS_FOR_A_LETTER * (_LENGTH - 1), -1, -_BITS_FOR_A_LETTER)
    return "".join(_LETTERS[number >> shift & 31] for shift in shifts)
