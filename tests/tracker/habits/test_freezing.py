"""Freezes: spent by themselves on what would end a streak, never more than there are."""

from datetime import date

from hypothesis import given, settings

from tests.tracker.habits.logs import DAY, SIGNS, lives
from tracker.habits.rounds.freezing import days_to_freeze
from tracker.habits.schedule import Daily, PerWeek, Schedule
from tracker.habits.states import DayEntry, DayTarget, Log, Logged
from tracker.habits.streaks import Course, streak

MONDAY = date(2025, 3, 3)


def course(schedule: Schedule, days: str) -> Course:
    """All of these days are over."""
    entries = {MONDAY + at * DAY: SIGNS[sign] for at, sign in enumerate(days) if sign in SIGNS}
    return Course(schedule, Log(entries, DayTarget(), MONDAY + (len(days) - 1) * DAY), MONDAY)


def frozen(schedule: Schedule, days: str) -> list[int]:
    return [(day - MONDAY).days for day in days_to_freeze(course(schedule, days))]


def test_a_missed_day_is_saved_where_a_freeze_was_earned() -> None:
    assert frozen(Daily(), "xxxxxxx-") == [7]
    assert frozen(Daily(), "xxxxxx-") == []
    assert frozen(Daily(), "xxxxxxx-x-") == [7]
    assert frozen(Daily(), "x" * 21 + "---" + "-") == [21, 22, 23]


def test_nothing_is_spent_where_there_is_nothing_to_save() -> None:
    assert frozen(Daily(), "xxxxxxx---xx") == [7]
    assert frozen(Daily(), "xxxxxxxs") == []


def test_a_week_is_saved_by_as_many_as_it_lacks() -> None:
    assert frozen(PerWeek(times=3), "x-x-x--" * 7 + "xx-----") == [49 + 6]
    assert frozen(PerWeek(times=3), "x-x-x--" * 7 + "x------") == []


def test_a_week_that_a_freeze_saved_does_not_get_the_same_one_again() -> None:
    assert frozen(PerWeek(times=3), "x-x-x--" * 7 + "xx----f") == []
    assert frozen(PerWeek(times=3), "x-x-x--" * 7 + "x-----f") == []  # one of them was taken back afterwards


class Asked(dict[date, DayEntry]):
    """A log that counts how often it is asked."""

    times = 0

    def get(self, key: date, default: DayEntry | None = None) -> DayEntry | None:  # type: ignore[override]
        self.times += 1
        return super().get(key, default)


def test_years_without_a_word_are_gone_through_once() -> None:
    asked, days = Asked(), 1000
    log = Log(asked, DayTarget(at_most=True), MONDAY + days * DAY)
    assert days_to_freeze(Course(Daily(), log, MONDAY)) == []
    assert asked.times < 10 * days


@settings(max_examples=150, deadline=None)
@given(lives())
def test_freezes_keep_streaks_alive_and_are_never_overdrawn(life: tuple[Schedule, Log, date, date]) -> None:
    schedule, log, first, today = life
    before = Course(schedule, log, first)
    days = days_to_freeze(before)
    after = before._replace(
        log=Log(
            {**log.entries, **dict.fromkeys(days, DayEntry(Logged.FROZEN))}, log.target, log.settled, log.away
        )
    )
    assert days == sorted(days)
    assert all(day <= log.settled for day in days)
    assert days_to_freeze(after) == []
    assert streak(after, today).longest >= streak(before, today).longest
