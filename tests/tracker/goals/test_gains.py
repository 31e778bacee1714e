"""Gains by the calendar of the person, and the rates that forecasts are made from, reckoned slowly."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tracker.goals.slow_gains import daily_gains, daily_rates
from tracker.days import Span, day_span, local_day
from tracker.goals.pace.gains import Gain, Point, gain_between, rebased

BERLIN, NEW_YORK, UTC_ZONE = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York"), ZoneInfo("UTC")
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
MONDAY = datetime(2026, 1, 5, tzinfo=UTC)


def days(first: date, count: int) -> list[date]:
    return [first + n * DAY for n in range(count)]


def test_a_gain_is_the_difference_between_what_was_known_before_and_at_the_end() -> None:
    points = [Point(MONDAY - DAY, 100), Point(MONDAY + HOUR, 150), Point(MONDAY + 2 * HOUR, 175)]

    assert gain_between(points, Span(MONDAY, MONDAY + DAY)) == Gain(75, MONDAY, MONDAY + DAY)


def test_the_first_appearance_is_not_a_gain() -> None:
    points = [Point(MONDAY + HOUR, 5_000), Point(MONDAY + 2 * HOUR, 5_100)]

    assert gain_between(points, Span(MONDAY, MONDAY + DAY)) == Gain(100, MONDAY + HOUR, MONDAY + DAY)


def test_nothing_known_is_not_a_gain_of_nothing() -> None:
    assert gain_between([], Span(MONDAY, MONDAY + DAY)) is None
    assert gain_between([Point(MONDAY + DAY, 5_000)], Span(MONDAY, MONDAY + DAY)) is None


def test_without_a_change_nothing_was_gained() -> None:
    assert gain_between([Point(MONDAY, 5_000)], Span(MONDAY + DAY, MONDAY + 2 * DAY)) == Gain(
        0, MONDAY + DAY, MONDAY + 2 * DAY
    )


def test_what_the_game_took_back_is_a_loss_on_its_day() -> None:
    points = [Point(MONDAY, 5_000), Point(MONDAY + DAY, 4_000), Point(MONDAY + 2 * DAY, 5_000)]

    assert daily_gains(points, days(MONDAY.date(), 3), UTC_ZONE) == {
        date(2026, 1, 5): 0,
        date(2026, 1, 6): -1_000,
        date(2026, 1, 7): 1_000,
    }


@pytest.mark.parametrize(
    ("zone", "day_start", "gained"),
    [
        (BERLIN, time(0), {date(2026, 1, 4): 0, date(2026, 1, 5): 50}),
        (NEW_YORK, time(0), {date(2026, 1, 4): 50, date(2026, 1, 5): 0}),
        (BERLIN, time(4), {date(2026, 1, 4): 50, date(2026, 1, 5): 0}),
    ],
)
def test_a_gain_belongs_to_the_day_of_the_person(
    zone: ZoneInfo, day_start: time, gained: dict[date, int]
) -> None:
    points = [
        Point(MONDAY - 3 * DAY, 100),
        Point(MONDAY + 2 * HOUR, 150),
    ]  # 03:00 in Berlin, 21:00 in New York

    assert daily_gains(points, gained, zone, day_start) == gained


def test_days_before_the_first_look_and_after_the_last_are_unknown() -> None:
    points = [Point(MONDAY + HOUR, 100), Point(MONDAY + DAY + HOUR, 150)]

    gains = daily_gains(points, days(date(2026, 1, 4), 5), UTC_ZONE, seen_until=MONDAY + 2 * DAY + HOUR)

    assert list(gains.values()) == [None, 0, 50, 0, None]


def test_days_without_a_look_before_a_change_are_unknown_and_the_jump_is_seen_on_its_day() -> None:
    points = [Point(MONDAY, 100), Point(MONDAY + 3 * DAY + HOUR, 400, since=MONDAY + 12 * HOUR)]

    gains = daily_gains(points, days(date(2026, 1, 5), 4), UTC_ZONE)

    assert list(gains.values()) == [0, None, None, 300]


# What appeared, and what a goal was given when it was set

APPEARED = [
    Point(MONDAY, 1_000),
    Point(MONDAY + DAY, 1_100),
    Point(MONDAY + 2 * DAY, 50_150, appeared=49_000),
    Point(MONDAY + 3 * DAY, 50_250, appeared=49_000),
]


def test_what_only_appeared_is_neither_a_gain_nor_a_rate() -> None:
    whole = gain_between(APPEARED, Span(MONDAY, MONDAY + 4 * DAY))

    assert whole is not None
    assert whole.amount == 250
    assert daily_gains(APPEARED, days(MONDAY.date(), 4), UTC_ZONE) == {
        MONDAY.date() + n * DAY: gain for n, gain in enumerate((0, 100, 50, 100))
    }
    assert daily_rates(APPEARED, MONDAY + 4 * DAY, UTC_ZONE, most_days=90) == (0, 100, 50, 100)


def test_on_a_rebased_line_each_rise_is_a_gain_and_the_end_is_as_it_is() -> None:
    assert [point.value for point in rebased(APPEARED)] == [50_000, 50_100, 50_150, 50_250]
    assert [point.at for point in rebased(APPEARED)] == [point.at for point in APPEARED]
    assert rebased(()) == ()


SET = MONDAY + 10 * HOUR
GIVEN = [Point(MONDAY - 25 * DAY, 1_000), Point(SET - HOUR, 90_000, since=MONDAY - 25 * DAY)]
"""A month of gains, found when the goal was set on Monday at ten."""


def test_the_month_before_a_goal_is_no_gain_of_the_day_on_which_it_was_set() -> None:
    today = Span(MONDAY, MONDAY + DAY)

    assert gain_between(GIVEN, today, founded=SET) == Gain(0, SET - HOUR, MONDAY + DAY)
    later = [*GIVEN, Point(SET + HOUR, 90_500, since=SET)]
    assert gain_between(later, today, founded=SET) == Gain(500, SET - HOUR, MONDAY + DAY)
    assert daily_gains(later, [MONDAY.date()], UTC_ZONE, founded=SET) == {MONDAY.date(): 500}


def test_it_is_one_of_a_time_that_holds_all_of_it() -> None:
    month = Span(MONDAY - 26 * DAY, MONDAY + DAY)

    assert gain_between(GIVEN, month, founded=SET) == Gain(89_000, MONDAY - 25 * DAY, MONDAY + DAY)


def test_a_reading_of_the_evening_before_is_near_enough() -> None:
    given = [Point(MONDAY - 2 * HOUR, 1_000), Point(SET - HOUR, 1_200, since=MONDAY - 2 * HOUR)]

    assert gain_between(given, Span(MONDAY, MONDAY + DAY), founded=SET) == Gain(200, MONDAY, MONDAY + DAY)


def test_where_a_goal_begins_is_no_gain_since_it_was_set() -> None:
    given = [Point(MONDAY - HOUR, 1_000), Point(SET, 1_200, since=MONDAY - HOUR), Point(SET + HOUR, 1_250)]

    gain = gain_between(given, Span(SET, MONDAY + DAY), founded=SET)

    assert gain == Gain(50, SET, MONDAY + DAY)


def test_a_jump_after_an_outage_of_a_goal_belongs_to_the_day_on_which_it_was_seen() -> None:
    points = [Point(MONDAY - 25 * DAY, 1_000), Point(SET, 90_000, since=MONDAY - 25 * DAY)]

    gain = gain_between(points, Span(MONDAY, MONDAY + DAY), founded=MONDAY - 30 * DAY)

    assert gain == Gain(89_000, MONDAY, MONDAY + DAY)


STEPS = st.lists(
    st.tuples(st.integers(1, 60 * 60), st.integers(-500, 5_000), st.floats(0, 1)), min_size=1, max_size=30
)


def series(steps: list[tuple[int, int, float]]) -> list[Point]:
    points = [Point(MONDAY, 1_000)]
    for minutes, change, looked in steps:
        before = points[-1]
        at = before.at + timedelta(minutes=minutes)
        points.append(Point(at, before.value + change, since=before.at + looked * (at - before.at)))
    return points


@given(STEPS, st.sampled_from([BERLIN, NEW_YORK]), st.sampled_from([time(0), time(4)]))
def test_the_gains_of_all_days_add_up_to_the_whole(
    steps: list[tuple[int, int, float]], zone: ZoneInfo, day_start: time
) -> None:
    points = [Point(point.at, point.value) for point in series(steps)]
    first, last = (local_day(point.at, zone, day_start) for point in (points[0], points[-1]))

    gains = daily_gains(points, days(first, (last - first).days + 1), zone, day_start)

    assert sum(gain or 0 for gain in gains.values()) == points[-1].value - points[0].value


def rates_minute_by_minute(points: list[Point], until: datetime, zone: ZoneInfo) -> list[float]:
    """Each minute's share of each change, put into the day of that minute."""
    by_day: dict[date, float] = {}
    for before, after in pairwise(points):
        start = max(before.at, after.since or after.at)
        change = float(after.value - before.value)
        minutes = round((after.at - start) / timedelta(minutes=1))
        for n in range(minutes):
            day = local_day(start + n * timedelta(minutes=1), zone)
            by_day[day] = by_day.get(day, 0.0) + change / minutes
        if not minutes:
            day = local_day(after.at, zone)
            by_day[day] = by_day.get(day, 0.0) + change
    first, last = local_day(points[0].at, zone), local_day(until, zone)
    whole = [day for day in days(first, (last - first).days) if day_span(day, zone).start >= points[0].at]
    return [max(by_day.get(day, 0.0), 0.0) for day in whole]


