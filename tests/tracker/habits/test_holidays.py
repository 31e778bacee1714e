"""Holidays as people write them: the days that are meant, and days that are none after all."""

from datetime import UTC, date, datetime

import pytest

from tracker.dates import AmbiguousDate, NoSuchDate
from tracker.days import Days
from tracker.habits.away import returned
from tracker.habits.errors import BadHabit, HabitUnchanged
from tracker.habits.model import Away, Habit
from tracker.habits.words.holidays import parse_holiday

WEDNESDAY = date(2027, 2, 3)


@pytest.mark.parametrize(
    ("today", "first", "last", "begin", "end"),
    [
        (date(2027, 3, 5), "1 march", "14 march", date(2027, 3, 1), date(2027, 3, 14)),
        (date(2027, 3, 20), "1 march", "14 march", date(2027, 3, 1), date(2027, 3, 14)),
        (date(2027, 12, 1), "23 december", "6 january", date(2027, 12, 23), date(2028, 1, 6)),
        (date(2028, 1, 10), "23 december", "6 january", date(2027, 12, 23), date(2028, 1, 6)),
        (date(2027, 1, 31), "5 august", "20 august", date(2027, 8, 5), date(2027, 8, 20)),
        (WEDNESDAY, "monday", "friday", date(2027, 2, 1), date(2027, 2, 5)),
        (date(2027, 2, 6), "monday", "friday", date(2027, 2, 8), date(2027, 2, 12)),
        (WEDNESDAY, "in 2 weeks", "friday", date(2027, 2, 17), date(2027, 2, 19)),
        (WEDNESDAY, "yesterday", "today", date(2027, 2, 2), WEDNESDAY),
        (WEDNESDAY, "from 7 days ago", "tomorrow", date(2027, 1, 27), date(2027, 2, 4)),
        (WEDNESDAY, "2026-01-01", "2026-01-05", date(2026, 1, 1), date(2026, 1, 5)),
        (WEDNESDAY, "today", "today", WEDNESDAY, WEDNESDAY),
        (date(2027, 1, 1), "1 january", "20 december", date(2027, 1, 1), date(2027, 12, 20)),
        (date(2027, 10, 28), "5 november", "2028-11-01", date(2027, 11, 5), date(2028, 11, 1)),
    ],
)
def test_the_nearest_days_are_meant_and_the_last_one_follows_the_first(
    today: date, first: str, last: str, begin: date, end: date
) -> None:
    assert parse_holiday(first, last, today) == Days(begin, end)


def test_what_is_no_holiday_is_refused_in_words() -> None:
    with pytest.raises(BadHabit, match="Wednesday 3 February 2027 is before Thursday 4 February 2027"):
        parse_holiday("tomorrow", "today", WEDNESDAY)
    with pytest.raises(NoSuchDate, match="'soon' is no day"):
        parse_holiday("soon", "later", WEDNESDAY)
    with pytest.raises(AmbiguousDate):
        parse_holiday("1/3", "14 march", WEDNESDAY)


@pytest.mark.parametrize("today", [date(2027, 10, 28), date(2027, 11, 3), date(2027, 11, 18)])
def test_days_the_wrong_way_round_are_no_holiday_of_a_year(today: date) -> None:
    with pytest.raises(BadHabit, match=r"Write the first day first, or the year as well: 2028-11-01\."):
        parse_holiday("5 november", "1 november", today)


def test_days_are_cut_out_of_holidays_and_a_pause_stays_one() -> None:
    pause = Away(first=date(2027, 2, 20))
    march = Away(first=date(2027, 3, 1), last=date(2027, 3, 14))
    habit = Habit(
        id="h1",
        user="u1",
        name="Gym",
        away=(march, pause),
        began=date(2027, 1, 1),
        created_at=datetime(2027, 1, 1, tzinfo=UTC),
    )

    assert returned(habit, Days(date(2027, 3, 5), date(2027, 3, 6)))["away"] == (
        Away(first=date(2027, 3, 1), last=date(2027, 3, 4)),
        Away(first=date(2027, 3, 7), last=date(2027, 3, 14)),
        pause,
    )
    assert returned(habit, Days(date(2027, 2, 1), date(2027, 4, 1)))["away"] == (pause,)
    with pytest.raises(HabitUnchanged):
        returned(habit, Days(date(2027, 4, 1), date(2027, 4, 2)))
