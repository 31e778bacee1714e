"""One look at a person's numbers: what holds, what of it is new, and what the next look has to know.

Pure, and a matter of milliseconds: it is done in a thread, so that nobody waits for it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from itertools import count

from tracker.analysis.anomaly import Anomaly
from tracker.analysis.correlations import Pair, Together
from tracker.analysis.prediction import Prediction, prediction_of
from tracker.analysis.statistics import two_sided
from tracker.analysis.weekly import Findings, findings
from tracker.frozen import frozen
from tracker.insights import wording
from tracker.insights.model import CurrentInsight, Insight, InsightBook, InsightType, SeenPair, handle_of
from tracker.insights.numbers import KnownNumber, NumberKind, looked_at

LIFE = timedelta(days=8)
"""A day longer than until the next look."""
WEEK = timedelta(days=7)
MOST_INSIGHTS = 60
_AHEAD = 7
_ONE_ANOMALY_IN = timedelta(days=14)


@frozen
class Found:
    """Something that holds. `p` is how probable chance alone would make it; None where nothing is claimed."""

    kind: InsightType
    metric: str
    what: str
    content: str
    days: int
    p: float | None = None
    other: str | None = None
    lag: int = 0
    is_private: bool = False


@frozen
class InsightLook:
    insights: tuple[Insight, ...]
    """The surest first, what only predicts last. Without what the person has hidden."""
    new: Insight | None
    """The surest of those that the look before did not find."""
    book: InsightBook
    """As it is afterwards."""


def look_at(known: Sequence[KnownNumber], book: InsightBook, today: date, now: datetime) -> InsightLook:
    numbers = looked_at(known)
    found = findings(numbers, _before(book, today))
    every = sorted(_told(known, found, book, today), key=lambda one: 2.0 if one.p is None else one.p)
    kept = [one for one in every[:MOST_INSIGHTS] if handle_of(one.what) not in book.hidden]
    insights = tuple(_insights(kept, now))
    news = [insight for one, insight in zip(kept, insights, strict=True) if _is_new(one, book)]
    after = book.model_copy(
        update={
            "looked_at": now,
            "ways": {name: way for name, way in found.ways.items() if name in found.trends},
            "seen": tuple(_seen(book, found.seen_together, today)),
            "known": tuple(dict.fromkeys([*(one.what for one in every), *_recent(book, today)])),
            "current": tuple(_places(insights)),
            "revision": book.revision + 1,
        }
    )
    return InsightLook(insights, news[0] if news else None, after)


def _before(book: InsightBook, today: date) -> Findings:
    """What the rules have to know of the looks before: labels, and what went together a week ago."""
    held = [one for one in book.seen if one.since <= today - WEEK]
    seen = {
        Pair(one.outcome, one.driver): Together(
            Pair(one.outcome, one.driver), lag=0, rho=1.0 if one.rising else -1.0, p=0.0, count=0
        )
        for one in held
    }
    return Findings(ways=book.ways, seen_together=seen)


def _seen(book: InsightBook, now: Mapping[Pair, Together], today: date) -> Iterator[SeenPair]:
    """Each since the first look from which on all have found it, the same way."""
    since = {(one.outcome, one.driver, one.rising): one.since for one in book.seen}
    for pair, one in now.items():
        rising = one.rho > 0
        yield SeenPair(
            outcome=pair.outcome,
            driver=pair.driver,
            rising=rising,
            since=since.get((pair.outcome, pair.driver, rising), today),
        )


def _told(known: Sequence[KnownNumber], found: Findings, book: InsightBook, today: date) -> Iterator[Found]:
    by_id = {one.id: one for one in known}
    for number in known:
        if number.kind is not NumberKind.HABIT:
            yield from _of_one(number, found, book, today)
    for pair, one in found.together.items():
        outcome, driver = by_id[pair.outcome], by_id[pair.driver]
        yield Found(
            InsightType.CORRELATION,
            pair.outcome,
            what=f"{InsightType.CORRELATION}:{pair.outcome}:{pair.driver}",
            content=wording.together_text(outcome, driver, one),
            days=one.count,
            p=one.p,
            other=pair.driver,
            lag=one.lag,
            is_private=outcome.is_rated or driver.is_rated,
        )


def _of_one(number: KnownNumber, found: Findings, book: InsightBook, today: date) -> Iterator[Found]:
    me = number.id
    if (slope := found.trends.get(me)) is not None:
        what, text = f"{InsightType.TREND}:{me}:{slope.way}", wording.trend_text(number, slope)
        yield Found(InsightType.TREND, me, what, text, slope.known, slope.p, is_private=number.is_rated)
    if (pattern := found.patterns.get(me)) is not None:
        what, text = f"{InsightType.PATTERN}:{me}", wording.pattern_text(number, pattern)
        yield Found(InsightType.PATTERN, me, what, text, pattern.count, pattern.p, is_private=number.is_rated)
    if (anomaly := found.anomalies.get(me)) is not None and not number.is_rated:
        yield from _anomaly(number, anomaly, book, today)
    if not number.is_rated and (band := prediction_of(number.series, _AHEAD)) is not None:
        yield _prediction(number, band)


def _anomaly(number: KnownNumber, found: Anomaly, book: InsightBook, today: date) -> Iterator[Found]:
    """One of each number in two weeks: a number that jumps all the time is none."""
    day = number.series.last - timedelta(days=found.ago)
    what = anomaly_name(number.id, day)
    if any(other != what for other in _recent(book, today) if other.startswith(_anomalies_of(number.id))):
        return
    text = wording.anomaly_text(number, found)
    yield Found(InsightType.ANOMALY, number.id, what, text, found.count, two_sided(found.z))


def _prediction(number: KnownNumber, band: Prediction) -> Found:
    what = f"{InsightType.PREDICTION}:{number.id}"
    return Found(InsightType.PREDICTION, number.id, what, wording.prediction_text(number, band), band.count)


def _anomalies_of(metric: str) -> str:
    return f"{InsightType.ANOMALY}:{metric}:"


def anomaly_name(metric: str, day: date) -> str:
    return f"{_anomalies_of(metric)}{day}"


def _recent(book: InsightBook, today: date) -> Iterator[str]:
    """Values that stood out in the last two weeks: they are remembered though looks go on."""
    for what in book.known:
        kind, _, rest = what.partition(":")
        if kind == InsightType.ANOMALY and date.fromisoformat(rest[-10:]) > today - _ONE_ANOMALY_IN:
            yield what


def _is_new(found: Found, book: InsightBook) -> bool:
    return found.p is not None and found.what not in book.known


def _insights(found: Iterable[Found], now: datetime) -> Iterator[Insight]:
    expires = now + LIFE
    for one in found:
        yield Insight(
            kind=one.kind,
            metric=one.metric,
            other=one.other,
            lag=one.lag,
            what=one.what,
            content=one.content,
            days=one.days,
            is_private=one.is_private,
            cached_at=now,
            expires_at=expires,
            ttl=int(expires.timestamp()),
        )


def _places(insights: Sequence[Insight]) -> Iterator[CurrentInsight]:
    """Several of one kind about one metric lie a second apart: their keys have nothing else that differs."""
    places: dict[tuple[str, InsightType], Iterator[int]] = {}
    for one in insights:
        later = next(places.setdefault((one.metric, one.kind), count()))
        yield CurrentInsight(one.metric, one.kind, one.cached_at + timedelta(seconds=later))