@settings(max_examples=40)
@given(STEPS, st.sampled_from([BERLIN, NEW_YORK]), st.integers(0, 4_000))
def test_rates_are_spread_over_the_time_in_which_the_change_happened(
    steps: list[tuple[int, int, float]], zone: ZoneInfo, more_minutes: int
) -> None:
    whole_minutes = [(minutes, change, round(looked)) for minutes, change, looked in steps]
    points = series(whole_minutes)
    until = points[-1].at + timedelta(minutes=more_minutes)

    rates = daily_rates(points, until, zone, most_days=1_000)

    assert rates == pytest.approx(rates_minute_by_minute(points, until, zone), abs=1e-6)


def test_a_jump_after_an_outage_is_the_rate_of_each_day_of_it() -> None:
    points = [Point(MONDAY, 0), Point(MONDAY + 4 * DAY, 400, since=MONDAY)]

    assert daily_rates(points, MONDAY + 5 * DAY, UTC_ZONE, most_days=90) == (100, 100, 100, 100, 0)


def test_a_look_that_is_older_than_the_last_change_is_not_believed() -> None:
    points = [Point(MONDAY, 0), Point(MONDAY + DAY, 100), Point(MONDAY + 3 * DAY, 300, since=MONDAY)]

    assert daily_rates(points, MONDAY + 4 * DAY, UTC_ZONE, most_days=90) == (0, 200, 100, 0)


