"""Habits in the words of people."""

import re
from contextlib import suppress
from datetime import date, time
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
from tracker.habits.words.parse import (
    AMOUNT_OF_A_PERIOD,
    LIMIT_OF_A_PERIOD,
    Meant,
    parse_change,
    parse_habit,
    parse_schedule,
    says_how_often,
)
from tracker.habits.words.wording import schedule_words
from tracker.numbers import AmbiguousNumber
from tracker.refusals import Refused

TODAY = date(2027, 3, 1)
WORKDAYS, WEEKEND = OnWeekdays(days=(0, 1, 2, 3, 4)), OnWeekdays(days=(5, 6))
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
    with suppress(Refused):
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
    ("text", "name", "schedule"),
    [
        ("gym 3x a fortnight", "Gym", WithinDays(times=3, days=14)),
        ("gym twice per fortnight", "Gym", WithinDays(times=2, days=14)),
        ("gym once a fortnight", "Gym", EveryDays(days=14, since=TODAY)),
        ("gym - 3x a week", "Gym", PerWeek(times=3)),
    ],
)
def test_how_often_is_read_whole(text: str, name: str, schedule: Schedule) -> None:
    meant = parse_habit(text, TODAY)

    assert (meant.name, meant.schedule, meant.amount) == (name, schedule, None)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("gym -3x a week", "-3x"),
        ("gym 3x a weak", "3x a weak"),
        ("gym 3x a week by friday", "by friday"),
        ("gym 3x a week, remind me in the evening", "remind me in the evening"),
        ("gym 3x a week reminder at noon", "reminder at noon"),
        ("gym 3x a week remind 18:00h", "remind 18:00h"),
        ("gym 3x a week, remind me at 7, remind me at noon", "remind me at noon"),
        ("gym 3x a week at 25:00", "at 25:00"),
        ("gym at 7:75", "at 7:75"),
        ("gym 1e3x a week", "1e3x"),
        ("gym 2e3 times", "2e3"),
    ],
)
def test_what_is_not_understood_becomes_no_name(text: str, left: str) -> None:
    with pytest.raises(BadHabit, match=f"I do not understand '{re.escape(left)}'. Write|{left}.*no dates"):
        parse_habit(text, TODAY)


# When to be reminded


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("gym 3x a week, remind me at 18:00", (time(18),)),
        ("gym 3x a week remind 18:00", (time(18),)),
        ("gym 3x a week and remind me at 7pm", (time(19),)),
        ("Gym 3x a week. Reminders at 7:30, 20:00", (time(7, 30), time(20))),
        ("gym, reminder at 7am and 7pm, 3x a week", (time(7), time(19))),
        ("remind me at 6 gym 3x a week", (time(6),)),
        ("gym 3x a week, remind me at 7, remind me at 20:00", (time(7), time(20))),
    ],
)
def test_reminders_are_said_among_the_words(text: str, times: tuple[time, ...]) -> None:
    assert parse_habit(text, TODAY) == Meant("Gym", BUILD, PerWeek(times=3), None, None, times)


def test_a_change_in_words_changes_reminders_only_where_it_names_some() -> None:
    assert parse_change("gym, remind me at 8", TODAY) == {"name": "Gym", "reminders": (time(8),)}
    assert parse_change("gym", TODAY) == {"name": "Gym"}


def test_a_reminder_at_no_time_of_the_day_is_refused() -> None:
    with pytest.raises(BadHabit, match="'25:00' is not a time of the day"):
        parse_habit("gym 3x a week, remind me at 25:00", TODAY)


def test_remind_can_be_the_name_of_a_habit() -> None:
    assert parse_habit("remind mom of her pills daily", TODAY).name == "Remind mom of her pills"


# How much


