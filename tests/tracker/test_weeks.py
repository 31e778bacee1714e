"""Weeks of the ISO calendar against the plain rule: Monday to Sunday, of the year of their Thursday."""

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.store.segments import Week
from tracker.weeks import (
    days_of,
    first_day,
    following,
    parse_week,
    previous,
    week_of,
    week_text,
    weeks_from,
)

FIRST, LAST = date(2000, 1, 1), date(2100, 12, 31)
DAY, WEEK = timedelta(days=1), timedelta(days=7)

days = st.dates(FIRST, LAST)
weeks = days.map(week_of)


def all_days() -> Iterator[date]:
    day = FIRST
    while day <= LAST:
        yield day
        day += DAY


def test_every_day_of_a_century_is_in_the_week_of_its_thursday() -> None:
    mondays: dict[Week, set[date]] = {}
    for day in all_days():
        monday = day - day.weekday() * DAY
        thursday = monday + 3 * DAY
        number = (thursday.timetuple().tm_yday - 1) // 7 + 1
        assert week_of(day) == Week(thursday.year, number), day
        mondays.setdefault(week_of(day), set()).add(monday)
    assert all(len(found) == 1 for found in mondays.values())
    assert all(first_day(week) in found for week, found in mondays.items())


def test_the_weeks_of_a_century_follow_each_other_without_gap() -> None:
    every = list(weeks_from(week_of(FIRST), week_of(LAST)))
    assert len(every) == (first_day(week_of(LAST)) - first_day(week_of(FIRST))) // WEEK + 1
    assert every == sorted(set(every))
    assert all(first_day(one) + WEEK == first_day(other) for one, other in pairwise(every))
    assert [one.year for one in every if one.week == 53][:5] == [2004, 2009, 2015, 2020, 2026]


@pytest.mark.parametrize(
    ("day", "week"),
    [
        ("2024-12-30", "2025-W01"),
        ("2021-01-03", "2020-W53"),
        ("2026-12-28", "2026-W53"),
        ("2027-01-03", "2026-W53"),
        ("2027-01-04", "2027-W01"),
        ("2000-01-02", "1999-W52"),
        ("2023-01-01", "2022-W52"),
    ],
)
def test_days_around_new_year(day: str, week: str) -> None:
    assert week_text(week_of(date.fromisoformat(day))) == week


@given(days)
def test_a_week_holds_its_days_from_monday_to_sunday(day: date) -> None:
    first, last = days_of(week_of(day))
    assert first.weekday() == 0
    assert first <= day <= last
    assert last - first == 6 * DAY
    assert week_of(first) == week_of(last) == week_of(day)
    assert week_of(first - DAY) < week_of(day) < week_of(last + DAY)


@given(weeks)
def test_the_next_week_and_the_one_before_undo_each_other(week: Week) -> None:
    assert previous(following(week)) == following(previous(week)) == week
    assert first_day(following(week)) - first_day(week) == WEEK
    assert previous(week) < week < following(week)


@given(weeks, weeks)
def test_weeks_from_one_to_another_are_all_between_them(one: Week, other: Week) -> None:
    found = list(weeks_from(one, other))
    if one > other:
        assert found == []
        return
    expected = {
        week_of(first_day(one) + n * WEEK) for n in range((first_day(other) - first_day(one)) // WEEK + 1)
    }
    assert found == sorted(expected)


@given(weeks, weeks)
def test_as_text_a_week_is_read_back_and_keeps_its_order(one: Week, other: Week) -> None:
    assert parse_week(week_text(one)) == one
    assert parse_week(f" {week_text(one).lower()} ") == one
    assert (one < other) == (week_text(one) < week_text(other))


@pytest.mark.parametrize(
    "text",
    ["", "2026", "2026-W", "2026-W1", "2026-W00", "2025-W53", "2026-W54", "2026-46", "2026-11-09", "W46"],
)
def test_what_is_no_week_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_week(text)


@given(st.text(max_size=12))
def test_no_text_does_worse_than_be_refused(text: str) -> None:
    try:
        found = parse_week(text)
    except ValueError:
        return
    assert week_text(found) == text.strip().upper()
