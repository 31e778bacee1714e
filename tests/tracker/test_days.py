"""Days: which one an instant belongs to, when they begin, when a clock strikes. An oracle walks minutes."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tracker.days import (
    Days,
    Span,
    Strike,
    dates_left_out,
    day_begins,
    day_span,
    first_of_week,
    last_of_month,
    last_of_week,
    left_of_day,
    local_day,
    local_time_on,
    next_local_time,
    week_span,
)

BERLIN, NEW_YORK = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")
LORD_HOWE, APIA = ZoneInfo("Australia/Lord_Howe"), ZoneInfo("Pacific/Apia")
ST_JOHNS, HAVANA, SAO_PAULO = (ZoneInfo(f"America/{city}") for city in ("St_Johns", "Havana", "Sao_Paulo"))
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)

# Where clocks do something: a zone and a day near it.
CHANGES = [
    (BERLIN, date(2025, 3, 30)),  # 02:00 -> 03:00
    (BERLIN, date(2025, 10, 26)),  # 03:00 -> 02:00
    (NEW_YORK, date(2025, 3, 9)),
    (NEW_YORK, date(2025, 11, 2)),
    (LORD_HOWE, date(2025, 10, 5)),  # half an hour forward
    (LORD_HOWE, date(2025, 4, 6)),  # half an hour back
    (APIA, date(2011, 12, 30)),  # the day that was left out
    (ZoneInfo("Pacific/Kwajalein"), date(1993, 8, 21)),  # another one
    (ST_JOHNS, date(2010, 11, 7)),  # 00:01 -> 23:01 of the day before
    (ST_JOHNS, date(2010, 3, 14)),  # 00:01 -> 01:01
    (HAVANA, date(2025, 3, 9)),  # midnight does not exist: 00:00 -> 01:00
    (HAVANA, date(2025, 11, 2)),  # 01:00 -> 00:00: midnight twice
    (SAO_PAULO, date(2018, 11, 4)),  # midnight does not exist
    (SAO_PAULO, date(2018, 2, 18)),  # 00:00 -> 23:00 of the day before
    (ZoneInfo("Asia/Pyongyang"), date(2018, 5, 4)),  # 23:30 -> 00:00: half an hour before midnight is gone
    (ZoneInfo("Asia/Kathmandu"), date(2025, 6, 1)),  # an offset of 5:45, and nothing happens
    (ZoneInfo("UTC"), date(2024, 2, 29)),
]
AROUND_A_CHANGE = st.sampled_from(CHANGES)
DAY_STARTS = st.sampled_from([time(0), time(0, 30), time(2), time(2, 30), time(4), time(12), time(23, 30)])
TIMES = st.times().map(lambda at: at.replace(second=0, microsecond=0))


def minutes_around(zone: ZoneInfo, day: date, days: int) -> Iterator[tuple[datetime, datetime]]:
    """Each minute from some days before to some days after, and what a clock on the wall reads."""
    instant = datetime(day.year, day.month, day.day, tzinfo=UTC) - days * DAY
    for _ in range((2 * days + 1) * 24 * 60):
        yield instant, instant.astimezone(zone).replace(tzinfo=None)
        instant += MINUTE


@settings(max_examples=40)
@given(AROUND_A_CHANGE, DAY_STARTS)
def test_the_day_of_an_instant_is_the_latest_that_a_clock_has_shown_so_far(
    change: tuple[ZoneInfo, date], day_start: time
) -> None:
    zone, near = change
    offset = timedelta(hours=day_start.hour, minutes=day_start.minute)
    latest = date.min
    beginnings: dict[date, datetime] = {}

    for instant, wall in minutes_around(zone, near, days=1):
        latest = max(latest, (wall - offset).date())
        beginnings.setdefault(latest, instant)
        assert local_day(instant, zone, day_start) == latest

    first, *whole = beginnings
    assert all(day_begins(day, zone, day_start) == beginnings[day] for day in whole)
    assert day_begins(first, zone, day_start) <= beginnings[first]


@given(AROUND_A_CHANGE, DAY_STARTS, st.integers(0, 60), st.integers(0, 60))
def test_dates_that_a_zone_left_out_have_no_length(
    change: tuple[ZoneInfo, date], day_start: time, before: int, after: int
) -> None:
    zone, near = change
    days = [near + n * DAY for n in range(-before, after)]

    found = dates_left_out(near - before * DAY, near + after * DAY, zone, day_start)

    assert found == [day for day in days if day_span(day, zone, day_start).length == timedelta(0)]


def test_there_was_no_such_day_on_samoa() -> None:
    assert dates_left_out(date(2011, 12, 1), date(2012, 1, 10), APIA) == [date(2011, 12, 30)]
    assert dates_left_out(date(2012, 1, 10), date(2011, 12, 1), APIA) == []


@settings(max_examples=40)
@given(AROUND_A_CHANGE, TIMES)
@example((BERLIN, date(2025, 3, 30)), time(2, 30))
@example((BERLIN, date(2025, 10, 26)), time(2, 30))
@example((ZoneInfo("Asia/Pyongyang"), date(2018, 5, 4)), time(23, 45))
def test_a_clock_strikes_once_on_each_date_that_exists(change: tuple[ZoneInfo, date], at: time) -> None:
    zone, near = change
    walls = list(minutes_around(zone, near, days=3))
    dates = sorted({wall.date() for _, wall in walls})[1:-2]
    expected = [
        Strike(day, next(instant for instant, wall in walls if wall >= datetime.combine(day, at)))
        for day in dates
    ]

    strikes: list[Strike] = []
    after = expected[0].at - MINUTE
    while len(strikes) < len(expected):
        strikes.append(next_local_time(after, at, zone))
        after = strikes[-1].at

    assert strikes == expected


@given(
    st.sampled_from([zone for zone, _ in CHANGES]),
    st.dates(date(1990, 1, 1), date(2040, 1, 1)),
    DAY_STARTS,
)
def test_days_follow_each_other_without_gap_or_overlap(zone: ZoneInfo, day: date, day_start: time) -> None:
    today, tomorrow = day_span(day, zone, day_start), day_span(day + DAY, zone, day_start)

    assert today.end == tomorrow.start
    assert timedelta(0) <= today.length <= timedelta(hours=25)
    if today.length:
        assert local_day(today.start, zone, day_start) == day
        assert local_day(today.end - timedelta(microseconds=1), zone, day_start) == day


@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        (BERLIN, date(2025, 3, 30), 23),
        (BERLIN, date(2025, 10, 26), 25),
        (BERLIN, date(2025, 6, 1), 24),
        (LORD_HOWE, date(2025, 10, 5), 23.5),
        (LORD_HOWE, date(2025, 4, 6), 24.5),
        (APIA, date(2011, 12, 30), 0),
        (HAVANA, date(2025, 11, 2), 25),
    ],
)
def test_a_day_is_as_long_as_its_clocks_make_it(zone: ZoneInfo, day: date, hours: float) -> None:
    assert day_span(day, zone).length == timedelta(hours=hours)


def test_a_day_may_begin_after_midnight_for_those_who_stay_up() -> None:
    night = datetime(2025, 6, 1, 1, 59, tzinfo=UTC)  # 03:59 in Berlin

    assert local_day(night, BERLIN) == date(2025, 6, 1)
    assert local_day(night, BERLIN, time(4)) == date(2025, 5, 31)
    assert local_day(night + MINUTE, BERLIN, time(4)) == date(2025, 6, 1)


def test_an_instant_needs_a_zone_of_its_own() -> None:
    with pytest.raises(ValueError, match="has a zone"):
        local_day(datetime(2025, 1, 1), BERLIN)  # noqa: DTZ001 - that is the mistake


def test_a_week_is_monday_to_sunday_and_loses_an_hour_in_spring() -> None:
    thursday = date(2025, 3, 27)

    assert first_of_week(thursday) == date(2025, 3, 24)
    assert last_of_week(thursday) == date(2025, 3, 30)
    assert week_span(thursday, BERLIN) == Span(
        datetime(2025, 3, 23, 23, tzinfo=UTC), datetime(2025, 3, 30, 22, tzinfo=UTC)
    )
    assert week_span(thursday, BERLIN).length == timedelta(hours=7 * 24 - 1)


@pytest.mark.parametrize(
    ("day", "last"),
    [
        (date(2024, 2, 1), date(2024, 2, 29)),
        (date(2025, 2, 28), date(2025, 2, 28)),
        (date(2025, 12, 31), date(2025, 12, 31)),
        (date(2025, 4, 30), date(2025, 4, 30)),
    ],
)
def test_a_month_ends_on_its_last_day(day: date, last: date) -> None:
    assert last_of_month(day) == last


def test_days_span_from_the_beginning_of_the_first_to_the_end_of_the_last() -> None:
    first, last = date(2025, 3, 29), date(2025, 3, 31)
    four = time(4)

    assert Days(first, last).span(BERLIN, four) == Span(
        day_begins(first, BERLIN, four), day_begins(last + DAY, BERLIN, four)
    )
    assert Days(first, last).span(BERLIN).length == timedelta(hours=3 * 24 - 1)
    assert Days(first, first).span(BERLIN) == day_span(first, BERLIN)


def test_a_span_holds_its_start_and_not_its_end() -> None:
    span = day_span(date(2025, 1, 1), BERLIN)

    assert span.start in span
    assert span.end not in span


def test_what_is_left_of_a_day_counts_the_hours_that_it_really_has() -> None:
    noon = datetime(2025, 10, 26, 11, tzinfo=UTC)  # in Berlin, on a day of 25 hours

    assert left_of_day(noon, BERLIN) == pytest.approx(12 / 25)
    assert left_of_day(day_begins(date(2025, 10, 26), BERLIN), BERLIN) == 1


def test_a_time_that_is_jumped_over_strikes_at_the_jump() -> None:
    assert local_time_on(date(2025, 3, 30), time(2, 30), BERLIN) == datetime(2025, 3, 30, 1, tzinfo=UTC)


def test_a_time_that_comes_twice_strikes_the_first_time() -> None:
    first = datetime(2025, 10, 26, 0, 30, tzinfo=UTC)

    assert local_time_on(date(2025, 10, 26), time(2, 30), BERLIN) == first
    assert next_local_time(first, time(2, 30), BERLIN).day == date(2025, 10, 27)


def test_a_date_that_was_left_out_does_not_strike() -> None:
    before = datetime(2011, 12, 29, 12, tzinfo=APIA)

    assert local_time_on(date(2011, 12, 30), time(8), APIA) is None
    assert next_local_time(before, time(8), APIA) == Strike(
        date(2011, 12, 31), datetime(2011, 12, 31, 8, tzinfo=APIA).astimezone(UTC)
    )


def test_a_weekly_clock_strikes_on_its_day_only() -> None:
    struck = next_local_time(datetime(2025, 1, 1, tzinfo=UTC), time(8), BERLIN, weekdays={4})

    assert struck == Strike(date(2025, 1, 3), datetime(2025, 1, 3, 7, tzinfo=UTC))


def test_a_clock_without_a_day_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one day"):
        next_local_time(datetime(2025, 1, 1, tzinfo=UTC), time(8), BERLIN, weekdays=())


def test_a_move_to_the_west_does_not_strike_the_same_date_twice() -> None:
    monday = next_local_time(datetime(2025, 1, 6, 0, tzinfo=UTC), time(8), BERLIN)

    again = next_local_time(monday.at, time(8), NEW_YORK)
    rightly = next_local_time(monday.at, time(8), NEW_YORK, later_than=monday.day)

    assert again.day == monday.day
    assert rightly == Strike(date(2025, 1, 7), datetime(2025, 1, 7, 13, tzinfo=UTC))
