"""Dates of a series, compared with a calendar that is walked through day by day."""

import calendar
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.tasks.recurrence import LAST, Anchor, Recurrence, RepeatMode, RepeatUnit

ONE_DAY = timedelta(days=1)
ANCHORS: tuple[Anchor | None, ...] = (None, LAST, *range(1, 32))
STARTS = st.dates(date(2023, 1, 1), date(2028, 12, 31))


@st.composite
def rules(draw: st.DrawFn) -> Recurrence:
    frequency = draw(st.sampled_from(RepeatUnit))
    weekdays = draw(st.sets(st.integers(0, 6))) if frequency is RepeatUnit.WEEK else set[int]()
    by_month = frequency in {RepeatUnit.MONTH, RepeatUnit.YEAR}
    anchor = draw(st.sampled_from(ANCHORS)) if by_month else None
    rule = Recurrence(
        frequency=frequency,
        interval=draw(st.integers(1, 5)),
        weekdays=tuple(weekdays),
        anchor=anchor,
        start=draw(STARTS),
    )
    return rule.beginning()


def walked(rule: Recurrence) -> Iterator[date]:
    """Every date of the series, by looking at each day of the calendar."""
    day = rule.start
    while day.year < 2200:
        if falls_on(rule, day):
            yield day
        day += ONE_DAY


def falls_on(rule: Recurrence, day: date) -> bool:
    start, every = rule.start, rule.interval
    if rule.frequency is RepeatUnit.DAY:
        return (day - start).days % every == 0
    if rule.frequency is RepeatUnit.WEEK:
        monday, first = (one - timedelta(days=one.weekday()) for one in (day, start))
        wanted = rule.weekdays or (start.weekday(),)
        return (monday - first).days // 7 % every == 0 and day.weekday() in wanted
    months = (day.year - start.year) * 12 + day.month - start.month
    length = calendar.monthrange(day.year, day.month)[1]
    number = length if rule.anchor == LAST else min(rule.anchor or start.day, length)
    return months % (every * (12 if rule.frequency is RepeatUnit.YEAR else 1)) == 0 and day.day == number


@given(rules())
def test_dates_are_those_of_a_calendar_that_is_walked_through(rule: Recurrence) -> None:
    assert [rule.due(k) for k in range(12)] == [*islice(walked(rule), 12)]


@given(rules(), st.integers(-400, 1200))
def test_the_first_date_after_a_day_is_found_wherever_that_is(rule: Recurrence, offset: int) -> None:
    day = rule.start + timedelta(days=offset)
    assert rule.first_after(day) == next(one for one in walked(rule) if one > day)


@given(rules(), st.integers(0, 5), st.integers(-30, 1200))
def test_what_was_missed_is_caught_up_with_at_once(rule: Recurrence, k: int, late: int) -> None:
    due = rule.due(k)
    today = due + timedelta(days=late)
    found = rule.next_due(due, today, 1)
    assert found is not None
    assert found == (rule, next(one for one in walked(rule) if one > due and one > today))


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        (date(2027, 1, 31), ["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"]),
        (date(2027, 1, 30), ["2027-01-30", "2027-02-28", "2027-03-30", "2027-04-30", "2027-05-30"]),
        (date(2028, 1, 31), ["2028-01-31", "2028-02-29", "2028-03-31", "2028-04-30", "2028-05-31"]),
    ],
)
def test_a_short_month_shortens_no_other(start: date, expected: list[str]) -> None:
    rule = Recurrence(frequency=RepeatUnit.MONTH, start=start)
    assert [rule.due(k).isoformat() for k in range(5)] == expected


def test_the_last_day_of_a_month_is_an_anchor_of_its_own() -> None:
    rule = Recurrence(frequency=RepeatUnit.MONTH, start=date(2027, 4, 30), anchor=LAST)
    assert [rule.due(k).day for k in range(4)] == [30, 31, 30, 31]


def test_a_leap_day_comes_every_year() -> None:
    rule = Recurrence(frequency=RepeatUnit.YEAR, start=date(2028, 2, 29))
    assert [f"{rule.due(k)}" for k in range(5)] == [
        "2028-02-29", "2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29",
    ]  # fmt: skip


def test_400_dates_that_were_missed_cost_what_one_does() -> None:
    rule = Recurrence(frequency=RepeatUnit.DAY, start=date(2000, 1, 1))
    assert rule.first_after(date(2899, 1, 1)) == date(2899, 1, 2)


def test_after_completion_the_series_begins_anew() -> None:
    rule = Recurrence(
        frequency=RepeatUnit.WEEK, interval=2, mode=RepeatMode.AFTER_COMPLETION, start=date(2027, 3, 1)
    )
    found = rule.next_due(date(2027, 3, 1), date(2027, 3, 4), 1)
    assert found is not None
    assert (found[1], found[0].start) == (date(2027, 3, 18), date(2027, 3, 18))


def test_after_completion_a_month_ends_where_it_ends() -> None:
    rule = Recurrence(frequency=RepeatUnit.MONTH, mode=RepeatMode.AFTER_COMPLETION, start=date(2027, 1, 5))
    found = rule.next_due(date(2027, 1, 5), date(2027, 1, 31), 1)
    assert found is not None
    assert found[1] == date(2027, 2, 28)


def test_the_end_date_is_a_date_of_the_series() -> None:
    rule = Recurrence(frequency=RepeatUnit.DAY, start=date(2027, 3, 1), end_date=date(2027, 3, 3))
    assert rule.first_after(date(2027, 3, 2)) == date(2027, 3, 3)
    assert rule.first_after(date(2027, 3, 3)) is None


def test_a_series_of_so_many_ends_with_the_last_of_them() -> None:
    rule = Recurrence(frequency=RepeatUnit.DAY, start=date(2027, 3, 1), count=3)
    assert rule.next_due(date(2027, 3, 2), date(2027, 3, 2), 2) is not None
    assert rule.next_due(date(2027, 3, 3), date(2027, 3, 3), 3) is None


def test_no_series_goes_beyond_the_years_that_the_table_keeps() -> None:
    rule = Recurrence(frequency=RepeatUnit.YEAR, interval=1000, start=date(2027, 3, 1))
    assert rule.first_after(date(2027, 3, 1)) is None
    far = Recurrence(frequency=RepeatUnit.YEAR, interval=1000, start=date(9000, 3, 1))
    assert far.first_after(date(9000, 3, 1)) is None