@pytest.mark.parametrize(
    ("text", "amount", "unit"),
    [
        ("walk 10,000 steps daily", 10_000, "steps"),
        ("walk 10 000 steps", 10_000, "steps"),
        ("walk 10'000 steps", 10_000, "steps"),
        ("walk 1.000.000 steps", 1_000_000, "steps"),
        ("walk 10k steps", 10_000, "steps"),
        ("walk 7.5K steps a day", 7_500, "steps"),
        ("walk 1,5k steps", 1_500, "steps"),
        ("earn 5m gp daily", 5_000_000, "gp"),
        ("drink 1.5 litres", Decimal("1.5"), "litres"),
        ("drink 1,5 l", Decimal("1.5"), "l"),
        ("drink 2l", 2, "l"),
        ("save $5 daily", 5, "$"),
    ],
)
def test_an_amount_is_read_as_people_write_numbers(text: str, amount: int | Decimal, unit: str) -> None:
    meant = parse_habit(text, TODAY)

    assert (meant.amount, meant.unit) == (amount, unit)
    assert meant.name in ("Walk", "Earn", "Drink", "Save")


@pytest.mark.parametrize("text", ["run 5k", "5k run", "run a 5k", "run 5k twice a week"])
def test_a_k_of_nothing_that_is_counted_is_how_far(text: str) -> None:
    meant = parse_habit(text, TODAY)

    assert (meant.name, meant.amount, meant.unit) == ("Run", 5, "k")
    assert parse_habit("swim 500m", TODAY)[3:5] == (500, "m")


@pytest.mark.parametrize("text", ["steps 10k daily", "steps: 10 k", "write 2.5k"])
def test_a_k_that_may_be_thousands_is_asked_about(text: str) -> None:
    with pytest.raises(BadHabit, match=r"can mean two things. Write (10,000, or 10|2,500, or 2.5) km"):
        parse_habit(text, TODAY)


@pytest.mark.parametrize("text", ["gym daily until yesterday", "gym since today", "read 5 pages until today"])
def test_a_habit_neither_begins_nor_ends_by_its_words(text: str) -> None:
    with pytest.raises(BadHabit, match="A habit has no dates"):
        parse_habit(text, TODAY)


@pytest.mark.parametrize(
    ("text", "name", "amount"),
    [
        ("10,000 steps daily", "Steps", 10_000),
        ("10k steps", "Steps", 10_000),
        ("50 pushups a day", "Pushups", 50),
        ("50 push-ups", "Push-ups", 50),
    ],
)
def test_where_nothing_else_is_said_a_habit_is_called_by_what_is_counted(
    text: str, name: str, amount: int
) -> None:
    assert parse_habit(text, TODAY) == Meant(name, BUILD, Daily(), amount, None)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("meditate for 10 minutes", Meant("Meditate", BUILD, Daily(), 10, "minutes")),
        ("7-minute workout", Meant("Workout", BUILD, Daily(), 7, "minute")),
        ("drink 2 l of water", Meant("Drink water", BUILD, Daily(), 2, "l")),
        ("drink eight glasses of water", Meant("Drink water", BUILD, Daily(), 8, "glasses")),
        ("read (20 pages)", Meant("Read", BUILD, Daily(), 20, "pages")),
        ("read 20 pages.", Meant("Read", BUILD, Daily(), 20, "pages")),
        ("run 5 km before breakfast", Meant("Run before breakfast", BUILD, Daily(), 5, "km")),
        ("brush teeth twice a day", Meant("Brush teeth", BUILD, Daily(), 2, "times")),
        ("brush teeth 2x/day on weekdays", Meant("Brush teeth", BUILD, WORKDAYS, 2, "times")),
        ("brush teeth once a day", Meant("Brush teeth", BUILD, Daily(), None, None)),
        ("read 1 book a month", Meant("Read", BUILD, PerMonth(times=1), 1, "book")),
    ],
)
def test_what_says_how_much_leaves_nothing_in_the_name(text: str, meant: Meant) -> None:
    assert parse_habit(text, TODAY) == meant


