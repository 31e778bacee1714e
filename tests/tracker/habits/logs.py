"""Random logs and schedules, and a slow reckoning of streaks that follows the words of the rules."""

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import groupby

from hypothesis import strategies as st

from tracker.days import Days
from tracker.habits.schedule import Daily, EveryDays, OnWeekdays, PerMonth, PerWeek, Schedule, WithinDays
from tracker.habits.states import DayEntry, DayState, DayTarget, Log, Logged

DAY = timedelta(days=1)
FIRST_DAYS = st.dates(date(2019, 12, 1), date(2021, 3, 1))  # a leap day, and a year of 53 weeks


def schedules() -> st.SearchStrategy[Schedule]:
    return st.one_of(
        st.just(Daily()),
        st.builds(OnWeekdays, days=st.sets(st.integers(0, 6), min_size=1).map(tuple)),
        st.builds(PerWeek, times=st.integers(1, 7)),
        st.builds(PerMonth, times=st.integers(1, 28)),
        st.builds(EveryDays, days=st.integers(2, 9), since=FIRST_DAYS),
        st.integers(2, 9).flatmap(
            lambda days: st.builds(WithinDays, times=st.integers(1, days - 1), days=st.just(days))
        ),
    )


SIGNS = {
    "x": DayEntry(Logged.DONE),
    "s": DayEntry(Logged.SKIPPED),
    "f": DayEntry(Logged.FROZEN),
    "?": DayEntry(Logged.UNKNOWN),
    **{str(amount): DayEntry(Logged.DONE, amount) for amount in range(10)},
}
"""How a day is written: `-` is one without an entry."""
DAYS = st.text("x-x-x-xsf?07", min_size=1, max_size=120)


@st.composite
def lives(draw: st.DrawFn) -> tuple[Schedule, Log, date, date]:
    """A schedule, a log, the first day and today."""
    first, signs = draw(FIRST_DAYS), draw(DAYS)
    today = first + (len(signs) - 1) * DAY
    logged = {first + at * DAY: SIGNS[sign] for at, sign in enumerate(signs) if sign in SIGNS}
    holidays = draw(st.lists(st.tuples(st.integers(0, len(signs)), st.integers(0, 10)), max_size=2))
    away = [Days(first + begin * DAY, first + (begin + length) * DAY) for begin, length in holidays]
    target = DayTarget(draw(st.none() | st.integers(1, 6)), draw(st.booleans()))
    settled = today - draw(st.sampled_from([1, 2])) * DAY
    return draw(schedules()), Log(logged, target, settled, away), first, today


def slow_streaks(schedule: Schedule, log: Log, first: date, today: date) -> tuple[int, int]:
    """Current and longest."""
    current = longest = 0
    for verdict in slow_verdicts(schedule, log, first, today):
        current = current + 1 if verdict == "kept" else 0 if verdict == "missed" else current
        longest = max(longest, current)
    return current, longest


def slow_strength(schedule: Schedule, log: Log, first: date, today: date) -> float:
    """Loop's formula, day by day, in plain numbers: 1 is a habit that was never missed."""
    reach = {"daily": 1, "weekdays": 7, "perWeek": 7, "perMonth": 30}.get(schedule.kind) or schedule.days
    often = {
        "daily": 1.0,
        "weekdays": len(getattr(schedule, "days", ())) / 7 if schedule.kind == "weekdays" else 0.0,
        "perWeek": getattr(schedule, "times", 0) / 7,
        "perMonth": getattr(schedule, "times", 0) / 30,
        "every": 1 / reach,
        "within": getattr(schedule, "times", 0) / reach,
    }[schedule.kind]
    kept, strength, shares = 0.5 ** (often**0.5 / 13), 0.0, list[float]()
    for offset in range((today - first).days + 1):
        day = first + offset * DAY
        state = log.state_of(day)
        if state.is_excused:
            continue
        shares.append(log.share_of(day))
        is_over = state is not DayState.OPEN and (state is not DayState.PARTIAL or day <= log.settled)
        if is_over:
            lately = sum(shares[-reach:]) / (often * reach)
            strength = strength * kept + min(lately, 1.0) * (1 - kept)
    return strength


def slow_verdicts(schedule: Schedule, log: Log, first: date, today: date) -> Iterator[str]:
    days = [first + offset * DAY for offset in range((today - first).days + 1)]
    if isinstance(schedule, WithinDays):
        yield from (_rolling(schedule, log, first, day) for day in days)
        return
    for _, members in groupby(
        (day for day in days if _is_due(schedule, day)), lambda day: _name(schedule, day)
    ):
        yield _calendar(schedule, log, first, list(members))


def _rolling(schedule: WithinDays, log: Log, first: date, day: date) -> str:
    if log.state_of(day).is_excused:
        return "excused"
    before = [first + offset * DAY for offset in range((day - first).days + 1)]
    counting = [one for one in before if not log.state_of(one).is_excused][-schedule.days :]
    if sum(log.state_of(one) is DayState.DONE for one in counting) >= schedule.times:
        return "kept"
    if day > log.settled:
        return "open"
    return "missed" if len(counting) == schedule.days else "excused"


def _calendar(schedule: Schedule, log: Log, first: date, members: list[date]) -> str:
    needed = schedule.times if isinstance(schedule, PerWeek | PerMonth) else 1
    states = [log.state_of(day) for day in members]
    last, begins = members[-1], members[0]
    while _name(schedule, last + DAY) == _name(schedule, last) and _is_due(schedule, last + DAY):
        last += DAY
    while _name(schedule, begins - DAY) == _name(schedule, begins) and _is_due(schedule, begins - DAY):
        begins -= DAY
    if states.count(DayState.DONE) >= needed:
        return "kept"
    single = begins == last
    if last > log.settled and not (single and states == [DayState.MISSED]):
        return "open"
    excused = sum(state.is_excused for state in states)
    if states.count(DayState.DONE) + excused >= needed or begins < first:
        return "excused"
    return "missed"


def _is_due(schedule: Schedule, day: date) -> bool:
    return not isinstance(schedule, OnWeekdays) or day.weekday() in schedule.days


def _name(schedule: Schedule, day: date) -> object:
    """Days of one period have one name."""
    match schedule:
        case PerWeek():
            return tuple(day.isocalendar())[:2]
        case PerMonth():
            return day.year, day.month
        case EveryDays():
            return (day.toordinal() - schedule.since.toordinal()) // schedule.days
        case _:
            return day
