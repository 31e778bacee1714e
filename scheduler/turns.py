"""When the subjects of a shard are due next, in a few hundred letters that are written along with its lease.

So whoever holds the shard next goes on where it was, though looks that find nothing new write nothing. The
note has one byte for each of 512 groups of subjects. In a shard with more than that, a subject may have the
turn of another one of its group, which is as fair as any.
"""

import base64
import math
import zlib
from collections.abc import Iterable

from tracker.shards import SHARDS
from tracker.store.segments import Subject

GROUPS = 512
"""With the other attributes of a lease it stays below 1 KB, which is what DynamoDB charges for as one."""
READ = 4 * GROUPS
"""So many subjects are enough to know a turn for nearly every group."""

_UNKNOWN, _DUE = 0, 1
_STEPS = 16
"""To twice the time: a turn comes at most 5 % later than it would have, and never earlier."""


def written(turns: Iterable[tuple[Subject, float]]) -> str:
    """From the seconds until each subject is due; 0 or less is due already."""
    note = bytearray(GROUPS)
    for subject, seconds in turns:
        note[_group(subject)] = _byte(seconds)
    return base64.b64encode(note.rstrip(b"\0")).decode()


def read(note: str, subject: Subject) -> float | None:
    """How many seconds after the note was written it is due; None where nobody knows."""
    known = base64.b64decode(note)
    group = _group(subject)
    byte = known[group] if group < len(known) else _UNKNOWN
    if byte == _UNKNOWN:
        return None
    return 0.0 if byte == _DUE else 2 ** ((byte - 2) / _STEPS)


def _byte(seconds: float) -> int:
    return _DUE if seconds <= 0 else min(max(math.ceil(_STEPS * math.log2(seconds)), 0) + 2, 255)


def _group(subject: Subject) -> int:
    return zlib.crc32(f"{subject.source}:{subject.key}".encode()) // SHARDS % GROUPS
