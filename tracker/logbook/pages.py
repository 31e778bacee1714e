"""What an entry, an answer, an undo or an edit makes of a page: functions of plain values.

Nothing that stands on a page goes by writing more. What there is no room for is refused whole.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from tracker.accounts.model import User
from tracker.days import local_day
from tracker.logbook.errors import (
    BadEntry,
    EntryTooLong,
    NoSuchEntry,
    NoSuchPage,
    NothingWritten,
    PageFull,
    PageUnchanged,
    TooManyLinks,
)
from tracker.logbook.model import (
    EVENING,
    LONGEST_ENTRY,
    LONGEST_PAGE,
    LONGEST_TITLE,
    MOST_ENTRIES,
    MOST_LINKS,
    Links,
    LogbookPage,
    LogbookState,
    LogEntry,
    Mood,
    WrittenEntry,
)
from tracker.words import people

MOST_UNDOABLE = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEntry:
    """What is said of an entry, read and checked."""

    text: str = field(default="", repr=False)
    mood: Mood | None = field(default=None, repr=False)
    energy: int | None = field(default=None, repr=False)
    title: str | None = field(default=None, repr=False)
    links: Links = field(default_factory=Links)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageEdit:
    """What is to be otherwise; None where it stays."""

    entry: int | None = None
    """Which entry, from 1 on; the last one unless it is said."""
    text: str | None = field(default=None, repr=False)
    mood: Mood | None = field(default=None, repr=False)
    energy: int | None = field(default=None, repr=False)
    title: str | None = field(default=None, repr=False)
    """Empty takes it away."""
    links: Links | None = None
    clear: frozenset[str] = frozenset()
    """`mood` and `energy` where they are taken away."""

    @property
    def changes_entry(self) -> bool:
        said = (self.text, self.mood, self.energy)
        return any(one is not None for one in said) or bool(self.clear)


def written_at(user: User, day: date, now: datetime, entry_id: str, new: NewEntry) -> LogEntry:
    today = local_day(now, user.zone, user.day_start)
    return LogEntry(
        id=entry_id,
        at=now,
        time=now.astimezone(user.zone).time().replace(second=0, microsecond=0),
        written_on=None if today == day else today,
        text=new.text,
        mood=new.mood,
        energy=new.energy,
    )


def appended(page: LogbookPage, entry: LogEntry, new: NewEntry) -> LogbookPage:
    """The page with one entry more, at its end. A title that is there stays, unless another one is said.

    Raises BadEntry, EntryTooLong, PageFull, TooManyLinks.
    """
    if entry.is_empty:
        raise BadEntry("Say what to write: some words, a mood (low, steady, high) or an energy (1 to 10).")
    if new.title and len(new.title) > LONGEST_TITLE:
        raise EntryTooLong(f"A title has at most {LONGEST_TITLE} characters, and this one {len(new.title)}.")
    links = joined_links(page.links, new.links)
    return _checked(page, (*page.entries, entry), title=new.title or page.title, links=links)


def answered(page: LogbookPage, entry: LogEntry) -> LogbookPage:
    """The evening's answer: one entry, of which another tap corrects what it says."""
    known = next((one for one in page.entries if one.id == EVENING), None)
    if known is None:
        return _checked(page, (*page.entries, entry), title=page.title, links=page.links)
    said = {name: value for name in ("mood", "energy") if (value := getattr(entry, name)) is not None}
    corrected = known.model_copy(update=said)
    if corrected == known:
        return page
    entries = tuple(corrected if one.id == EVENING else one for one in page.entries)
    return _checked(page, entries, title=page.title, links=page.links)


def without(page: LogbookPage, entry_id: str) -> LogbookPage | None:
    """None where nothing is left of it. Raises NothingWritten."""
    left = tuple(one for one in page.entries if one.id != entry_id)
    if len(left) == len(page.entries):
        raise NothingWritten("That entry is gone already.")
    return with_entries(page, left) if left else None


