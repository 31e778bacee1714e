"""What a person can do with all that they have: words in, documents out."""

from datetime import date, datetime, timedelta

from bot.documents import read, reading
from bot.timeline.documents import FoundThings, Timeline, entry
from bot.timeline.requests import FindThings, ShowTimeline
from bot.visit import Visit
from tracker.dates import parse_past_day
from tracker.days import day_begins
from tracker.life import finding
from tracker.life.finding import parse_sought
from tracker.life.things import parse_kind
from tracker.life.timeline import Wanted, page_of, parse_token, token_of

PER_PAGE = 50
"""Unless somebody says how many."""


async def show(visit: Visit, ask: ShowTimeline) -> Timeline:
    kind = read("kind", ask.kind, parse_kind)
    since, until = _day(visit, "since", ask.since), _day(visit, "until", ask.until)
    wanted = Wanted(
        ask.limit or PER_PAGE,
        kind,
        **({} if since is None else {"since": _begins(visit, since)}),
        **({} if until is None else {"until": _begins(visit, until + timedelta(days=1))}),
        after=read("before", ask.before, parse_token),
    )
    page = await visit.services.table.read_in_steps(page_of(visit.person.id, wanted))
    return Timeline(
        entries=tuple(map(entry, page.things)),
        kind=kind,
        since=since,
        until=until,
        next=None if page.last is None else token_of(page.last),
    )


async def find(visit: Visit, ask: FindThings) -> FoundThings:
    kind = read("kind", ask.kind, parse_kind)
    with reading("words"):
        sought = parse_sought(ask.words)
    found = await visit.services.table.read_in_steps(finding.find(visit.person.id, sought, kind))
    shown = found.things[: ask.limit or PER_PAGE]
    return FoundThings(
        entries=tuple(map(entry, shown)), words=ask.words, total=len(found.things), unseen=found.unseen
    )


def _day(visit: Visit, field: str, text: str | None) -> date | None:
    return read(field, text, lambda said: parse_past_day(said, visit.today))


def _begins(visit: Visit, day: date) -> datetime:
    """When the day begins for the person."""
    return day_begins(day, visit.person.zone, visit.person.day_start)