@pytest.mark.parametrize(
    "text",
    [
        "Wake up at 6",
        "Wake up at 6:30",
        "Bed by 10pm",
        "Covid-19 test",
        "One on one with Anna",
        "Do 3x10 squats",
    ],
)
def test_a_number_that_is_no_amount_is_a_part_of_the_name(text: str) -> None:
    assert parse_habit(text, TODAY) == Meant(text, BUILD, Daily(), None, None)


def test_of_two_amounts_the_lower_is_enough_and_a_limit_ends_at_the_higher() -> None:
    assert parse_habit("read 20-30 pages", TODAY) == Meant("Read", BUILD, Daily(), 20, "pages")
    assert parse_habit("coffee at most 2 to 3 cups", TODAY) == Meant("Coffee", REDUCE, Daily(), 3, "cups")


# Limits, and what is to be left


@pytest.mark.parametrize(
    "text",
    [
        "no more than 2 coffees",
        "not more than 2 coffees",
        "max 2 coffees per day",
        "max. two coffees a day",
        "MAXIMUM 2 coffees",
        "up to 2 coffees a day",
        "at most two coffees",
        "coffees: 2 max",
        "2 coffees at most",
    ],
)
def test_a_limit_is_said_in_many_ways(text: str) -> None:
    assert parse_habit(text, TODAY) == Meant("Coffees", REDUCE, Daily(), 2, None)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("maximum 2 cups coffee", Meant("Coffee", REDUCE, Daily(), 2, "cups")),
        ("coffee no more than 2 cups on weekdays", Meant("Coffee", REDUCE, WORKDAYS, 2, "cups")),
        ("coffee at most 2 cups 5x a week", Meant("Coffee", REDUCE, PerWeek(times=5), 2, "cups")),
        ("don't drink more than 2 coffees", Meant("Drink", REDUCE, Daily(), 2, "coffees")),
        ("spend max $50 a day", Meant("Spend", REDUCE, Daily(), 50, "$")),
        ("alcohol at most 0 a day", Meant("Alcohol", REDUCE, Daily(), 0, None)),
        ("read more than 20 pages", Meant("Read", BUILD, Daily(), 20, "pages")),
        ("read no less than 20 pages", Meant("Read", BUILD, Daily(), 20, "pages")),
        ("10k steps at least", Meant("Steps", BUILD, Daily(), 10_000, None)),
        ("plank 2 min 3x a week", Meant("Plank", BUILD, PerWeek(times=3), 2, "min")),
        ("call max", Meant("Call max", BUILD, Daily(), None, None)),
    ],
)
def test_a_limit_is_told_from_what_is_to_be_reached(text: str, meant: Meant) -> None:
    assert parse_habit(text, TODAY) == meant


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("dont smoke", "Smoke"),
        ("don\u2019t smoke", "Smoke"),
        ("no more smoking", "Smoking"),
        ("give up smoking", "Smoking"),
        ("avoid sugar", "Sugar"),
        ("no phone after 9pm", "Phone after 9pm"),
        ("no phone 1 hour before bed", "Phone 1 hour before bed"),
    ],
)
def test_what_is_to_be_left_is_all_that_follows(text: str, name: str) -> None:
    assert parse_habit(text, TODAY) == Meant(name, QUIT, Daily(), None, None)


# How often


