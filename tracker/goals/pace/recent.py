"""What the last days brought, kept with the newest value: nobody reads a history to say where a goal stands.

Each change is shared among the days in which it happened, by the calendar that the person has when it is
written. A change of zone moves no day that was written before.
"""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from itertools import pairwise
from typing import Self
from zoneinfo import ZoneInfo

from pydantic import BaseModel

from tracker.days import MIDNIGHT, dates_left_out, day_begins, local_day
from tracker.goals.pace.gains import MOST_DAYS, Point, is_given
from tracker.readings import Number

_DAY = timedelta(days=1)
_DIGITS = 9
"""So many digits of what the best day brought are kept, so that the item stays small."""


class RecentGains(BaseModel, frozen=True):
    """What each of the last 42 whole days brought, as far as it is known, and the day of the newest value."""

    first: date
    """The first of the days, which was whole: the number was known when it began."""
    amounts: tuple[int, ...] = ()
    """What each day brought, from the first to that of the newest value."""
    decimals: int | None = None
    """So many digits of each amount stand behind its point; None where all of them are whole. A list of whole
    numbers is read five times as fast as one of decimals."""
    morning: Number
    """What the number had grown to when the day of the newest value began."""

    @classmethod
    def of(
        cls, points: Sequence[Point], zone: ZoneInfo, day_start: time = MIDNIGHT, *, founded: datetime
    ) -> Self:
        """From at least one point, in order of time. `founded` is when the goal was set."""
        first = points[0]
        day = local_day(first.at, zone, day_start)
        whole = first.at == day_begins(day, zone, day_start)
        recent = cls(first=day if whole else day + _DAY, amounts=(0,) if whole else (), morning=first.grown)
        for before, after in pairwise(points):
            recent = recent.then(before, after, zone, day_start, founded=founded)
        return recent

    @property
    def last(self) -> date:
        """The day of the newest value."""
        return self.first + (len(self.amounts) - 1) * _DAY

    def then(
        self, before: Point, after: Point, zone: ZoneInfo, day_start: time = MIDNIGHT, *, founded: datetime
    ) -> Self:
        """With the next value; `before` is the one that was the newest until then."""
        day = max(local_day(after.at, zone, day_start), self.last)
        first = max(self.first, day - MOST_DAYS * _DAY)
        amounts = self._numbers()[(first - self.first).days :]
        amounts += [0.0] * ((day - first).days + 1 - len(amounts))
        for shared, amount in _shares(before, after, first, zone, day_start):
            amounts[(shared - first).days] += amount
        morning = self.morning
        if day > self.last:
            given = is_given(after, day_begins(day, zone, day_start), founded)
            morning = after.grown if given else before.grown
        return self.model_copy(update={"first": first, "morning": morning, **_rounded(amounts)})

    def gained_on(self, today: date, grown: Number) -> Number:
        """What a number that has grown to so much by now gained on the present day."""
        return grown - self.morning if today <= self.last else 0

    def rates(self, until: date, zone: ZoneInfo, day_start: time = MIDNIGHT) -> list[float]:
        """What each whole day before `until` brought, oldest first; after the newest value it was nothing."""
        first = max(self.first, until - MOST_DAYS * _DAY)
        count, skipped = max((until - first).days, 0), (first - self.first).days
        known = self._numbers()[skipped : skipped + count]
        rates = [*known, *[0.0] * (count - len(known))]
        for day in reversed(dates_left_out(first, until, zone, day_start)):
            del rates[(day - first).days]
        return rates

    def _numbers(self) -> list[float]:
        if self.decimals is None:
            return [*map(float, self.amounts)]
        unit = 10**self.decimals
        return [amount / unit for amount in self.amounts]


def _rounded(amounts: Sequence[float]) -> dict[str, object]:
    """As they are kept."""
    if all(map(float.is_integer, amounts)):
        return {"amounts": tuple(map(int, amounts)), "decimals": None}
    decimals = max(_DIGITS - len(f"{max(map(abs, amounts)):.0f}"), 0)
    unit = 10**decimals
    return {"amounts": tuple(round(amount * unit) for amount in amounts), "decimals": decimals or None}


def _shares(
    before: Point, after: Point, first: date, zone: ZoneInfo, day_start: time
) -> Iterator[tuple[date, float]]:
    """A change, day by day from the last one back to `first`, by how much of its time fell on each."""
    change = float(after.grown - before.grown)
    start = max(before.at, after.since or after.at)
    day, until = local_day(after.at, zone, day_start), after.at
    if start >= until and day >= first:
        yield day, change
    whole = until - start
    while until > start and day >= first:
        begin = max(day_begins(day, zone, day_start), start)
        if begin < until:
            yield day, change * ((until - begin) / whole)
        day, until = day - _DAY, begin
