"""What is answered about areas of life: one shape for `--json` and `/api`."""

from collections import Counter
from collections.abc import Mapping
from datetime import date, datetime

from bot.documents import Document
from tracker.life.areas import Area, AreaDesk
from tracker.life.balance import LifeDesk
from tracker.life.things import Thing


class AreaDocument(Document, frozen=True):
    name: str
    icon: str | None
    description: str | None
    listed: bool
    """Whether it is on the person's list, and not only what some of their things say."""
    things: Mapping[str, int]
    """How many there are in it, by kind."""
    done: int
    """What was done in it in the last 30 days: days of habits, tasks, milestones of metrics."""
    points: int


class AreaList(Document, frozen=True):
    areas: tuple[AreaDocument, ...]
    """In the person's own order; then those that are not on their list."""
    elsewhere: int
    """What was done in the last 30 days and is in no area."""
    since: date
    whole: bool
    """Whether all things were counted: 1,000 are at most."""


class AreaThing(Document, frozen=True):
    kind: str
    title: str
    id: str
    status: str | None
    at: datetime


class AreaShown(Document, frozen=True):
    area: AreaDocument
    things: tuple[AreaThing, ...]
    """The newest first."""
    share: float | None
    """Its share of all that was done in areas in the last 30 days, in percent; null where nothing was."""
    since: date
    whole: bool


class AreaChanged(Document, frozen=True):
    area: AreaDocument
    message: str


def area_document(life: LifeDesk, area: Area) -> AreaDocument:
    share = next((one for one in life.shares if one.area == area.key), None)
    return AreaDocument(
        name=area.name,
        icon=area.icon,
        description=area.description,
        listed=life.desk.book.named(area.key) is not None,
        things=_counts(life.desk, area),
        done=0 if share is None else share.done,
        points=0 if share is None else share.points,
    )


def _counts(desk: AreaDesk, area: Area) -> dict[str, int]:
    return dict(Counter(one.kind for one in desk.within(area)))


def area_thing(thing: Thing) -> AreaThing:
    return AreaThing(kind=thing.kind, title=thing.title, id=thing.id, status=thing.status, at=thing.place.at)
