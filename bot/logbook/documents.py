"""What is answered about the logbook: one shape for `--json` and `/api`, described in docs/schema/.

Documents are for whoever asked, and are printed nowhere.
"""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Any

from pydantic import Field

from bot.documents import Document, copied
from bot.names import cut_short
from tracker.logbook.looking import Finds
from tracker.logbook.model import LinkKind, LogbookPage, LogEntry, Mood

if TYPE_CHECKING:
    from tracker.logbook.links import LinkedThing

LONGEST_LINE = 60


class PrivateDocument(Document, frozen=True):
    def __repr_args__(self) -> Iterable[tuple[str | None, Any]]:
        return ()


class EntryDocument(PrivateDocument, frozen=True):
    number: int
    """On its page, from 1 on."""
    id: str
    at: datetime
    time: time
    """By the person's clocks when it was written."""
    written_on: date | None
    """Where it was written on another day than that of the page."""
    text: str
    mood: Mood | None
    energy: int | None


class LinkDocument(PrivateDocument, frozen=True):
    kind: LinkKind
    id: str
    name: str


class PageDocument(PrivateDocument, frozen=True):
    day: date
    title: str | None
    notes: str
    """All texts in Markdown, each after the time of day at which it was written."""
    mood: Mood | None
    """The last that was said; so is the energy."""
    energy: int | None
    tags: tuple[str, ...]
    links: tuple[LinkDocument, ...]
    entries: tuple[EntryDocument, ...]
    created_at: datetime


class DayLine(PrivateDocument, frozen=True):
    """A page in one line."""

    day: date
    text: str
    """Its title, or how it begins."""
    mood: Mood | None
    energy: int | None
    entries: int


class PageShown(PrivateDocument, frozen=True):
    day: date
    page: PageDocument | None
    """Null where nothing was written."""
    year_ago: DayLine | None


class PageChanged(PrivateDocument, frozen=True):
    day: date
    page: PageDocument | None = Field(repr=False)
    """As it is now; null where nothing is left of it, and where a request is repeated: no copy is kept."""
    entry: EntryDocument | None = Field(repr=False)
    """What was written or taken back, where it is about one entry; null where a request is repeated."""
    message: str


class PagesShown(PrivateDocument, frozen=True):
    first: date
    last: date
    days: tuple[DayLine, ...]
    """Those with a page, in the order of time."""
    low: int
    steady: int
    high: int
    """On how many days the mood was so."""
    energy: float | None
    """On average, of the days that say it."""


class FoundPage(PrivateDocument, frozen=True):
    day: date
    title: str | None
    excerpt: str
    mood: Mood | None
    energy: int | None


class PagesFound(PrivateDocument, frozen=True):
    words: str
    found: tuple[FoundPage, ...]
    """The newest first."""
    since: date
    """Down to this day everything was looked at."""
    older: date | None
    """From which day on to look further back; null where there is nothing."""


class PromptShown(Document, frozen=True):
    at: time | None
    """Null where nothing is asked."""
    next_at: datetime | None
    unanswered: int
    silent: bool
    """Whether it waits until something is written, because nobody answered."""


class EveningAnswered(Document, frozen=True):
    """It says neither mood nor energy: the answer stays in a conversation on Discord."""

    day: date
    entry: str
    complete: bool
    """Whether both are known."""


class UnwrittenDay(Document, frozen=True):
    """A day on which the person wants to write something, and has not."""

    day: date


def page_document(page: LogbookPage, links: "Sequence[LinkedThing]") -> PageDocument:
    return PageDocument(
        **copied(page, "day", "title", "mood", "energy", "tags", "created_at"),
        notes="\n\n".join(f"**{one.time:%H:%M}** {one.text}" for one in page.entries if one.text),
        links=tuple(LinkDocument(kind=one.kind, id=one.id, name=one.name) for one in links),
        entries=tuple(entry_document(number, one) for number, one in enumerate(page.entries, 1)),
    )


def entry_document(number: int, entry: LogEntry) -> EntryDocument:
    return EntryDocument(
        number=number, **copied(entry, "id", "at", "time", "written_on", "text", "mood", "energy")
    )


def day_line(page: LogbookPage) -> DayLine:
    first = next((one.text for one in page.entries if one.text), "")
    return DayLine(
        **copied(page, "day", "mood", "energy"),
        text=cut_short(page.title or first.lstrip("# "), LONGEST_LINE),
        entries=len(page.entries),
    )


def pages_shown(first: date, last: date, pages: Sequence[LogbookPage]) -> PagesShown:
    moods = [one.mood for one in pages]
    energies = [one.energy for one in pages if one.energy is not None]
    return PagesShown(
        first=first,
        last=last,
        days=tuple(map(day_line, pages)),
        low=moods.count(Mood.LOW),
        steady=moods.count(Mood.STEADY),
        high=moods.count(Mood.HIGH),
        energy=round(sum(energies) / len(energies), 1) if energies else None,
    )


def pages_found(words: str, finds: Finds) -> PagesFound:
    return PagesFound(
        words=words,
        found=tuple(
            FoundPage(**copied(one.page, "day", "title", "mood", "energy"), excerpt=one.excerpt)
            for one in finds.found
        ),
        since=finds.since,
        older=finds.older,
    )
