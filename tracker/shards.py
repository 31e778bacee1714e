"""Which shard a subject belongs to, and how the worker that holds the shard hears of a change in it."""

import zlib

from tracker.store.keys import LeaseKey
from tracker.store.segments import Subject
from tracker.store.table import Update

SHARDS = 16
"""Fixed for ever: the shard of a subject stands in the table."""


def shard_of(subject: Subject) -> int:
    """The shard that a subject belongs to, the same in every process and for ever."""
    return zlib.crc32(f"{subject.source}:{subject.key}".encode()) % SHARDS


def announce(shard: int) -> Update:
    """Goes into the transaction that adds a subject to a shard, changes what is watched of it, or removes it.

    Whoever holds the shard then lists it anew.
    """
    return Update(LeaseKey(shard).key, default={"type": "lease"}, add={"changes": 1}, when=None)
