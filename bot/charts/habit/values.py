"""What a chart of a habit shows, as plain values, and the same in words for those who cannot see it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date, timedelta

from tracker.frozen import frozen
from tracker.habits.model import HabitLog
from tracker.habits.past import past_of
from tracker.habits.states import DayEntry, DayState
from tracker.habits.streaks import Course
from tracker.habits.watched import Watched
from tracker.words import day_text, people, shown_week

WEEKS = 53
"""A year, wherever in a week it begins."""

ORDER = (
    DayState.DONE,
    DayState.PARTIAL,
    DayState.MISSED,
    DayState.SKIPPED,
    DayState.FROZEN,
    DayState.AWAY,
    DayState.UNKNOWN,
    DayState.OPEN,
)
"""In which people read of them."""

_WORDS: Mapping[DayState | None, str] = {
    DayState.DONE: "done",
    DayState.PARTIAL: "partly done",
    DayState.SKIPPED: "skipped",
    DayState.FROZEN: "frozen",
    DayState.AWAY: "away",
    DayState.MISSED: "missed",
    DayState.UNKNOWN: "unknown",
    DayState.OPEN: "still open",
    None: "nothing due",
}
_WITH_A_LIMIT: Mapping[DayState | None, str] = {DayState.DONE: "kept", DayState.MISSED: "slipped"}
_DOT = " \N{MIDDLE DOT} "


@frozen
class DayShown:
    state: DayState
    share: float = 0.0
    """Of what was wanted, from 0 to 1."""


@frozen
class HabitChart:
    name: str
    unit: str
    """What its streak is counted in: days, weeks, months or times, in the singular."""
    today: date
    """The person's day."""
    first: date
    """The day on which it began."""
    days: Mapping[date, DayShown]
    """Of the last year. On other days between the first one and today nothing was wanted."""
    strength: tuple[tuple[date, float], ...]
    """After each of these days, from 0 to 1, in the order of time."""
    current: int
    longest: int
    rate: float | None
    """The share of all periods that were kept; None before the first has ended."""
    at_most: bool = False
    """Whether less is better."""

    @property
    def subtitle(self) -> str:
        return _DOT.join(_facts(self))

    @property
    def current_strength(self) -> float:
        return self.strength[-1][1] if self.strength else 0.0

    @property
    def is_open(self) -> bool:
        """Whether there is still time today."""
        return (today := self.days.get(self.today)) is not None and today.state is DayState.OPEN

    @property
    def begins(self) -> date:
        """The first day of the week from which days are shown."""
        return max(shown_week(self.first).first, first_shown(self.today))


def chart_of(watched: Watched, logs: Mapping[date, HabitLog]) -> HabitChart:
    """From the whole log of a habit."""
    entries: dict[date, DayEntry] = {day: one.entry for day, one in logs.items()}
    return course_chart(watched.habit.name, watched.course_with(entries), watched.today)


def course_chart(name: str, course: Course, today: date) -> HabitChart:
    past = past_of(course, today, first_shown(today))
    return HabitChart(
        name=name,
        unit=course.schedule.unit,
        today=today,
        first=course.first,
        days={one.day: DayShown(one.state, one.share) for one in past.days if one.state is not None},
        strength=tuple((one.day, one.strength) for one in past.days),
        current=past.standing.current,
        longest=past.standing.longest,
        rate=past.standing.rate,
        at_most=course.log.target.at_most,
    )


def first_shown(today: date) -> date:
    """The day with which the last 53 weeks begin."""
    return shown_week(today).first - timedelta(weeks=WEEKS - 1)


def state_words(state: DayState | None, *, at_most: bool) -> str:
    """As the legend has it. None is a day of which nothing was wanted."""
    if at_most and state in _WITH_A_LIMIT:
        return _WITH_A_LIMIT[state]
    return _WORDS[state]


def percent_words(share: float) -> str:
    return f"{round(100 * share)} %"


def describe(chart: HabitChart) -> str:
    """The chart in words."""
    return " ".join(_sentences(chart))


def _sentences(chart: HabitChart) -> Iterator[str]:
    yield f"{chart.name}: {chart.subtitle}."
    if not chart.strength:
        return
    since = day_text(chart.strength[0][0], chart.today)
    yield f"Since {since}: {', '.join(_counts(chart)) or 'nothing yet'}."
    yield f"{'; '.join(_strengths(chart))}."
    if chart.is_open:
        yield "Today is still open."


def _counts(chart: HabitChart) -> Iterator[str]:
    """`34 days done`, `2 missed`."""
    counts = Counter(one.state for one in chart.days.values())
    told = [state for state in ORDER if counts[state] and state is not DayState.OPEN]
    for number, state in enumerate(told):
        many = people(counts[state]) if number else _counted(counts[state], "day")
        yield f"{many} {state_words(state, at_most=chart.at_most)}"


def _facts(chart: HabitChart) -> Iterator[str]:
    if not chart.strength:
        yield f"begins {day_text(chart.first, chart.today)}"
        return
    yield f"{_counted(chart.current, chart.unit)} in a row" if chart.current else "no streak now"
    if chart.longest > chart.current:
        yield f"the longest was {_counted(chart.longest, chart.unit)}"
    elif chart.current > 1:
        yield "the longest so far"
    if chart.rate is not None:
        yield f"{percent_words(chart.rate)} kept"


def _strengths(chart: HabitChart) -> Iterator[str]:
    """Now, a year ago, and the highest one in between, where that is another."""
    now, (first, before) = percent_words(chart.current_strength), chart.strength[0]
    yield f"Its strength is {now}"
    if first != chart.first:
        yield f"a year ago it was {percent_words(before)}"
    best_day, best = max(chart.strength, key=lambda one: one[1])
    if percent_words(best) not in (now, percent_words(before)):
        yield f"the highest was {percent_words(best)} on {day_text(best_day, chart.today)}"


def _counted(number: int, unit: str) -> str:
    return f"{people(number)} {unit}" if number == 1 else f"{people(number)} {unit}s"
