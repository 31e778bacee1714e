"""Until when somebody is muted: the words that people write, by the clocks of their zone."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.notify.muting import LONGEST, MORNING, muted_until

BERLIN, NEW_YORK, HAVANA = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York"), ZoneInfo("America/Havana")
WEDNESDAY = datetime(2025, 6, 4, 15, 30, tzinfo=BERLIN)
INSTANTS = st.datetimes(datetime(2010, 1, 1), datetime(2040, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - hypothesis adds the zone
ZONES = st.sampled_from([BERLIN, NEW_YORK, HAVANA, ZoneInfo("Australia/Lord_Howe"), ZoneInfo("Pacific/Apia")])


def on_the_wall(text: str, now: datetime = WEDNESDAY) -> str:
    assert isinstance(now.tzinfo, ZoneInfo)
    return f"{muted_until(text, now, now.tzinfo).astimezone(now.tzinfo):%a %d %H:%M}"


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("2h", "Wed 04 17:30"),
        ("2 hours", "Wed 04 17:30"),
        ("1.5h", "Wed 04 17:00"),
        ("1h30", "Wed 04 17:00"),
        ("1h30m", "Wed 04 17:00"),
        ("1 hour and 30 min", "Wed 04 17:00"),
        ("an hour", "Wed 04 16:30"),
        ("30m", "Wed 04 16:00"),
        ("for 30 minutes", "Wed 04 16:00"),
        ("in 45 MIN", "Wed 04 16:15"),
        ("3 days", "Sat 07 15:30"),
        ("1d 2h", "Thu 05 17:30"),
        ("1 week", "Wed 11 15:30"),
        ("2w", "Wed 18 15:30"),
        ("tomorrow", "Thu 05 08:00"),
        ("until tomorrow 6pm", "Thu 05 18:00"),
        ("mon", "Mon 09 08:00"),
        ("until monday", "Mon 09 08:00"),
        ("till Thurs", "Thu 05 08:00"),
        ("wed", "Wed 11 08:00"),
        ("wed 18:00", "Wed 04 18:00"),
        ("wed at 15:00", "Wed 11 15:00"),
        ("18:00", "Wed 04 18:00"),
        ("until 18.30", "Wed 04 18:30"),
        ("6pm", "Wed 04 18:00"),
        ("6 am", "Thu 05 06:00"),
        ("until 7", "Thu 05 07:00"),
        ("15:30", "Thu 05 15:30"),
        ("  UNTIL   Mon  ", "Mon 09 08:00"),
        ("until 20 march", "Fri 20 08:00"),
    ],
)
def test_the_words_that_people_write(text: str, until: str) -> None:
    assert on_the_wall(text) == until


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "such as 2h"),
        ("until", "such as 2h"),
        ("a while", "such as 2h"),
        ("2 moons", "such as 2h"),
        ("2h off", "such as 2h"),
        ("mo", "such as 2h"),
        ("-2h", "such as 2h"),
        ("2", "2h, or 2:00"),
        ("for 7", "7h, or 7:00"),
        ("25:00", "00:00 to 23:59"),
        ("tomorrow noon", "time of the day"),
        ("0h", "has a length"),
        ("0 days", "has a length"),
        ("53 weeks", "a year at most"),
        ("999999 weeks", "a year at most"),
        ("x" * 500, "such as 2h"),
        ("9" * 500, "two ways"),
    ],
)
def test_what_is_no_end_of_a_mute_is_told_what_can_be_written(text: str, hint: str) -> None:
    with pytest.raises(ValueError, match=hint):
        muted_until(text, WEDNESDAY, BERLIN)


def test_a_day_is_one_of_the_calendar_and_an_hour_is_one_of_the_clock() -> None:
    """In the night to Sunday clocks go from 02:00 to 03:00."""
    saturday = datetime(2025, 3, 29, 20, tzinfo=BERLIN)
    assert on_the_wall("1 day", saturday) == "Sun 30 20:00"
    assert on_the_wall("24h", saturday) == "Sun 30 21:00"
    assert on_the_wall("until 02:30", saturday) == "Sun 30 03:00"


def test_the_time_is_the_persons_own() -> None:
    assert muted_until("18:00", WEDNESDAY, NEW_YORK) == datetime(2025, 6, 4, 18, tzinfo=NEW_YORK)


def test_an_end_has_whole_seconds_as_the_table_keeps_instants() -> None:
    assert muted_until("2h", WEDNESDAY.replace(second=7, microsecond=9), BERLIN) == WEDNESDAY.replace(
        hour=17, second=7
    )


@given(INSTANTS, ZONES, st.integers(1, 366 * 24 * 60 - 1))
def test_minutes_are_minutes_wherever_clocks_change(now: datetime, zone: ZoneInfo, minutes: int) -> None:
    assert muted_until(f"{minutes}m", now, zone) == now.replace(microsecond=0) + timedelta(minutes=minutes)


@given(INSTANTS, ZONES, st.sampled_from(["tomorrow", "mon", "sunday", "18:00", "2:30", "fri 0:00", "3 days"]))
def test_an_end_lies_ahead_by_a_week_and_a_bit_at_most(now: datetime, zone: ZoneInfo, text: str) -> None:
    until = muted_until(text, now, zone)
    assert now.replace(microsecond=0) < until <= now + timedelta(days=9)


@given(INSTANTS, ZONES, st.integers(0, 6))
def test_a_weekday_ends_on_the_morning_of_another_day(now: datetime, zone: ZoneInfo, number: int) -> None:
    name = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"][number]
    wall = muted_until(name, now, zone).astimezone(zone)
    assert (wall.weekday(), wall.time()) == (number, MORNING)
    assert wall.date() > now.astimezone(zone).date()


@given(st.text(max_size=40))
def test_any_other_text_is_refused_in_words_or_understood(text: str) -> None:
    try:
        until = muted_until(text, WEDNESDAY, BERLIN)
    except ValueError as error:
        assert str(error).endswith(".")  # noqa: PT017 - either of the two is right
    else:
        assert WEDNESDAY < until <= WEDNESDAY + LONGEST
