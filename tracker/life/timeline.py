"""A person's timeline: all that they have in the order of time, a page in one round trip.

The index is sorted by type first, so that one type can be asked for. For several, each is asked for a page at
the same time, and the newest of all of them are the page.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from tracker.frozen import frozen
from tracker.life.things import KINDS, Thing, TimelinePlace, places_in, thing_in
from tracker.refusals import Reason, Refused
from tracker.store.index_keys import TimelineKey
from tracker.store.query import Query
from tracker.store.steps import Lookup, ReadSteps

MOST = 200
"""Entries of one page."""
_FIRST, _LAST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2999, 12, 31, tzinfo=UTC)
_SECOND = timedelta(seconds=1)
_TOKEN = re.compile(r"(?P<at>\d{9,11})\.(?P<type>[A-Za-z]{1,40})\.(?P<id>[^.\s].*)", re.ASCII)


class BadPage(Refused):
    code = "bad_page"
    reason = Reason.UNREADABLE


@frozen
class Wanted:
    """Which part of a timeline."""

    size: int
    kind: str | None = None
    """Of `KINDS`; all of them where it is None."""
    since: datetime = _FIRST
    until: datetime = _LAST
    """Before this instant."""
    after: TimelinePlace | None = None
    """The last one of the page before: what is older follows."""


@frozen
class TimelinePage:
    things: Sequence[Thing]
    """The newest first."""
    last: TimelinePlace | None
    """Where the next page goes on; None where there is none."""


def page_of(user_id: str, wanted: Wanted) -> ReadSteps[TimelinePage]:
    types = KINDS[wanted.kind] if wanted.kind else [one for some in KINDS.values() for one in some]
    read = yield Lookup(queries=[_query(user_id, one, wanted) for one in types])
    found = [one for page in read.pages for one in places_in(page.items)]
    older = sorted((one for one in found if _is_older(one[0], wanted.after)), key=_newest, reverse=True)
    shown = older[: wanted.size]
    things = [thing for place, item in shown if (thing := thing_in(place, item)) is not None]
    return TimelinePage(things, shown[-1][0] if len(older) > len(shown) else None)


def _newest(one: tuple[TimelinePlace, object]) -> TimelinePlace:
    return one[0]


def _is_older(place: TimelinePlace, than: TimelinePlace | None) -> bool:
    return than is None or place < than


def _query(user_id: str, type_: str, wanted: Wanted) -> Query:
    """A page and two more: the one that was shown last, and one that says whether anything follows."""
    after, ends = wanted.after, wanted.until
    if after is not None:
        ends = min(ends, after.at + _SECOND if type_ <= after.type else after.at)
    some = TimelineKey.between(wanted.since, ends, user=user_id, kind=type_)
    hi = some.hi
    if after is not None and type_ == after.type and ends > after.at:
        # Any number of them can be of the same second.
        hi = TimelineKey.until(user=user_id, kind=type_, at=after.at, id=after.id).hi
    return Query(some.pk, lo=some.lo, hi=hi, index=some.index, reverse=True, limit=wanted.size + 2)


def token_of(place: TimelinePlace) -> str:
    """A place as programs and buttons say it."""
    return f"{int(place.at.timestamp())}.{place.type}.{place.id}"


def parse_token(text: str) -> TimelinePlace:
    """Raises BadPage."""
    found = _TOKEN.fullmatch(text)
    types = [one for some in KINDS.values() for one in some]
    at = None if found is None else datetime.fromtimestamp(int(found["at"]), UTC)
    if found is None or at is None or found["type"] not in types or not _FIRST <= at <= _LAST:
        raise BadPage("This page of your timeline is not there. Begin again without `before`.")
    return TimelinePlace(at, found["type"], found["id"])