@pytest.mark.parametrize(
    ("often", "schedule"),
    [
        ("3-4x a week", PerWeek(times=3)),
        ("3 to 4 times a week", PerWeek(times=3)),
        ("3\u20134 times per week", PerWeek(times=3)),
        ("two or three times a week", PerWeek(times=2)),
        ("once or twice a week", PerWeek(times=1)),
        ("3+ times a week", PerWeek(times=3)),
        ("at least 3x a week", PerWeek(times=3)),
        ("2x/week", PerWeek(times=2)),
        ("2x week", PerWeek(times=2)),
        ("2x weekly", PerWeek(times=2)),
        ("Twice A Week", PerWeek(times=2)),
        ("twice weekly", PerWeek(times=2)),
        ("5 nights a week", PerWeek(times=5)),
        ("every two days", EveryDays(days=2, since=TODAY)),
        ("every third day", EveryDays(days=3, since=TODAY)),
        ("once every 3 days", EveryDays(days=3, since=TODAY)),
        ("every other week", EveryDays(days=14, since=TODAY)),
        ("once every two weeks", EveryDays(days=14, since=TODAY)),
        ("fortnightly", EveryDays(days=14, since=TODAY)),
        ("2x every 5 days", WithinDays(times=2, days=5)),
        ("mon-fri", WORKDAYS),
        ("monday to friday", WORKDAYS),
        ("sat-mon", OnWeekdays(days=(0, 5, 6))),
        ("mon to wed and fri", OnWeekdays(days=(0, 1, 2, 4))),
        ("every weekday", WORKDAYS),
        ("every working day", WORKDAYS),
        ("during the week", WORKDAYS),
        ("weekends", WEEKEND),
        ("everyday", Daily()),
    ],
)
def test_how_often_is_said_in_many_ways(often: str, schedule: Schedule) -> None:
    assert parse_habit(f"gym {often}", TODAY) == Meant("Gym", BUILD, schedule, None, None)
    assert parse_schedule(often, TODAY) == schedule
    assert says_how_often(f"gym {often}")


def test_the_days_of_a_weekly_habit_are_how_often_it_is_due() -> None:
    friday = OnWeekdays(days=(4,))

    assert parse_habit("weekly review on fridays", TODAY) == Meant("Weekly review", BUILD, friday, None, None)
    assert parse_habit("daily standup mon-fri", TODAY) == Meant("Daily standup", BUILD, WORKDAYS, None, None)
    assert parse_habit("sun cream daily", TODAY) == Meant("Sun cream", BUILD, Daily(), None, None)


# What is refused


def refusal_of(text: str) -> str:
    with pytest.raises(BadHabit) as refused:
        parse_habit(text, TODAY)
    return str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        "pizza at most 2x a week",
        "pizza max twice a week",
        "pizza no more than once a week",
        "pizza 2x a week max",
        "pizza at most once every 3 days",
        "alcohol at most 2 days a week",
        "don't eat pizza more than once a month",
        "at most 3 beers per week",
        "max 3 beers weekly",
    ],
)
def test_a_limit_of_a_week_or_month_is_refused(text: str) -> None:
    assert refusal_of(text) == LIMIT_OF_A_PERIOD


@pytest.mark.parametrize("text", ["run 20 km a week", "read 300 pages per month", "save 5€/week"])
def test_an_amount_of_a_week_or_month_is_refused(text: str) -> None:
    assert refusal_of(text) == AMOUNT_OF_A_PERIOD


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("gym biweekly", "two meanings"),
        ("dentist every 6 months", "said in days"),
        ("dentist once a year", "said in days"),
        ("pay rent on the 1st", "no date"),
        ("gym every day except sunday", "cannot be left out"),
        ("no alcohol except weekends", "cannot be left out"),
        ("pizza only on weekends", "two things"),
        ("gym 3x a week 4x a month", "'4x a month'. A habit is due in one way"),
        ("gym mon wed 3x a week", "'mon wed'. A habit is due in one way"),
        ("gym 3x a week on weekdays", "'on weekdays'. A habit is due in one way"),
        ("read daily 3x a week", "'daily'. A habit is due in one way"),
        ("read 20 pages 30 minutes", "'20 pages' or '30 minutes'?"),
        ("read -5 pages", "'-5'. Write an amount as a number above 0"),
        ("read +5 pages", "'+5'. Write an amount as a number above 0"),
        ("run 1/2 mile", "'1/2'. Write numbers as"),
        ("run 1\u00bd km", "'1\u00bd'. Write numbers as"),
        ("read 12,34,5 pages", "'12,34,5'. Write numbers as"),
        ("drink 2.12345 l", "3 decimals at most"),
        ("coffee at most", "A limit needs a number"),
        ("read until 1 march", "has no dates"),
        ("gym by friday", "has no dates"),
        ("gym 3x a week for six weeks", "has no dates"),
        ("read 0 pages", "above 0"),
        ("earn 1000m gp", "below 1,000,000,000"),
    ],
)
def test_what_would_be_taken_for_something_else_is_refused(text: str, why: str) -> None:
    assert why in refusal_of(text)


