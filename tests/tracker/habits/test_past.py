"""A habit's past, day by day."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tracker.habits.logs import DAY, SIGNS, lives
from tracker.habits.past import PastDay, past_of
from tracker.habits.schedule import Daily, EveryDays, OnWeekdays, PerWeek, Schedule, WithinDays
from tracker.habits.states import DayEntry, DayState, DayTarget, Log, Logged
from tracker.habits.streaks import WHOLE, Course, day_by_day, streak

MONDAY = date(2025, 3, 3)
LETTERS = {
    DayState.DONE: "x",
    DayState.PARTIAL: "p",
    DayState.SKIPPED: "s",
    DayState.FROZEN: "f",
    DayState.UNKNOWN: "?",
    DayState.MISSED: "m",
    DayState.OPEN: "o",
    None: ".",
}


def course_of(schedule: Schedule, days: str, target: DayTarget | None = None) -> tuple[Course, date]:
    """From a Monday on, up to today, which is the last of them."""
    entries = {MONDAY + number * DAY: SIGNS[sign] for number, sign in enumerate(days) if sign in SIGNS}
    today = MONDAY + (len(days) - 1) * DAY
    return Course(schedule, Log(entries, target or DayTarget(), today - DAY), MONDAY), today


def seen(schedule: Schedule, days: str, target: DayTarget | None = None) -> str:
    past = past_of(*course_of(schedule, days, target), since=MONDAY)
    return "".join(LETTERS[one.state] for one in past.days)


@pytest.mark.parametrize(
    ("schedule", "days", "found"),
    [
        (Daily(), "xx-s-f?x-", "xxmsmf?xo"),
        (OnWeekdays(days=(0, 2, 4)), "x---x--" + "-x-", "x.m.x..mxo"),
        (OnWeekdays(days=(0, 2, 4)), "x-", "x."),  # nothing is open on a Tuesday
        (PerWeek(times=3), "x-x-x--" + "x", "x.x.x..x"),  # what a kept week could do without is not missed
        (PerWeek(times=3), "x------" + "x", "x....mmx"),  # as many as it was short of, the last ones
        (PerWeek(times=3), "x-----x" + "x", "x....mxx"),
        (PerWeek(times=3), "xs-----" + "x", "xs....mx"),
        (PerWeek(times=2), "-s----s" + "x", ".s....sx"),  # an excused week is not missed
        (PerWeek(times=3), "x-x-x--" + "---", "x.x.x....o"),  # this week is not over
        (EveryDays(days=3, since=MONDAY), "x-----x", "x....mx"),
        (WithinDays(times=1, days=3), "x-----x", "x..mmmx"),
    ],
)
def test_a_day_is_missed_where_it_was_wanted(schedule: Schedule, days: str, found: str) -> None:
    assert seen(schedule, days) == found


def test_what_was_told_of_a_day_is_always_seen() -> None:
    assert seen(PerWeek(times=2), "3-x-x--x", DayTarget(5)) == "p.x.x..x"
    assert seen(PerWeek(times=5), "x------x", DayTarget(at_most=True)) == "mxxxxxxm"  # it was too much


def test_a_day_that_was_partly_done_is_what_its_week_was_short_of() -> None:
    assert seen(PerWeek(times=2), "3-x----x", DayTarget(5)) == "p.x....x"
    assert past_of(*course_of(Daily(), "3-", DayTarget(5)), since=MONDAY).days[0].share == 0.6


def test_the_whole_log_counts_though_only_the_last_days_are_kept() -> None:
    course, today = course_of(Daily(), "x" * 40)

    past = past_of(course, today, since=today - 2 * DAY)

    assert [one.day for one in past.days] == [today - 2 * DAY, today - DAY, today]
    assert past.standing == streak(course, today)


def test_what_begins_tomorrow_has_no_past() -> None:
    course, today = course_of(Daily(), "x")

    past = past_of(course, today - DAY, since=today - 10 * DAY)

    assert past.days == ()
    assert past.standing.current == 0


@settings(max_examples=100, deadline=None)
@given(lives(), st.lists(st.integers(0, 119), max_size=5))
def test_each_day_is_as_strong_as_a_reckoning_up_to_it(
    life: tuple[Schedule, Log, date, date], samples: list[int]
) -> None:
    schedule, log, first, today = life
    course = Course(schedule, log, first)

    past = past_of(course, today, first)

    assert past.standing == streak(course, today)
    assert [one.day for one in past.days] == [first + n * DAY for n in range(len(past.days))]
    for number in {*samples, len(past.days) - 1} & set(range(len(past.days))):
        one = past.days[number]
        assert one.strength == streak(course, one.day).strength / WHOLE


@settings(max_examples=100, deadline=None)
@given(lives())
def test_missed_days_are_those_of_missed_periods(life: tuple[Schedule, Log, date, date]) -> None:
    schedule, log, first, today = life
    past = past_of(Course(schedule, log, first), today, first)
    empty = [one for one in past.days if one.state is DayState.MISSED and one.day not in log.entries]

    assert bool(past.standing.missed) >= bool(empty)
    if isinstance(schedule, Daily | OnWeekdays):
        assert _missed(past.days, log, schedule) == past.standing.missed
    for one in past.days:
        assert one.state in (log.state_of(one.day), None)


def _missed(days: tuple[PastDay, ...], log: Log, schedule: Schedule) -> int:
    """Days that were due and are over without being done or excused."""
    bad = [one.day for one in days if one.state in (DayState.MISSED, DayState.PARTIAL)]
    return sum(
        schedule.period_of(day) is not None and (day <= log.settled or log.state_of(day) is DayState.MISSED)
        for day in bad
    )


@settings(max_examples=100, deadline=None)
@given(lives())
def test_the_mark_after_each_day_goes_through_that_day(life: tuple[Schedule, Log, date, date]) -> None:
    schedule, log, first, today = life
    course = Course(schedule, log, first)

    marks = list(day_by_day(course, today))

    assert [mark.through for mark in marks] == [first + n * DAY for n in range((today - first).days + 1)]
    assert marks[-1] == streak(course, today)
    for mark in marks:
        period = schedule.period_of(mark.through)
        if period is None or period.last == mark.through:
            assert mark == streak(course, mark.through)


class CountedEntries(dict[date, DayEntry]):
    """How often somebody looked."""

    looks = 0

    def get(self, day: date, default: DayEntry | None = None) -> DayEntry | None:  # type: ignore[override]
        self.looks += 1
        return super().get(day, default)


def _looks(days: int) -> int:
    entries = CountedEntries({MONDAY + n * DAY: DayEntry(Logged.DONE) for n in range(0, days, 2)})
    today = MONDAY + days * DAY
    past_of(Course(Daily(), Log(entries, DayTarget(), today - DAY), MONDAY), today, MONDAY)
    return entries.looks


def test_a_longer_past_is_gone_through_once() -> None:
    assert _looks(800) < 2.1 * _looks(400)
