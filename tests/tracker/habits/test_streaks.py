"""Streaks against a slow reckoning, and the rules by example."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tracker.habits.logs import DAY, SIGNS, lives, slow_streaks, slow_strength, slow_verdicts
from tracker.days import Days
from tracker.habits.schedule import Daily, EveryDays, OnWeekdays, PerMonth, PerWeek, Schedule, WithinDays
from tracker.habits.states import UNDONE, DayEntry, DayState, DayTarget, Log, Logged
from tracker.habits.streaks import WHOLE, Course, Mark, days_needed, mark_at, mark_before, streak

MONDAY = date(2025, 3, 3)
DONE = DayEntry(Logged.DONE)


def stands(schedule: Schedule, days: str, *, first: date = MONDAY, grace: bool = False) -> Mark:
    """After these days, of which the last is today: x done, s skipped, f frozen, ? unknown, - nothing."""
    entries = {first + number * DAY: SIGNS[sign] for number, sign in enumerate(days) if sign in SIGNS}
    today = first + (len(days) - 1) * DAY
    log = Log(entries, DayTarget(), today - (2 if grace else 1) * DAY)
    return streak(Course(schedule, log, first), today)


@settings(max_examples=400, deadline=None)
@given(lives())
def test_every_schedule_gives_the_streaks_of_the_slow_reckoning(
    life: tuple[Schedule, Log, date, date],
) -> None:
    schedule, log, first, today = life
    found = streak(Course(schedule, log, first), today)
    assert (found.current, found.longest) == slow_streaks(schedule, log, first, today)
    verdicts = list(slow_verdicts(schedule, log, first, today))
    assert (found.kept, found.missed) == (verdicts.count("kept"), verdicts.count("missed"))
    assert found.strength / WHOLE == pytest.approx(slow_strength(schedule, log, first, today), abs=1e-4)
    days = [first + offset * DAY for offset in range((today - first).days + 1)]
    done = [day for day in days if log.state_of(day) is DayState.DONE]
    assert found.by_weekday == tuple(sum(day.weekday() == number for day in done) for number in range(7))
    assert (found.done, found.last_done) == (len(done), max(done, default=None))


@settings(max_examples=200, deadline=None)
@given(lives(), st.lists(st.integers(0, 150), max_size=4))
def test_going_on_from_a_mark_gives_the_same_as_from_the_beginning(
    life: tuple[Schedule, Log, date, date], stops: list[int]
) -> None:
    schedule, log, first, today = life
    course, mark = Course(schedule, log, first), None
    for stop in sorted(stops):
        day = min(first + stop * DAY, log.settled)
        if mark is None or day > mark.through:
            mark = mark_at(course, day, mark)
    assert streak(course, today, mark) == streak(course, today)


@settings(max_examples=400, deadline=None)
@given(lives(), st.integers(0, 150))
def test_what_was_before_the_period_of_a_day_is_all_that_the_reckoning_goes_on_from(
    life: tuple[Schedule, Log, date, date], stop: int
) -> None:
    schedule, log, first, today = life
    course = Course(schedule, log, first)
    mark = mark_at(course, min(first + stop * DAY, log.settled))
    before = mark_before(course, today, mark)
    assert streak(course, today, before) == streak(course, today)
    assert days_needed(course, today, before) == days_needed(course, today)
    assert before is None or first <= before.through < today or before == mark


@settings(max_examples=400, deadline=None)
@given(lives())
def test_a_streak_hangs_on_a_day_without_which_it_ends_and_with_which_it_can_be_kept(
    life: tuple[Schedule, Log, date, date],
) -> None:
    """Lived on to the end of the period, with the day done or not, and all that come after it done."""
    schedule, log, first, today = life
    log = replace(log, target=DayTarget(log.target.amount))
    period = schedule.period_of(today)
    last = period.last if period else today
    begins = period.first if period else today
    before, _ = slow_streaks(schedule, log, first, begins - DAY) if begins > first else (0, 0)
    after = {today + offset * DAY: DONE for offset in range(1, (last - today).days + 1)}
    open_ = {day: one for day, one in after.items() if log.state_of(day) is DayState.OPEN}
    without = replace(log, entries={**log.entries, **open_}, settled=last)
    with_it = replace(without, entries={**without.entries, today: DONE})
    lost, kept = (slow_streaks(schedule, one, first, last)[0] for one in (without, with_it))
    hangs = before > 0 and lost == 0 and kept > 0

    needed = days_needed(Course(schedule, log, first), today)
    assert needed == (len(open_) + 1 if hangs and log.state_of(today) in UNDONE else 0)


@pytest.mark.parametrize(
    ("schedule", "days", "current", "longest"),
    [
        (Daily(), "x", 1, 1),
        (Daily(), "xxx-", 3, 3),  # today is not a miss yet
        (Daily(), "xxx--", 0, 3),
        (Daily(), "xxsxx", 4, 4),  # a skip neither extends nor breaks
        (Daily(), "xx?xf-", 3, 3),
        (OnWeekdays(days=(0, 2, 4)), "x-x-x--x", 4, 4),  # other days do not count
        (OnWeekdays(days=(0, 2, 4)), "xxxxxxx", 3, 3),
        (PerWeek(times=3), "x-x-x--xx----xx", 2, 2),
        (PerWeek(times=3), "x-x-x--xx-----x", 0, 1),
        (PerWeek(times=3), "x-x-x--xxs----x", 1, 1),
        (PerWeek(times=3), "x-x-x--xxx", 2, 2),  # this week counts as soon as it is kept
        (EveryDays(days=3, since=MONDAY), "x---x---x", 3, 3),
        (EveryDays(days=3, since=MONDAY), "x------x-", 1, 1),
        (WithinDays(times=2, days=4), "x-x-x-x", 5, 5),
        (WithinDays(times=2, days=4), "xx----", 0, 3),
    ],
)
def test_a_streak_is_in_the_habits_own_unit(
    schedule: Schedule, days: str, current: int, longest: int
) -> None:
    found = stands(schedule, days)
    assert (found.current, found.longest) == (current, longest)


def test_until_noon_yesterday_can_still_be_told() -> None:
    assert stands(Daily(), "xxx--", grace=True).current == 3
    assert stands(Daily(), "xxx--").current == 0


def test_a_habit_that_began_in_the_middle_of_a_week_does_not_miss_it() -> None:
    friday = MONDAY + 4 * DAY
    assert stands(PerWeek(times=5), "x-xxxxxx---", first=friday).current == 1
    assert stands(PerMonth(times=20), "x" * 15 + "-" * 14 + "x", first=date(2024, 2, 15)).missed == 0


def test_a_leap_day_is_a_day_and_week_53_a_week() -> None:
    assert stands(Daily(), "x" * 30, first=date(2024, 2, 15)).current == 30
    assert stands(PerWeek(times=1), "x------" * 4, first=date(2020, 12, 21)).current == 4


def test_a_freeze_is_earned_by_seven_and_three_at_most_are_kept() -> None:
    assert [stands(Daily(), "x" * days).freezes for days in (6, 7, 13, 14, 21, 28, 70)] == [
        0,
        1,
        1,
        2,
        3,
        3,
        3,
    ]
    assert stands(Daily(), "x" * 14 + "fx").freezes == 1
    assert stands(Daily(), "x" * 14 + "fx").current == 15


def test_a_holiday_excuses_also_afterwards_and_what_was_done_on_it_counts() -> None:
    entries = {MONDAY: DONE, MONDAY + 3 * DAY: DONE, MONDAY + 6 * DAY: DONE}
    today = MONDAY + 6 * DAY
    away = [Days(MONDAY + DAY, MONDAY + 5 * DAY)]
    log = Log(entries, DayTarget(), today - DAY, away)
    assert streak(Course(Daily(), log, MONDAY), today).current == 3
    assert log.state_of(MONDAY + DAY) is DayState.AWAY


def test_less_is_better_where_a_habit_is_to_be_quit() -> None:
    quitting = DayTarget(at_most=True)
    today = MONDAY + 5 * DAY
    log = Log({}, quitting, today - DAY)
    assert streak(Course(Daily(), log, MONDAY), today).current == 5  # today is not over
    slipped = Log({today: DONE}, quitting, today - DAY)
    assert streak(Course(Daily(), slipped, MONDAY), today).current == 0
    two_a_day = Log(
        {MONDAY: DayEntry(Logged.DONE, 2), MONDAY + DAY: DayEntry(Logged.DONE, 3)},
        DayTarget(2, at_most=True),
        today,
    )
    assert [two_a_day.state_of(MONDAY + n * DAY) for n in (0, 1, 2)] == [
        DayState.DONE,
        DayState.MISSED,
        DayState.DONE,
    ]


def test_an_amount_below_the_target_is_a_part_of_a_day() -> None:
    log = Log(
        {MONDAY: DayEntry(Logged.DONE, 3), MONDAY + DAY: DayEntry(Logged.DONE, 5)}, DayTarget(5), MONDAY + DAY
    )
    assert log.state_of(MONDAY) is DayState.PARTIAL
    assert log.share_of(MONDAY) == 0.6
    assert log.state_of(MONDAY + DAY) is DayState.DONE


@pytest.mark.parametrize(("days", "percent"), [(1, 5.2), (7, 31.1), (13, 50.0), (30, 79.8), (66, 97.0)])
def test_strength_grows_as_loop_counts_it(days: int, percent: float) -> None:
    strength = stands(Daily(), "x" * days).strength
    assert 100 * strength / WHOLE == pytest.approx(percent, abs=0.1)


def test_one_miss_is_no_catastrophe() -> None:
    strong = stands(Daily(), "x" * 200).strength
    missed = stands(Daily(), "x" * 200 + "-" + "-").strength
    assert missed / strong == pytest.approx(0.948, abs=0.001)


def test_three_times_a_week_is_full_strength_in_the_long_run() -> None:
    assert stands(PerWeek(times=3), "x-x-x--" * 60).strength / WHOLE == pytest.approx(1.0, abs=0.01)


def test_rate_and_best_day_tell_how_it_goes() -> None:
    found = stands(Daily(), "x-x-x-x-x")
    assert found.rate == pytest.approx(5 / 9)
    weekly = stands(Daily(), "x--x---x-----x------")
    assert weekly.best_weekday in range(7)
    assert stands(Daily(), "-").rate is None
    assert stands(Daily(), "-").best_weekday is None


def test_the_fold_is_the_same_over_years() -> None:
    log = Log({MONDAY + timedelta(days=n): DONE for n in range(0, 1100, 2)}, DayTarget(), MONDAY + 1100 * DAY)
    course = Course(WithinDays(times=1, days=2), log, MONDAY)
    assert streak(course, MONDAY + 1099 * DAY).current == 1100
