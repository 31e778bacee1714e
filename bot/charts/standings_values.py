"""What a chart of standings shows, as plain values, and the same in words for those who cannot see it."""

from collections.abc import Iterator
from dataclasses import dataclass

from tracker.challenge.model import Challenge, WeekSummary
from tracker.challenge.wording import streak_text
from tracker.store.segments import Week
from tracker.weeks import days_of

MOST_ROWS = 10
_DOT = " \N{MIDDLE DOT} "


@dataclass(frozen=True, slots=True)
class Placed:
    """A person in a week."""

    number: int
    """Their rank."""
    name: str
    count: int
    streak: int = 0
    """Weeks in a row, up to this one."""
    is_own: bool = False
    """Whether it is marked: for the one who asked."""


@dataclass(frozen=True, slots=True)
class StandingsChart:
    challenge: Challenge
    week: Week
    summary: WeekSummary
    """Of everybody."""
    rows: tuple[Placed, ...]
    """The first ones. Whoever asked may be one more, further down."""

    @property
    def title(self) -> str:
        return self.challenge.name

    @property
    def subtitle(self) -> str:
        return _DOT.join([week_words(self.week), *self.facts])

    @property
    def facts(self) -> tuple[str, ...]:
        """Of everybody, in a few words each."""
        return tuple(_facts(self))

    @property
    def more(self) -> int:
        """How many are not shown. The number of people may lag behind."""
        return max(self.summary.participants - len(self.rows), 0)

    @property
    def most(self) -> int:
        """The end of the scale."""
        return max(self.challenge.threshold, *(row.count for row in self.rows), 1)

    def is_good(self, row: Placed) -> bool:
        return row.count >= self.challenge.threshold


def week_words(week: Week) -> str:
    """`week 46, 9 to 15 November 2026`."""
    first, last = days_of(week)
    year = f" {first.year}" if first.year != last.year else ""
    month = f" {first:%B}" if first.month != last.month else ""
    return f"week {week.week}, {first.day}{month}{year} to {last.day} {last:%B} {last.year}"


def describe(chart: StandingsChart) -> str:
    """The chart in words."""
    return " ".join(_sentences(chart))


def _sentences(chart: StandingsChart) -> Iterator[str]:
    yield f"{chart.title}: {chart.subtitle}."
    yield f"A good week has at least {chart.challenge.amount(chart.challenge.threshold)}."
    for row in chart.rows:
        yield f"{row.number:,}. {', '.join(_row_facts(chart, row))}."
    if chart.more:
        yield f"And {chart.more:,} more."


def _facts(chart: StandingsChart) -> Iterator[str]:
    summary = chart.summary
    if not summary.participants:
        yield "nobody was counted yet"
        return
    yield f"{summary.successes:,} of {summary.participants:,} had a good week"
    yield f"{chart.challenge.amount(summary.total)} in all"


def _row_facts(chart: StandingsChart, row: Placed) -> Iterator[str]:
    yield f"{row.name} (marked)" if row.is_own else row.name
    yield chart.challenge.amount(row.count)
    if row.streak:
        yield f"streak {streak_text(row.streak)}"