def test_days_that_are_not_whole_are_left_out() -> None:
    points = [Point(MONDAY + HOUR, 0), Point(MONDAY + 30 * HOUR, 50), Point(MONDAY + 50 * HOUR, 80)]

    assert daily_rates(points, MONDAY + 51 * HOUR, UTC_ZONE, most_days=90) == (50,)


def test_only_the_last_days_count() -> None:
    points = [Point(MONDAY + n * DAY, n * n) for n in range(10)]

    assert daily_rates(points, MONDAY + 9 * DAY, UTC_ZONE, most_days=3) == (11, 13, 15)


def test_what_the_game_took_back_is_no_rate() -> None:
    points = [Point(MONDAY, 1_000), Point(MONDAY + HOUR, 500), Point(MONDAY + DAY, 600)]

    assert daily_rates(points, MONDAY + 2 * DAY, UTC_ZONE, most_days=90) == (0, 100)
    assert daily_rates(points, MONDAY + 2 * DAY, UTC_ZONE, most_days=90, may_fall=True) == (-500, 100)


def test_what_was_taken_back_on_the_day_it_was_gained_was_not_gained() -> None:
    points = [Point(MONDAY, 1_000), Point(MONDAY + HOUR, 1_500), Point(MONDAY + 2 * HOUR, 1_200)]

    assert daily_rates(points, MONDAY + DAY, UTC_ZONE, most_days=90) == (200,)


def test_a_better_rank_is_a_rate_towards_the_goal() -> None:
    points = [Point(MONDAY, 5_000), Point(MONDAY + HOUR, 4_000), Point(MONDAY + DAY, 4_100)]

    assert daily_rates(points, MONDAY + 2 * DAY, UTC_ZONE, most_days=90, falling=True) == (1_000, -100)


def test_a_date_that_a_zone_left_out_is_no_day() -> None:
    apia = ZoneInfo("Pacific/Apia")
    begin = datetime(2011, 12, 28, tzinfo=apia).astimezone(UTC)

    assert daily_rates([Point(begin, 0)], begin + 4 * DAY, apia, most_days=90) == (0, 0, 0, 0)


def test_without_a_value_there_are_no_rates() -> None:
    assert daily_rates([], MONDAY, UTC_ZONE, most_days=90) == ()
    assert daily_rates([Point(MONDAY + HOUR, 5)], MONDAY + 2 * HOUR, UTC_ZONE, most_days=90) == ()
