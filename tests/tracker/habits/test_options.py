"""What people write besides the words of a habit: reminders, how often, why, and what makes no sense."""

from contextlib import suppress
from datetime import date, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.habits.errors import BadHabit
from tracker.habits.model import HabitType
from tracker.habits.schedule import PerWeek
from tracker.habits.words.options import OPTIONS, parse_options
from tracker.habits.words.reminders import MOST_REMINDERS
from tracker.tags import BadTags

TODAY = date(2025, 3, 3)


@pytest.mark.parametrize(
    ("name", "text", "field", "value"),
    [
        ("remind", "7:30, 20:00", "reminders", (time(7, 30), time(20))),
        ("remind", "8 pm and 7.30", "reminders", (time(7, 30), time(20))),
        ("remind", "20:00 20:00", "reminders", (time(20),)),
        ("remind", "off", "reminders", ()),
        ("often", "3x a week", "schedule", PerWeek(times=3)),
        ("type", "Quit", "habit_type", HabitType.QUIT),
        ("area", "  Health   and body ", "area", "Health and body"),
        ("area", "none", "area", None),
        ("trigger", "after breakfast", "trigger", "after breakfast"),
        ("freezes", "off", "freezes", False),
        ("freezes", "on", "freezes", True),
        ("skips", "0", "skips_per_month", 0),
    ],
)
def test_an_option_becomes_a_field(name: str, text: str, field: str, value: object) -> None:
    assert parse_options({name: text}, TODAY) == {field: value}


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("remind", "soon", "7:30, 20:00"),
        ("remind", "25:00", "00:00 to 23:59"),
        ("remind", " ".join(f"{hour}:00" for hour in range(MOST_REMINDERS + 1)), "at most"),
        ("often", "sometimes", "how often"),
        ("often", "gym daily", "how often"),
        ("type", "hobby", "build, maintain, reduce, quit"),
        ("area", "x" * 31, "up to 30"),
        ("area", "a#b", "no #"),
        ("freezes", "perhaps", "neither on nor off"),
        ("skips", "-1", "0 to 31"),
        ("skips", "32", "0 to 31"),
        ("colour", "red", "'colour'"),
    ],
)
def test_what_makes_no_sense_says_what_does(name: str, text: str, said: str) -> None:
    with pytest.raises(BadHabit, match=said):
        parse_options({name: text}, TODAY)


@given(st.sampled_from(sorted(OPTIONS)), st.text(max_size=250))
def test_any_text_gives_a_value_or_a_clear_no(name: str, text: str) -> None:
    with suppress(BadHabit, BadTags):
        assert len(parse_options({name: text}, TODAY)) == 1
