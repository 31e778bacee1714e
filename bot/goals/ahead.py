"""What may become of a goal, as its chart draws it: the forecast as a band, and what the date asks for."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, NamedTuple

from bot.goals.documents import GoalDetails, GoalDocument
from bot.visit import Visit
from bot.web.site.part import Ahead, AheadLine

if TYPE_CHECKING:
    from bot.series import NumberSeries

SOON, LATE, EXPECTED, NEEDED = "at the earliest", "at the latest", "expected", "needed"


def ahead(here: Visit, found: GoalDetails, _: "NumberSeries") -> Ahead | None:
    """None where nothing can be said of it."""
    one = found.goal
    if not isinstance(one, GoalDocument) or not one.open or one.as_of is None:
        return None
    now = one.current if one.current_xp is None else one.current_xp
    target = one.target if one.target_xp is None else one.target_xp
    ends = {name: _noon(here, day) for name, day in _days(one) if day is not None and day > here.today}
    band = (SOON, LATE) if {SOON, LATE} <= ends.keys() else None
    if band is None:  # half of it would read as a promise
        ends = {name: end for name, end in ends.items() if name not in (SOON, LATE)}
    if now is None or not ends:
        return None
    times = sorted({one.as_of, *ends.values()})
    way = _Way(one.as_of, float(now), float(target))
    lines = tuple(
        AheadLine(name, tuple(way.at(at, end, ends_there=name == NEEDED) for at in times))
        for name, end in ends.items()
    )
    return Ahead(tuple(times), lines, band)


def _days(one: GoalDocument) -> Iterator[tuple[str, date | None]]:
    if one.eta_range is not None:
        yield SOON, one.eta_range.early
        yield LATE, one.eta_range.late
        yield EXPECTED, one.eta_range.middle
    yield NEEDED, one.due


def _noon(here: Visit, day: date) -> datetime:
    return datetime.combine(day, time(12), here.person.zone)


class _Way(NamedTuple):
    """Straight from what it is now to the target."""

    begins: datetime
    now: float
    target: float

    def at(self, at: datetime, ends: datetime, *, ends_there: bool) -> float | None:
        """Whatever comes there stays there; what a date asks for ends with it."""
        if at > ends:
            return None if ends_there else self.target
        whole = max(ends - self.begins, timedelta(seconds=1))
        return self.now + (self.target - self.now) * (max(at - self.begins, timedelta()) / whole)