def edited(page: LogbookPage | None, edit: PageEdit) -> LogbookPage:
    """Raises NoSuchPage, NoSuchEntry, PageUnchanged, EntryTooLong, PageFull, TooManyLinks."""
    if page is None:
        raise NoSuchPage("There is no page for that day yet. Write something first.")
    entries = _edited_entries(page.entries, edit) if edit.changes_entry else page.entries
    title = page.title if edit.title is None else edit.title or None
    if title and len(title) > LONGEST_TITLE:
        raise EntryTooLong(f"A title has at most {LONGEST_TITLE} characters, and this one {len(title)}.")
    links = page.links if edit.links is None else edit.links
    if (entries, title, links) == (page.entries, page.title, page.links):
        raise PageUnchanged("That is how it is already.")
    return _checked(page, entries, title=title, links=links)


def with_entries(page: LogbookPage, entries: Sequence[LogEntry]) -> LogbookPage:
    """Mood and energy of the day follow from the entries: of each the last that was said."""
    return page.model_copy(
        update={
            "entries": tuple(entries),
            "mood": _last(one.mood for one in entries),
            "energy": _last(one.energy for one in entries),
            "revision": page.revision + 1,
        }
    )


def joined_links(one: Links, other: Links) -> Links:
    """Each once, those that were there first."""
    names = Links.model_fields
    return Links(**{name: (*dict.fromkeys((*getattr(one, name), *getattr(other, name))),) for name in names})


def remembered(state: LogbookState, day: date, entry: LogEntry) -> LogbookState:
    """What `undo` means after an entry. The evening's answer is one thing, however often it is corrected."""
    others = [one for one in state.written if (one.day, one.entry) != (day, entry.id)]
    written = (*others, WrittenEntry(day=day, entry=entry.id, at=entry.at))[-MOST_UNDOABLE:]
    return state.model_copy(update={"written": written, "revision": state.revision + 1})


def forgotten(state: LogbookState, day: date, entry_id: str | None = None) -> LogbookState:
    """After an entry, or all of a day, is gone."""
    left = tuple(one for one in state.written if one.day != day or entry_id not in (None, one.entry))
    return state.model_copy(update={"written": left, "revision": state.revision + 1})


def last_written(state: LogbookState, entry: tuple[date, str] | None = None) -> WrittenEntry:
    """The last one, or the one of that day and id. Raises NothingWritten."""
    found = [one for one in state.written if entry in (None, (one.day, one.entry))]
    if not found:
        raise NothingWritten(
            "There is nothing in your logbook that can be undone."
            if entry is None
            else "That is undone already."
        )
    return found[-1]


def _edited_entries(entries: Sequence[LogEntry], edit: PageEdit) -> tuple[LogEntry, ...]:
    place = len(entries) if edit.entry is None else edit.entry
    if not 1 <= place <= len(entries):
        raise NoSuchEntry(f"There is no entry {place} on that page: it has {len(entries)}.")
    said = {name: value for name in ("text", "mood", "energy") if (value := getattr(edit, name)) is not None}
    gone = dict.fromkeys(edit.clear)
    changed = entries[place - 1].model_copy(update={**said, **gone})
    if changed.is_empty:
        raise BadEntry("Nothing would be left of that entry. Undo it, or remove the page.")
    return (*entries[: place - 1], changed, *entries[place:])


def _checked(
    page: LogbookPage, entries: Sequence[LogEntry], *, title: str | None, links: Links
) -> LogbookPage:
    after = with_entries(page, entries).model_copy(update={"title": title, "links": links})
    longest = max(len(one.text) for one in entries)
    if longest > LONGEST_ENTRY:
        raise EntryTooLong(
            f"An entry has at most {people(LONGEST_ENTRY)} characters, and this one has {people(longest)}. "
            "Nothing was written; split it in two."
        )
    if after.length > LONGEST_PAGE:
        raise PageFull(
            f"A page has room for {people(LONGEST_PAGE)} characters. This one has {people(page.length)}, and "
            f"would have {people(after.length)}. Nothing was written; shorten it, or write it on another "
            "day's page."
        )
    if len(entries) > MOST_ENTRIES:
        raise PageFull(
            f"A page has at most {MOST_ENTRIES} entries, and this one has them. Nothing was written."
        )
    if links.count > MOST_LINKS:
        raise TooManyLinks(f"A page names at most {MOST_LINKS} tasks, goals, habits and projects.")
    return after


def _last(said: Iterable[Mood | int | None]) -> Mood | int | None:
    return next((one for one in [*said][::-1] if one is not None), None)
