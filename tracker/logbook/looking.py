"""Pages looked at again: a day, some days, a year ago, a search. Always one person's, between two days."""

from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from datetime import date, timedelta

from tracker.dates import FIRST, months_later
from tracker.finding import plain
from tracker.frozen import frozen
from tracker.logbook.model import LogbookPage, LogbookState
from tracker.store.entity import from_items
from tracker.store.keys import LogbookKey
from tracker.store.query import Query
from tracker.store.steps import Lookup, ReadSteps, every_item
from tracker.store.values import Item, key_of

MOST_LOOKED_AT = 366
"""Pages, in one search: a year of them."""
MOST_FOUND = 10
_AT_A_TIME = 62
"""Two months: most searches end there."""
_DAY = timedelta(days=1)
_YEAR = -12
_AROUND = 60
"""Letters before and behind what was found."""


@frozen
class Find:
    page: LogbookPage
    excerpt: str = field(repr=False)


@frozen
class Finds:
    """The newest first."""

    found: list[Find]
    since: date
    """Down to this day everything was looked at."""
    older: date | None
    """The day from which on to look further back; None where there is nothing."""


def page_of(user_id: str, day: date) -> ReadSteps[LogbookPage | None]:
    key = LogbookKey(user_id, day).key
    return next(from_items(LogbookPage, (yield Lookup([key])).items.values()), None)


def is_awaited(user_id: str, day: date) -> ReadSteps[bool]:
    """Whether the person wants to be asked about their days, and that one has no page."""
    kept, page = LogbookState.key_of(user_id).key, LogbookKey(user_id, day).key
    found = (yield Lookup([kept, page])).items
    state = next(from_items(LogbookState, [found[kept]] if kept in found else []), LogbookState())
    return state.prompt is not None and page not in found


def day_and_year_ago(user_id: str, day: date) -> ReadSteps[tuple[LogbookPage | None, LogbookPage | None]]:
    """In one round trip; the day before the leap day, where that is the day."""
    then = months_later(day, _YEAR)
    wanted = [LogbookKey(user_id, one).key for one in (day, then) if one >= FIRST]
    found = {one.day: one for one in from_items(LogbookPage, (yield Lookup(wanted)).items.values())}
    return found.get(day), found.get(then)


def pages_between(user_id: str, first: date, last: date) -> ReadSteps[list[LogbookPage]]:
    """Both included, in the order of time."""
    items = yield from every_item(_between(user_id, first, last, limit=(last - first).days + 1))
    return [*from_items(LogbookPage, items)]


def search(user_id: str, words: str, until: date) -> ReadSteps[Finds]:
    """Pages up to a day that have all words; a year of them at most, and no more than ten finds."""
    wanted, found = plain(words).split(), list[Find]()
    query = _between(user_id, FIRST, until, limit=_AT_A_TIME, reverse=True)
    left, last = MOST_LOOKED_AT, until
    while True:
        [page] = (yield Lookup(queries=[replace(query, limit=min(_AT_A_TIME, left))])).pages
        for number, item in enumerate(page.items, 1):
            last = _day_of(item)
            found += _finds(item, wanted)
            if len(found) == MOST_FOUND:
                is_last = number == len(page.items) and page.cursor is None
                return Finds(found, last, None if is_last else last - _DAY)
        left -= len(page.items)
        if page.cursor is None:
            return Finds(found, last, None)
        if not left:
            return Finds(found, last, last - _DAY)
        query = replace(query, cursor=page.cursor)


def _day_of(item: Item) -> date:
    key = LogbookKey.parse(key_of(item))
    assert key is not None, "a query finds keys of its own type"  # noqa: S101 - for the type checker
    return key.day


def _finds(item: Item, wanted: Sequence[str]) -> Iterator[Find]:
    """A page that cannot be read is left out."""
    for page in from_items(LogbookPage, [item]):
        if (excerpt := _excerpt(page, wanted)) is not None:
            yield Find(page, excerpt)


def _excerpt(page: LogbookPage, wanted: Sequence[str]) -> str | None:
    """What stands around the first of the words; None where one of them is not on the page."""
    texts = [*filter(None, (page.title, *(one.text for one in page.entries)))]
    if not wanted or not all(any(word in plain(text) for text in texts) for word in wanted):
        return None
    text = next(" ".join(text.split()) for text in texts if wanted[0] in plain(text))
    place = max(plain(text).find(wanted[0]), 0)  # about there: letters may have lost their marks
    start, end = max(place - _AROUND, 0), place + len(wanted[0]) + _AROUND
    return f"{'…' if start else ''}{text[start:end].strip()}{'…' if end < len(text) else ''}"


def _between(user_id: str, first: date, last: date, *, limit: int, reverse: bool = False) -> Query:
    some = LogbookKey.between(first, last, user=user_id)
    return Query(some.pk, lo=some.lo, hi=some.hi, limit=limit, reverse=reverse)