@pytest.mark.parametrize(
    "text",
    [
        "beer max 2x a week",
        "run 20 km a week",
        "gym biweekly",
        "rent on the 1st",
        "gym daily except sunday",
        "pizza only on weekends",
        "gym 3x a week 4x a month",
        "read -5 pages",
        "run 1/2 mile",
        "coffee at most",
        "gym by friday",
        "dentist yearly",
        "read 0 pages",
        "3x a week",
    ],
)
def test_a_refusal_says_what_is_understood_instead(text: str) -> None:
    instead = re.findall("`([^`]+)`", refusal_of(text))

    assert instead
    assert all(parse_habit(one, TODAY).name for one in instead)


def test_an_amount_that_could_be_two_is_asked_about() -> None:
    with pytest.raises(AmbiguousNumber, match="Write 10,000 for thousands or 10 for decimals"):
        parse_habit("walk 10.000 steps", TODAY)


NAMES = ("Gym", "Read the paper", "Call mum", "Deep work")
OFTEN = (
    "3x a week",
    "twice a month",
    "every 3 days",
    "2 in any 5 days",
    "on weekdays",
    "mon wed fri",
    "daily",
)
MUCH = ("20 pages", "2.5 km", "10k steps", "1,000 words", "30 min", "3,5 l")


@given(
    st.sampled_from(NAMES),
    st.permutations(OFTEN),
    st.permutations(MUCH),
    st.integers(0, 2),
    st.integers(0, 2),
)
def test_what_says_how_often_and_how_much_is_never_a_part_of_the_name(
    name: str, often: list[str], much: list[str], schedules: int, amounts: int
) -> None:
    """One of each is understood, and two are refused."""
    said = " ".join([name, *much[:amounts], *often[:schedules]])
    if schedules > 1 or amounts > 1:
        assert refusal_of(said)
    else:
        meant = parse_habit(said, TODAY)
        assert meant.name == name
        assert (meant.amount is not None) is bool(amounts)


# Changes


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("workout", {"name": "Workout"}),
        ("gym weekly", {"name": "Gym", "schedule": PerWeek(times=1)}),
        ("read 30 pages", {"name": "Read", "amount": 30, "unit": "pages"}),
        ("10k steps", {"name": "Steps", "amount": 10_000, "unit": None}),
        ("no smoking", {"name": "Smoking", "habit_type": QUIT, "amount": None, "unit": None}),
        ("water at least 8", {"name": "Water", "amount": 8, "unit": None, "habit_type": BUILD}),
    ],
)
def test_a_change_says_only_what_it_says(text: str, fields: dict[str, object]) -> None:
    assert parse_change(text, TODAY) == fields


def test_what_goes_by_two_words_is_one_thing() -> None:
    meant = parse_habit("100 push ups thrice weekly", TODAY)
    assert (meant.name, meant.amount, meant.unit, meant.schedule) == ("Push-ups", 100, None, PerWeek(times=3))


@pytest.mark.parametrize("text", ["plank every 1000 days", "no " * 1000])
def test_what_is_far_too_much_is_refused(text: str) -> None:
    with pytest.raises(BadHabit, match=r"seldom|long for a habit"):
        parse_habit(text, TODAY)
