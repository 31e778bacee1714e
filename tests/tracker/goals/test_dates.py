"""Dates as people write them, on a Wednesday in August."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.dates import AmbiguousDate, DateInPast, DateRefused, NoSuchDate, dates_in, find_date, parse_date

TODAY = date(2026, 8, 26)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2027-03-01", date(2027, 3, 1)),
        ("2027/3/1", date(2027, 3, 1)),
        ("1 march", date(2027, 3, 1)),
        ("March 1", date(2027, 3, 1)),
        ("1st of march", date(2027, 3, 1)),
        ("mar 1, 2028", date(2028, 3, 1)),
        ("the 3rd of sept", date(2026, 9, 3)),
        ("26 aug", TODAY),
        ("25 aug", date(2027, 8, 25)),
        ("29 feb", date(2028, 2, 29)),
        ("in 6 weeks", date(2026, 10, 7)),
        ("within 10 days", date(2026, 9, 5)),
        ("in a month", date(2026, 9, 26)),
        ("in 6 months", date(2027, 2, 26)),
        ("in two years", date(2028, 8, 26)),
        ("today", TODAY),
        ("tomorrow", date(2026, 8, 27)),
        ("friday", date(2026, 8, 28)),
        ("next friday", date(2026, 8, 28)),
        ("wed", date(2026, 9, 2)),
        ("by thursday", date(2026, 8, 27)),
        ("this week", date(2026, 8, 30)),
        ("this month", date(2026, 8, 31)),
        ("end of month", date(2026, 8, 31)),
        ("the end of the year", date(2026, 12, 31)),
        ("end of next month", date(2026, 9, 30)),
        ("next week", date(2026, 9, 6)),
        ("weekend", date(2026, 8, 29)),
        ("next weekend", date(2026, 9, 5)),
        ("a week from tomorrow", date(2026, 9, 3)),
        ("two weeks from tue", date(2026, 9, 15)),
        ("march", date(2027, 3, 1)),
        ("25/12/2026", date(2026, 12, 25)),
        ("12/25/26", date(2026, 12, 25)),
        ("25.12.2026", date(2026, 12, 25)),
        ("9/9", date(2026, 9, 9)),
    ],
)
def test_a_date_means_what_people_mean_by_it(written: str, meant: date) -> None:
    assert parse_date(written, TODAY) == meant


@pytest.mark.parametrize("written", ["1/3/2027", "1.3.2027", "01-03-2027", "3/1"])
def test_a_date_that_means_two_days_is_refused_with_both(written: str) -> None:
    with pytest.raises(AmbiguousDate, match=r"1 march or 3 january|3 january or 1 march"):
        parse_date(written, TODAY)


@pytest.mark.parametrize("written", ["2026-08-25", "1 january 2026", "25/8/2026"])
def test_a_day_that_is_over_is_refused(written: str) -> None:
    with pytest.raises(DateInPast, match="today is Wednesday 26 August 2026"):
        parse_date(written, TODAY)


@pytest.mark.parametrize(
    "written", ["31 june", "30 february 2027", "2027-13-01", "13/13/2027", "in 99999999999999999999 weeks"]
)
def test_a_day_that_the_calendar_does_not_have_is_refused(written: str) -> None:
    with pytest.raises(NoSuchDate, match="in the calendar"):
        parse_date(written, TODAY)


@pytest.mark.parametrize("written", ["", "soon", "when it is done", "2027", "99", "march 2027 or so"])
def test_what_is_no_date_is_refused_with_advice(written: str) -> None:
    with pytest.raises(NoSuchDate, match=r"is not a date\. Write a date as 2027-03-01"):
        parse_date(written, TODAY)


def test_around_a_century_the_next_leap_day_may_be_eight_years_away() -> None:
    assert parse_date("29 feb", date(2096, 3, 1)) == date(2104, 2, 29)


def test_nobody_waits_for_more_than_a_hundred_years() -> None:
    with pytest.raises(NoSuchDate, match="hundred years"):
        parse_date("in 200 years", TODAY)


@pytest.mark.parametrize(
    ("text", "rest", "meant"),
    [
        ("99 wc by 1 march", "99 wc |", date(2027, 3, 1)),
        ("99 wc 1 march", "99 wc |", date(2027, 3, 1)),
        ("by friday 99 wc", "| 99 wc", date(2026, 8, 28)),
        ("90 agility in 6 weeks", "90 agility |", date(2026, 10, 7)),
        ("+5m fishing this month", "+5m fishing |", date(2026, 8, 31)),
        ("99 wc until next friday at 50k/day", "99 wc | at 50k/day", date(2026, 8, 28)),
    ],
)
def test_a_date_is_found_in_a_sentence(text: str, rest: str, meant: date) -> None:
    found = find_date(text, TODAY)

    assert found is not None
    assert (" ".join(found[0].split()), found[1]) == (rest, meant)


@pytest.mark.parametrize(
    "text", ["99 wc", "500 friday", "99 march", "13.034.431 wc", "50k/day mining", "raids 3"]
)
def test_a_word_that_may_mean_something_else_is_no_date(text: str) -> None:
    assert find_date(text, TODAY) is None


@given(st.dates(date(2000, 1, 1), date(2100, 1, 1)), st.integers(0, 36_000))
def test_a_date_in_numbers_is_read_back(today: date, days: int) -> None:
    day = today + timedelta(days=days)

    assert parse_date(day.isoformat(), today) == day
    assert parse_date(f"in {days} days", today) == day
    assert parse_date(f"{day.day} {day:%B} {day.year}", today) == day


@given(
    st.dates(date(2000, 1, 1), date(2100, 1, 1)),
    st.sampled_from(["mon", "tue", "wed", "thu", "fri", "sat", "sun"]),
)
def test_a_weekday_is_within_the_next_seven_days(today: date, weekday: str) -> None:
    found = parse_date(weekday, today)

    assert timedelta(1) <= found - today <= timedelta(7)
    assert f"{found:%a}".lower() == weekday


@given(st.dates(date(2000, 1, 1), date(2100, 1, 1)), st.integers(1, 31), st.integers(1, 12))
def test_a_day_without_a_year_is_the_next_one_that_exists(today: date, day: int, month: int) -> None:
    named = f"{day} {date(2000, month, 1):%b}"
    candidates = (today + timedelta(days=n) for n in range(9 * 366))
    expected = next((it for it in candidates if (it.day, it.month) == (day, month)), None)

    if expected is None:
        with pytest.raises(NoSuchDate):
            parse_date(named, today)
    else:
        assert parse_date(named, today) == expected


WORDS = (
    "by", "in", "next", "end of", "this", "week", "month", "weeks", "march", "mar", "tomorrow", "/", "-",
    "1", "3", "31", "99999", "2027", "2027-02-30", "1/1/1",
)  # fmt: skip


@given(st.text(max_size=40) | st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join))
def test_any_text_is_a_date_to_come_or_refused(text: str) -> None:
    try:
        day = parse_date(text, TODAY)
    except DateRefused:
        return

    assert day >= TODAY


def test_every_date_of_a_text_is_found_with_its_place() -> None:
    text = "call by 1 march, and a week from tue see john fri"
    found = [(text[one.start : one.end].strip(), one.day) for one in dates_in(text, TODAY)]
    assert found == [
        ("by 1 march", date(2027, 3, 1)),
        ("a week from tue", date(2026, 9, 8)),
        ("fri", date(2026, 8, 28)),
    ]
