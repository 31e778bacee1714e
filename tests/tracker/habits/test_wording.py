"""What is said of habits and of what was told, the same wherever people read it."""

from datetime import date, time

import pytest

from tests.tracker.habits.homes import Home
from tracker.front_ends import FrontEnd
from tracker.goals.feeds import Feed
from tracker.habits.changing import DayReport
from tracker.habits.events import DayChanged
from tracker.habits.model import Habit, HabitType
from tracker.habits.words.answers import several_text
from tracker.habits.words.parse import parse_habit
from tracker.habits.words.wording import habit_text, wanted_text
from tracker.store.segments import Subject
from tracker.words import times_text

TODAY = date(2100, 1, 1)
TOLD = DayReport(TODAY, FrontEnd.TERMINAL)


def habit(text: str, **other: object) -> Habit:
    meant = parse_habit(text, TODAY)
    made = {"id": "h", "user": "u", "name": meant.name, "began": TODAY, "created_at": "2100-01-01T00:00:00Z"}
    return Habit.model_validate({**made, **meant.fields, **other})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("gym 3x a week", "3 times a week"),
        ("read 20 pages daily", "20 pages, every day"),
        ("coffee at most 2 cups", "at most 2 cups, every day"),
        ("no smoking", "not at all, every day"),
        ("pushups 1500", "1,500, every day"),
    ],
)
def test_what_a_habit_asks_for_is_said_in_a_few_words(text: str, words: str) -> None:
    assert wanted_text(habit(text)) == words


def test_all_that_was_understood_is_one_line() -> None:
    feed = Feed(character="z", subject=Subject("osrs", "main:z"), quantities=("a.xp",), title="xp of Z")
    said = habit("gym 3x a week", reminders=(time(7, 30), time(20)), fed_by=feed)

    assert habit_text(said) == "Gym, 3 times a week, reminders at 07:30 and 20:00, counted from xp of Z"


def test_times_are_listed_as_people_list_them() -> None:
    times = [time(7, 30), time(12), time(20)]

    assert [times_text(times[:count]) for count in (1, 2, 3)] == [
        "07:30",
        "07:30 and 12:00",
        "07:30, 12:00 and 20:00",
    ]


async def told(home: Home, *texts: str) -> list[DayChanged]:
    changes = [
        await home.habits.complete(home.user.id, (await home.habits.add_written(home.user, text)).id, TOLD)
        for text in texts
    ]
    return [one for one in changes if one is not None]


async def test_several_that_are_done_together_are_said_in_one_sentence(home: Home) -> None:
    first, *others = await told(home, "gym", "read 20 pages", "walk")

    assert several_text([first]).startswith("Gym is done today. 1 day in a row. +10 points.")
    assert several_text([first, *others]) == (
        "Gym, Read and Walk are done today. +30 points. Achievement unlocked: First step."
    )
    assert several_text(others) == "Read and Walk are done today. +20 points."


async def test_what_is_not_done_by_that_is_said_by_itself(home: Home) -> None:
    gym, _ = await told(home, "gym", "walk")
    slip = await home.habits.add(home.user, "Smoking", habit_type=HabitType.QUIT)
    changes = [
        await home.habits.undo(home.user.id, gym.habit.id, TODAY),
        await home.habits.complete(home.user.id, slip.id, TOLD),
    ]

    assert several_text([one for one in changes if one]) == (
        "Gym today is undone. Noted for today: Smoking. \N{MINUS SIGN}10 points."
    )
