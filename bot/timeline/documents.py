"""What is answered about all that somebody has: one shape for `--json` and `/api`."""

from datetime import date, datetime

from bot.documents import Document
from tracker.life.things import Thing


class Entry(Document, frozen=True):
    kind: str
    """What people call it: `task`, `goal`, `achievement`."""
    at: datetime
    """When it came to be; of a task or project that is done, when that was."""
    title: str
    id: str
    status: str | None
    area: str | None
    tags: tuple[str, ...]


class Timeline(Document, frozen=True):
    entries: tuple[Entry, ...]
    """The newest first."""
    kind: str | None
    """Where only things of this kind were asked for."""
    since: date | None
    until: date | None
    """Where only things from one day on, or up to one, were asked for."""
    next: str | None
    """What `before` takes for what is older; null where nothing is."""


class FoundThings(Document, frozen=True):
    entries: tuple[Entry, ...]
    """What has the words as a tag first, then in its title, then elsewhere; the newest first."""
    words: str
    total: int
    """How many there are, shown or not."""
    unseen: tuple[str, ...]
    """Kinds of which only the newest were looked at, because there are so many."""


def entry(thing: Thing) -> Entry:
    return Entry(
        kind=thing.kind,
        at=thing.place.at,
        title=thing.title,
        id=thing.id,
        status=thing.status,
        area=thing.area,
        tags=thing.tags,
    )
