"""What texts say of habits: by examples, and whatever somebody may text."""

from contextlib import suppress
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.dates import parse_past_day
from tracker.habits.errors import HabitRefused, WrongHabitUnit
from tracker.habits.model import Habit
from tracker.habits.words.amounts import parse_amount
from tracker.habits.words.reminders import split_reminders
from tracker.habits.words.telling import mentioned, mentioned_before
from tracker.readings import Number
from tracker.words import checked_note

FRIDAY = date(2027, 3, 5)


def habit(name: str, unit: str | None = None) -> Habit:
    made = datetime(2027, 1, 1, tzinfo=UTC)
    return Habit(id=f"01{name.upper()}", user="u", name=name, unit=unit, began=FRIDAY, created_at=made)


MINE = [habit("Gym"), habit("Read", "pages"), habit("Run", "km"), habit("Deep work"), habit("Week 5")]


@pytest.mark.parametrize(
    ("text", "name", "amount", "day", "note"),
    [
        ("gym", "Gym", None, None, None),
        ("GYM", "Gym", None, None, None),
        ("01gym", "Gym", None, None, None),
        ("gym 5", "Gym", 5, None, None),
        ("gym x5", "Gym", 5, None, None),
        ("gym +5", "Gym", 5, None, None),
        ("gym 5 times", "Gym", 5, None, None),
        ("gym 5.", "Gym", 5, None, None),
        ("gym 1,000", "Gym", 1000, None, None),
        ("gym 2.5", "Gym", Decimal("2.5"), None, None),
        ('gym 5 "legs"', "Gym", 5, None, "legs"),
        ("gym 5 'legs'", "Gym", 5, None, "legs"),
        ('gym "leg day', "Gym", None, None, "leg day"),
        ('gym ""', "Gym", None, None, None),
        ('01GYM 5 "legs"', "Gym", 5, None, "legs"),
        ("read 5 pages", "Read", 5, None, None),
        ("read 1 page", "Read", 1, None, None),
        ("run 5k", "Run", 5, None, None),
        ("run 5km yesterday", "Run", 5, date(2027, 3, 4), None),
        ("gym yesterday", "Gym", None, date(2027, 3, 4), None),
        ("gym today", "Gym", None, FRIDAY, None),
        ("gym on monday", "Gym", None, date(2027, 3, 1), None),
        ("gym last friday", "Gym", None, date(2027, 2, 26), None),
        ("gym 2 days ago", "Gym", None, date(2027, 3, 3), None),
        ("gym 5 2 days ago", "Gym", 5, date(2027, 3, 3), None),
        ('gym 5 2027-03-02 "late"', "Gym", 5, date(2027, 3, 2), "late"),
        ("work", "Deep work", None, None, None),
        ("deep work 90 min", "Deep work", 90, None, None),
        ("week 5", "Week 5", None, None, None),
        ("week 5 3", "Week 5", 3, None, None),
    ],
)
def test_a_text_is_taken_apart(
    text: str, name: str, amount: Number | None, day: date | None, note: str | None
) -> None:
    found = mentioned(text, MINE)

    assert found is not None
    assert [one.name for one in found.habits] == [name]
    assert (found.amount and parse_amount(found.amount)) == amount
    assert (found.day and parse_past_day(found.day, FRIDAY)) == day
    assert checked_note(found.note) == note
    assert found.sure


@pytest.mark.parametrize("text", ["", "7", "walk", "gym legs", "gym 5 legs and back", "-5 gym", '"note"'])
def test_what_names_no_habit_is_not_heard(text: str) -> None:
    assert mentioned(text, MINE) is None


def test_how_a_name_begins_is_not_sure() -> None:
    found = mentioned("re 5", MINE)

    assert found is not None
    assert ([one.name for one in found.habits], found.rest, found.sure) == (["Read"], "5", False)


@pytest.mark.parametrize("text", ["read 5 minutes", "run 5 pages"])
def test_another_unit_is_refused(text: str) -> None:
    with pytest.raises(WrongHabitUnit, match="is counted in"):
        mentioned(text, MINE)


@pytest.mark.parametrize("text", ["gym 0", "gym 5.5.5", "gym 99999999999", "gym 1.23456"])
def test_what_is_no_amount_is_refused(text: str) -> None:
    found = mentioned(text, MINE)

    assert found is not None
    assert found.amount is not None
    with pytest.raises(HabitRefused, match="amount"):
        parse_amount(found.amount)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("gym", ("Gym", "")),
        ("gym 2h", ("Gym", "2h")),
        ("deep work 18:00", ("Deep work", "18:00")),
        ("week 5", ("Week 5", "")),
        ("gym legs", None),
        ("2h", None),
        ("", None),
    ],
)
def test_the_longest_name_before_a_time_is_meant(text: str, found: tuple[str, str] | None) -> None:
    said = mentioned_before(text, MINE, lambda rest: rest in ("2h", "18:00"))

    assert (said and ([one.name for one in said.habits], said.rest)) == (found and ([found[0]], found[1]))


@pytest.mark.parametrize(
    ("text", "words", "times"),
    [
        ("gym 3x a week", "gym 3x a week", None),
        ("gym 3x a week at 7pm", "gym 3x a week", "7pm"),
        ('"gym", reminders 7:30 and 20:00', "gym", "7:30 and 20:00"),
        ("read 20 pages remind me at 8", "read 20 pages", "8"),
        ("look at 5 paintings", "look at 5 paintings", None),
    ],
)
def test_times_at_the_end_are_those_of_reminders(text: str, words: str, times: str | None) -> None:
    assert split_reminders(text) == (words, times)


_WORDS = st.sampled_from(
    [
        "gym",
        "read",
        "week",
        "5",
        "x3",
        "7,5",
        "pages",
        "yesterday",
        "on",
        "monday",
        '"note"',
        "'",
        '"',
        "2 days ago",
    ]
)


@given(st.text(max_size=80) | st.lists(_WORDS, max_size=6).map(" ".join))
def test_any_text_is_heard_or_not_or_refused(text: str) -> None:
    with suppress(HabitRefused):
        found = mentioned(" ".join(text.split()), MINE)
        assert found is None or (found.habits and (found.amount is None or parse_amount(found.amount) > 0))
