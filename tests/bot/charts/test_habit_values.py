"""What a chart of a habit shows, and the same in words."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from bot.charts.habit.values import WEEKS, DayShown, chart_of, describe, first_shown
from tests.bot.charts.habit_charts import CASES, DAY, TODAY, habit
from tracker.accounts.model import User
from tracker.habits.model import Away, Habit, HabitLog, HabitType
from tracker.habits.schedule import OnWeekdays, PerWeek
from tracker.habits.states import DayState, DayTarget, Logged
from tracker.habits.watched import Watched

NOW = datetime(2027, 1, 20, 14, tzinfo=UTC)


def watched(**others: object) -> Watched:
    fields: dict[str, object] = {
        "id": "h", "user": "u", "name": "Read", "began": date(2027, 1, 14), "created_at": NOW - 6 * DAY,
    }  # fmt: skip
    user = User(id="u", created_at=NOW - 90 * DAY, timezone="Europe/Berlin")
    return Watched(user, Habit.model_validate({**fields, **others}), NOW, None, {})


def logged(states: dict[int, Logged], amount: int | None = None) -> dict[date, HabitLog]:
    """By how many days ago it was."""
    days = {TODAY - ago * DAY: state for ago, state in states.items()}
    return {
        day: HabitLog(habit="h", user="u", day=day, state=state, amount=amount, at=NOW, via="test")
        for day, state in days.items()
    }


def test_a_habit_and_its_log_become_a_chart() -> None:
    away = Away(first=date(2027, 1, 15), last=date(2027, 1, 15))
    seen = watched(away=(away,))
    done = {6: Logged.DONE, 4: Logged.SKIPPED, 3: Logged.FROZEN, 1: Logged.DONE}

    made = chart_of(seen, logged(done))

    assert (made.name, made.unit, made.today, made.first) == ("Read", "day", TODAY, date(2027, 1, 14))
    assert [made.days[TODAY - ago * DAY].state for ago in range(6, -1, -1)] == [
        DayState.DONE, DayState.AWAY, DayState.SKIPPED, DayState.FROZEN, DayState.MISSED, DayState.DONE,
        DayState.OPEN,
    ]  # fmt: skip
    assert (made.current, made.longest, made.rate) == (1, 1, 2 / 3)
    assert made.strength[0] == (date(2027, 1, 14), pytest.approx(0.0519, abs=1e-4))
    assert len(made.strength) == 7
    assert made.is_open


def test_it_stands_where_the_habit_does_whatever_was_folded_into_a_mark() -> None:
    logs = logged(dict.fromkeys((1, 2, 3, 5, 6), Logged.DONE))
    seen = watched()

    standing = seen.standing({day: one.entry for day, one in logs.items()})

    made = chart_of(seen, logs)
    assert (made.current, made.longest, made.rate) == (standing.current, standing.longest, standing.rate)
    assert made.current_strength == standing.strength / 1_000_000


def test_a_part_of_a_day_has_its_share() -> None:
    made = chart_of(watched(amount=20), logged({1: Logged.DONE}, amount=5))

    assert made.days[TODAY - DAY] == DayShown(DayState.PARTIAL, 0.25)


def test_where_less_is_better_a_day_without_an_entry_is_a_good_one() -> None:
    made = chart_of(watched(habit_type=HabitType.QUIT), logged({2: Logged.DONE}))

    assert made.at_most
    assert [made.days[TODAY - ago * DAY].state for ago in (3, 2, 1)] == [
        DayState.DONE, DayState.MISSED, DayState.DONE,
    ]  # fmt: skip


def test_the_last_53_weeks_are_shown_from_a_monday_on() -> None:
    made = habit("x" * 1000)

    assert first_shown(TODAY) == date(2026, 1, 19)
    assert min(made.days) == made.strength[0][0] == made.begins == date(2026, 1, 19)
    assert max(made.days) == made.strength[-1][0] == TODAY
    assert len(made.strength) == (WEEKS - 1) * 7 + 3  # a Wednesday
    assert made.longest == 1000  # though not all of them are shown


def test_a_young_habit_is_shown_from_the_monday_of_its_first_week_on() -> None:
    assert habit("xx").begins == date(2027, 1, 18)
    assert habit("xxxx").begins == date(2027, 1, 11)


def test_days_of_which_nothing_was_wanted_have_no_state() -> None:
    weekdays = habit("x--x---x-", OnWeekdays(days=(1, 4)))  # from Tuesday on, up to Wednesday
    weekly = habit("x-x----" + "x-x", PerWeek(times=2))  # from Monday on

    assert {one.state for one in weekdays.days.values()} == {DayState.DONE}
    assert {one.state for one in weekly.days.values()} == {DayState.DONE}


# The same in words.


def test_it_is_described_in_words() -> None:
    assert describe(habit("xxxx-xx-", name="Read 20 pages")) == (
        "Read 20 pages: 2 days in a row \N{MIDDLE DOT} the longest was 4 days \N{MIDDLE DOT} 86 % kept. "
        "Since 13 January: 6 days done, 1 missed. Its strength is 26 %. Today is still open."
    )


def test_each_state_is_counted_and_todays_open_one_is_said_at_the_end() -> None:
    words = describe(replace(habit("xsf?3-x-", target=DayTarget(5)), rate=None))

    assert "Since 13 January: 2 days done, 1 partly done, 1 missed, 1 skipped, 1 frozen, 1 unknown." in words
    assert words.endswith("Today is still open.")
    assert "still open" not in describe(habit("xx"))


def test_a_year_says_where_it_came_from_and_how_high_it_was() -> None:
    fallen, risen = describe(habit("x" * 400 + "-" * 10)), describe(habit("-" * 200 + "x" * 300))

    assert (
        "Its strength is 62 %; a year ago it was 90 %; the highest was 100 % on 9 July 2026. Today" in fallen
    )
    assert risen.endswith("Its strength is 100 %; a year ago it was 0 %.")


def test_one_is_singular_and_thousands_are_grouped() -> None:
    assert describe(habit("x")).startswith("Read: 1 day in a row \N{MIDDLE DOT} 100 % kept.")
    assert "Since 20 January: 1 day done." in describe(habit("x"))
    assert "1,200 days in a row \N{MIDDLE DOT} the longest so far" in describe(habit("x" * 1200))
    assert "39 weeks in a row" in describe(CASES["three times a week"])


def test_what_is_quit_is_kept_or_slipped() -> None:
    words = describe(CASES["quit"])

    assert "89 days kept, 1 slipped." in words
    assert "done" not in words


def test_what_has_only_begun_or_not_even_that_is_described_as_such() -> None:
    assert describe(CASES["the first day"]) == (
        "Read: no streak now. Since 20 January: nothing yet. Its strength is 0 %. Today is still open."
    )
    assert describe(CASES["begins tomorrow"]) == "Later: begins 21 January."
