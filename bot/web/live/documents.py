"""What those hear who follow along."""

from datetime import date, datetime

from bot.documents import Document
from tracker.happenings.model import Happening, HappeningKind
from tracker.readings import Number


class HappeningThing(Document, frozen=True):
    id: str
    name: str


class HappeningDocument(Document, frozen=True):
    id: str
    """By which whoever comes back goes on: `Last-Event-ID`."""
    at: datetime
    kind: HappeningKind
    """What it happened to; the name of the event, too."""
    thing: HappeningThing
    what: str
    """Of a habit the state of the `day` now: `done`, `open`, …; of a task its status, or `added`, `removed`;
    of a metric `logged` or `undone`; of a goal `moved` or `reached`; of a message `delivered`."""
    value: Number | None
    """What the number is now, where there is one."""
    day: date | None


def happening_document(one: Happening) -> HappeningDocument:
    return HappeningDocument(
        id=one.id,
        at=one.at,
        kind=one.kind,
        thing=HappeningThing(id=one.thing, name=one.name),
        what=one.what,
        value=one.value,
        day=one.day,
    )
