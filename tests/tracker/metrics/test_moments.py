"""When something was, as people say it."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.dates import AmbiguousDate, DateRefused, NoSuchDate
from tracker.days import local_day
from tracker.metrics.words.moments import Clock, StillToCome, read_moment

BERLIN = ZoneInfo("Europe/Berlin")
CLOCK = Clock(datetime(2026, 11, 17, 9, 30, tzinfo=UTC), BERLIN)
"""Tuesday, 10:30 by the clocks there."""


@pytest.mark.parametrize(
    ("text", "there"),
    [
        ("now", "2026-11-17 10:30"),
        ("today", "2026-11-17 10:30"),
        ("yesterday", "2026-11-16 12:00"),
        ("Yesterday 7:30", "2026-11-16 07:30"),
        ("yesterday at 7pm", "2026-11-16 19:00"),
        ("yesterday noon", "2026-11-16 12:00"),
        ("monday 7.30pm", "2026-11-16 19:30"),
        ("7:30", "2026-11-17 07:30"),
        ("at 9am", "2026-11-17 09:00"),
        ("2 hours ago", "2026-11-17 08:30"),
        ("half an hour ago", "2026-11-17 10:00"),
        ("3 days ago", "2026-11-14 12:00"),
        ("1 march", "2026-03-01 12:00"),
        ("1 march 2020 08:15", "2020-03-01 08:15"),
        ("2026-03-01", "2026-03-01 12:00"),
        ("2026-03-01 08:00", "2026-03-01 08:00"),
        ("2026-03-01T08:00", "2026-03-01 08:00"),
        ("2026-03-01T08:00:00Z", "2026-03-01 09:00"),
        ("2026-03-01t08:00+01:00", "2026-03-01 08:00"),
    ],
)
def test_a_moment_is_read_by_the_clocks_of_the_person(text: str, there: str) -> None:
    assert read_moment(text, CLOCK).astimezone(BERLIN).strftime("%Y-%m-%d %H:%M") == there


@pytest.mark.parametrize(
    "text", ["tomorrow", "23:00", "in 2 hours", "next monday", "2026-11-17T23:00", "2099-01-01"]
)
def test_what_is_still_to_come_is_refused(text: str) -> None:
    with pytest.raises(StillToCome, match="is still to come"):
        read_moment(text, CLOCK)


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("foo", NoSuchDate),
        ("31 february", NoSuchDate),
        ("yesterday 25:00", NoSuchDate),
        ("13pm", NoSuchDate),
        ("1/2/2026", AmbiguousDate),
        ("yesterday yesterday", NoSuchDate),
        ("1999-12-31", NoSuchDate),
        ("2026-02-30T08:00:00Z", NoSuchDate),
    ],
)
def test_what_is_no_moment_is_refused(text: str, refused: type[DateRefused]) -> None:
    with pytest.raises(refused):
        read_moment(text, CLOCK)


def test_a_time_before_the_start_of_the_day_belongs_to_the_night_after_it() -> None:
    late = Clock(datetime(2026, 11, 17, 1, 30, tzinfo=UTC), BERLIN, time(4))
    assert read_moment("1:00", late) == datetime(2026, 11, 17, 0, 0, tzinfo=UTC)
    assert local_day(read_moment("1:00", late), BERLIN, time(4)) == late.today


@given(
    st.integers(1, 3000),
    st.sampled_from(["Europe/Berlin", "Pacific/Auckland", "Pacific/Honolulu", "America/New_York"]),
    st.times(),
    st.datetimes(datetime(2011, 1, 1), datetime(2030, 1, 1)),  # noqa: DTZ001 - hypothesis adds the zone
)
def test_a_day_that_is_named_is_the_day_that_is_meant(
    ago: int, zone: str, day_start: time, now: datetime
) -> None:
    clock = Clock(now.replace(tzinfo=UTC), ZoneInfo(zone), day_start.replace(second=0, microsecond=0))
    at = read_moment(f"{ago} days ago", clock)
    assert local_day(at, clock.zone, clock.day_start) == clock.today - timedelta(days=ago)
    assert at <= clock.now
