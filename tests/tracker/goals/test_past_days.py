"""Days that were, as people write them, on a Wednesday in August; and from one to another."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.dates import FIRST, AmbiguousDate, NoSuchDate, chosen_days, parse_past_day
from tracker.days import Days, local_day

TODAY = date(2026, 8, 26)
DAY = timedelta(days=1)
NAMES = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2026-03-01", date(2026, 3, 1)),
        ("2026/3/1", date(2026, 3, 1)),
        ("1 march", date(2026, 3, 1)),
        ("March 1", date(2026, 3, 1)),
        ("the 1st of march 2024", date(2024, 3, 1)),
        ("26 aug", TODAY),
        ("27 aug", date(2025, 8, 27)),
        ("29 feb", date(2024, 2, 29)),
        ("25/12", date(2025, 12, 25)),
        ("25.12.2024", date(2024, 12, 25)),
        ("today", TODAY),
        (" Yesterday ", date(2026, 8, 25)),
        ("monday", date(2026, 8, 24)),
        ("last monday", date(2026, 8, 24)),
        ("since thurs", date(2026, 8, 20)),
        ("wed", date(2026, 8, 19)),
        ("7 days ago", date(2026, 8, 19)),
        ("a week ago", date(2026, 8, 19)),
        ("2 weeks ago", date(2026, 8, 12)),
        ("two months ago", date(2026, 6, 26)),
        ("6 months ago", date(2026, 2, 26)),
        ("1 year ago", date(2025, 8, 26)),
        ("start of week", date(2026, 8, 24)),
        ("the beginning of this month", date(2026, 8, 1)),
        ("start of last month", date(2026, 7, 1)),
        ("end of last month", date(2026, 7, 31)),
        ("end of last week", date(2026, 8, 23)),
        ("start of the year", date(2026, 1, 1)),
        ("start of last year", date(2025, 1, 1)),
        ("end of last year", date(2025, 12, 31)),
    ],
)
def test_a_day_means_what_people_mean_by_it(written: str, meant: date) -> None:
    assert parse_past_day(written, TODAY) == meant


def test_a_day_that_is_written_out_may_be_to_come() -> None:
    assert parse_past_day("2026-12-31", TODAY) == date(2026, 12, 31)


@pytest.mark.parametrize(
    "written", ["", "soon", "in 6 weeks", "next friday", "end of month", "march", "7", "7 days"]
)
def test_what_is_no_such_day_is_refused_with_advice(written: str) -> None:
    with pytest.raises(NoSuchDate, match=r"is not a date\. Write a day as 2027-03-01"):
        parse_past_day(written, TODAY)


def test_tomorrow_is_refused_with_advice() -> None:
    with pytest.raises(NoSuchDate, match=r"Tomorrow is still to come\. Write a day as 2027-03-01"):
        parse_past_day("tomorrow", TODAY)


@pytest.mark.parametrize("written", ["31 june", "29 feb 2025", "2026-13-01", "0/5", "9" * 30 + " days ago"])
def test_a_day_that_the_calendar_does_not_have_is_refused(written: str) -> None:
    with pytest.raises(NoSuchDate, match="in the calendar"):
        parse_past_day(written, TODAY)


@pytest.mark.parametrize("written", ["1999-12-31", "100 years ago", "9999-01-01"])
def test_a_day_that_no_number_has_is_refused(written: str) -> None:
    with pytest.raises(NoSuchDate, match="is not between 2000-01-01 and"):
        parse_past_day(written, TODAY)


def test_a_day_that_means_two_is_refused_with_both() -> None:
    with pytest.raises(AmbiguousDate, match="1 march or 3 january"):
        parse_past_day("1/3/2026", TODAY)


# Rules, against a search through the calendar

DAYS = st.dates(date(2009, 1, 1), date(2110, 1, 1)) | st.sampled_from(
    [date(2024, 2, 29), date(2024, 3, 1), date(2025, 1, 1), date(2024, 12, 31), date(2100, 2, 28)]
)


@given(DAYS, st.integers(0, 6))
def test_a_weekday_is_the_last_one_before_today(today: date, weekday: int) -> None:
    expected = next(it for n in range(1, 8) if (it := today - n * DAY).weekday() == weekday)

    assert parse_past_day(NAMES[weekday], today) == expected
    assert parse_past_day(f"last {NAMES[weekday][:3]}", today) == expected


@given(DAYS, st.integers(1, 31), st.integers(1, 12))
def test_a_day_without_a_year_is_the_last_one_that_has_been(today: date, day: int, month: int) -> None:
    candidates = (today - n * DAY for n in range(9 * 366))
    expected = next((it for it in candidates if (it.day, it.month) == (day, month)), None)
    written = f"{day} {date(2000, month, 1):%B}"

    if expected is None:
        with pytest.raises(NoSuchDate):
            parse_past_day(written, today)
    else:
        assert parse_past_day(written, today) == expected


@given(DAYS, st.integers(0, 3_000))
def test_so_many_days_and_weeks_ago_are_counted_one_by_one(today: date, count: int) -> None:
    assert parse_past_day(f"{count} days ago", today) == today - count * DAY
    assert parse_past_day(f"{count // 7} weeks ago", today) == today - count // 7 * 7 * DAY


@given(DAYS, st.integers(0, 100))
def test_so_many_months_ago_it_was_the_same_day_of_the_month_or_its_last(today: date, count: int) -> None:
    days_back = (today - n * DAY for n in range(110 * 31))
    months = today.year * 12 + today.month - count
    expected = next(it for it in days_back if it.year * 12 + it.month == months and it.day <= today.day)

    assert parse_past_day(f"{count} months ago", today) == expected
    if count % 12 == 0:
        assert parse_past_day(f"{count // 12} years ago", today) == expected


@given(DAYS, st.sampled_from(["week", "month", "year"]))
def test_the_last_period_lies_between_its_start_and_its_end(today: date, period: str) -> None:
    name = {"week": "%G %V", "month": "%Y %m", "year": "%Y"}[period]
    this = parse_past_day(f"start of {period}", today)
    first, last = (parse_past_day(f"{edge} of last {period}", today) for edge in ("start", "end"))

    assert f"{this:{name}}" == f"{today:{name}}"
    assert this - DAY == last
    assert f"{first:{name}}" == f"{last:{name}}" != f"{first - DAY:{name}}"


WORDS = (
    "last", "ago", "since", "7", "days", "weeks", "monday", "1", "march", "start", "end", "of", "month",
    "yesterday", "2024-02-30", "29", "feb", "99999999999", "years", "/",
)  # fmt: skip


@given(st.text(max_size=40) | st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join), DAYS)
def test_any_text_is_a_day_that_a_number_can_have_or_refused(text: str, today: date) -> None:
    try:
        day = parse_past_day(text, today)
    except NoSuchDate:
        return

    assert day >= FIRST


# From one to another


def test_both_days_are_included_and_one_alone_is_enough() -> None:
    assert chosen_days(TODAY, "monday", "yesterday") == Days(date(2026, 8, 24), date(2026, 8, 25))
    assert chosen_days(TODAY, "monday", None) == Days(date(2026, 8, 24), TODAY)
    assert chosen_days(TODAY, None, "monday") == Days(FIRST, date(2026, 8, 24))
    assert chosen_days(TODAY, "today", "2026-12-31") == Days(TODAY, date(2026, 12, 31))
    assert chosen_days(TODAY, None, None) is None


def test_a_first_day_after_the_last_is_refused_with_both() -> None:
    with pytest.raises(NoSuchDate, match=r"Wednesday 26 August 2026, is after the last one, Monday 24 Aug"):
        chosen_days(TODAY, "today", "monday")


def test_a_first_day_that_is_to_come_is_refused() -> None:
    with pytest.raises(NoSuchDate, match=r"Thursday 27 August 2026 is still to come: today is Wednesday 26"):
        chosen_days(TODAY, "2026-08-27", None)


ZONES = st.sampled_from(
    ["UTC", "Europe/Berlin", "America/New_York", "Pacific/Apia", "Pacific/Kiritimati", "Australia/Lord_Howe"]
)
INSTANTS = st.datetimes(datetime(2010, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - see timezones
DAY_STARTS = st.sampled_from([time(0), time(2, 30), time(4), time(23, 30)])


@given(INSTANTS, st.timedeltas(-20 * DAY, 2 * DAY), ZONES, DAY_STARTS, st.integers(0, 10), st.integers(0, 10))
def test_in_every_zone_an_instant_is_between_two_days_if_its_own_day_is(  # noqa: PLR0917 - hypothesis draws them
    now: datetime, away: timedelta, name: str, day_start: time, first: int, further: int
) -> None:
    zone, instant = ZoneInfo(name), now + away
    today, day = (local_day(it, zone, day_start) for it in (now, instant))

    days = chosen_days(today, f"{first + further} days ago", f"{first} days ago")

    assert days is not None
    between = today - (first + further) * DAY <= day <= today - first * DAY
    assert (instant in days.span(zone, day_start)) == between
