"""Habits in the words of people."""

from contextlib import suppress
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tracker.habits.logs import schedules
from tracker.habits.errors import BadHabit
from tracker.habits.model import HabitType
from tracker.habits.schedule import (
    Daily,
    EveryDays,
    OnWeekdays,
    PerMonth,
    PerWeek,
    Schedule,
    WithinDays,
)
from tracker.habits.words import Meant, parse_change, parse_habit, schedule_words

TODAY = date(2027, 3, 1)
BUILD, QUIT, REDUCE = HabitType.BUILD, HabitType.QUIT, HabitType.REDUCE


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("gym", Meant("Gym", BUILD, Daily(), None, None)),
        ("gym 3x a week", Meant("Gym", BUILD, PerWeek(times=3), None, None)),
        ("gym three times per week", Meant("Gym", BUILD, PerWeek(times=3), None, None)),
        ("3 times a week gym", Meant("Gym", BUILD, PerWeek(times=3), None, None)),
        ("Read 20 pages daily", Meant("Read", BUILD, Daily(), 20, "pages")),
        ("read 20 pages 5x/week", Meant("Read", BUILD, PerWeek(times=5), 20, "pages")),
        ("run 2.5 km mon wed fri", Meant("Run", BUILD, OnWeekdays(days=(0, 2, 4)), Decimal("2.5"), "km")),
        ("run on tuesdays and thursdays", Meant("Run", BUILD, OnWeekdays(days=(1, 3)), None, None)),
        ("standup on weekdays", Meant("Standup", BUILD, OnWeekdays(days=(0, 1, 2, 3, 4)), None, None)),
        ("hike at the weekend", Meant("Hike", BUILD, OnWeekdays(days=(5, 6)), None, None)),
        ("call mum weekly", Meant("Call mum", BUILD, PerWeek(times=1), None, None)),
        ("backup once a month", Meant("Backup", BUILD, PerMonth(times=1), None, None)),
        (
            "water plants every 3 days",
            Meant("Water plants", BUILD, EveryDays(days=3, since=TODAY), None, None),
        ),
        ("stretch every other day", Meant("Stretch", BUILD, EveryDays(days=2, since=TODAY), None, None)),
        ("yoga 4 in any 7 days", Meant("Yoga", BUILD, WithinDays(times=4, days=7), None, None)),
        ("no smoking", Meant("Smoking", QUIT, Daily(), None, None)),
        ("quit sugar on weekdays", Meant("Sugar", QUIT, OnWeekdays(days=(0, 1, 2, 3, 4)), None, None)),
        ("coffee at most 2 cups", Meant("Coffee", REDUCE, Daily(), 2, "cups")),
        ("water at least 8 glasses every day", Meant("Water", BUILD, Daily(), 8, "glasses")),
    ],
)
def test_the_words_that_people_write(text: str, meant: Meant) -> None:
    assert parse_habit(text, TODAY) == meant


@pytest.mark.parametrize("text", ["", "3x a week", "daily", "20 pages", "gym 9x a week", "x 5 of 3 days"])
def test_what_names_no_habit_is_answered_with_examples(text: str) -> None:
    with pytest.raises(BadHabit, match="gym 3x a week"):
        parse_habit(text, TODAY)


@given(st.text(max_size=80))
def test_any_text_is_a_habit_or_a_refusal(text: str) -> None:
    with suppress(BadHabit):
        assert parse_habit(text, TODAY).name


@given(schedules())
def test_how_often_is_said_in_words_that_are_understood_again(schedule: Schedule) -> None:
    said = schedule_words(schedule)
    again = parse_habit(f"gym {said}", TODAY).schedule
    if isinstance(schedule, EveryDays):
        assert isinstance(again, EveryDays)
        assert again.days == schedule.days
    elif schedule != OnWeekdays(days=tuple(range(7))):
        assert again == schedule


def test_how_much_of_what_is_not_a_part_of_the_name() -> None:
    assert parse_habit("at most 2 cups of coffee", TODAY) == Meant("Coffee", REDUCE, Daily(), 2, "cups")
    assert parse_habit("end of day review", TODAY).name == "End of day review"


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("workout", {"name": "Workout"}),
        ("gym weekly", {"name": "Gym", "schedule": PerWeek(times=1)}),
        ("read 30 pages", {"name": "Read", "amount": 30, "unit": "pages"}),
        ("no smoking", {"name": "Smoking", "habit_type": QUIT}),
    ],
)
def test_a_change_says_only_what_it_says(text: str, fields: dict[str, object]) -> None:
    assert parse_change(text, TODAY) == fields
