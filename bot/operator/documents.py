"""What whoever runs this Questlog sees of it: how it works, and nothing of what people have in it."""

from datetime import datetime

from bot.documents import Document


class SourceHealth(Document, frozen=True):
    name: str
    rests_until: datetime | None
    """When it is asked again; null where it answers."""
    why: str | None


class ShardHolder(Document, frozen=True):
    worker: str
    shards: tuple[int, ...]


class WaitingWork(Document, frozen=True):
    name: str
    """Of the job that does it."""
    due: int
    more: bool
    """Whether there is more than was counted."""
    since: datetime | None
    """When the first of it was due."""


class JobHealth(Document, frozen=True):
    name: str
    good_at: datetime | None
    """When its last good run ended; null before the first."""
    failed_at: datetime | None


class Workings(Document, frozen=True):
    version: str
    store: str
    stored_bytes: int | None
    """As the engine says; null where it does not."""
    people: int
    """Who has something here that may have to be told: goals, habits, tasks. A server counts as one."""
    at: datetime
    sources: tuple[SourceHealth, ...]
    workers: tuple[ShardHolder, ...]
    free_shards: int
    """Which nobody polls."""
    work: tuple[WaitingWork, ...]
    """What is due now, messages first."""
    jobs: tuple[JobHealth, ...]
    """Of the process that answers, in the order of their names."""


class DoctorCheck(Document, frozen=True):
    name: str
    state: str
    found: str
    advice: str


class Examined(Document, frozen=True):
    checks: tuple[DoctorCheck, ...]
