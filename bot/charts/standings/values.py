"""What a chart of standings shows, as plain values, and the same in words for those who cannot see it."""

from collections.abc import Iterator

from tracker.challenge.model import Counted
from tracker.challenge.wording import streak_text, week_facts, week_words
from tracker.frozen import frozen
from tracker.store.segments import Week
from tracker.words import people

_DOT = " \N{MIDDLE DOT} "


@frozen
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


@frozen
class StandingsChart:
    title: str
    """What the challenge is called."""
    counted: Counted
    threshold: int
    """So much makes a week a good one."""
    week: Week
    participants: int
    successes: int
    total: int
    """Of everybody."""
    rows: tuple[Placed, ...]
    """The first ones. Whoever asked may be one more, further down."""

    @property
    def subtitle(self) -> str:
        facts = week_facts(self.counted, self.participants, self.successes, self.total)
        return _DOT.join([week_words(self.week), *facts])

    @property
    def more(self) -> int:
        """How many are not shown. The number of people may lag behind."""
        return max(self.participants - len(self.rows), 0)

    @property
    def most(self) -> int:
        """The end of the scale."""
        return max(self.threshold, *(row.count for row in self.rows), 1)

    @property
    def asked(self) -> str:
        """`at least 5 commits`."""
        return f"at least {self.counted.amount(self.threshold)}"

    def is_good(self, row: Placed) -> bool:
        return row.count >= self.threshold


def describe(chart: StandingsChart) -> str:
    """The chart in words."""
    return " ".join(_sentences(chart))


def _sentences(chart: StandingsChart) -> Iterator[str]:
    yield f"{chart.title}: {chart.subtitle}."
    yield f"A good week has {chart.asked}."
    for row in chart.rows:
        yield f"{people(row.number)}. {', '.join(_row_facts(chart, row))}."
    if chart.more:
        yield f"And {people(chart.more)} more."


def _row_facts(chart: StandingsChart, row: Placed) -> Iterator[str]:
    yield f"{row.name} (marked)" if row.is_own else row.name
    yield chart.counted.amount(row.count)
    if row.streak:
        yield f"streak {streak_text(row.streak)}"
