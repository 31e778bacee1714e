"""What an edit means: words and options, and what becomes of a series from the open one on."""

from datetime import UTC, date, datetime, time
from typing import Any

import pytest

from tracker.tasks.errors import BadTask, UnclearTask
from tracker.tasks.model import Priority, Task
from tracker.tasks.recurrence import LAST, Recurrence, RepeatUnit
from tracker.tasks.words.request import read_edit, read_new

NOW = datetime(2026, 11, 17, 10, 0)  # noqa: DTZ001 - by the person's clocks
TODAY = NOW.date()
MONTHLY = Recurrence(frequency=RepeatUnit.MONTH, start=date(2026, 10, 31), anchor=31)


def task(rule: Recurrence | None = MONTHLY, **fields: object) -> Task:
    said: dict[str, Any] = {"due_date": date(2026, 11, 30), "recurrence_rule": rule, **fields}
    return Task(id="t", user_id="ada", title="Rent", created_at=datetime(2026, 1, 1, tzinfo=UTC), **said)


def edited(before: Task, **options: str) -> dict[str, Any]:
    return read_edit(before, options, NOW, TODAY).fields


def test_words_change_what_they_name_and_nothing_else() -> None:
    found = read_edit(task(None), {"words": "p1 30m @phone #house"}, NOW, TODAY)
    assert found.fields == {"priority": Priority.P1, "size": 30, "tags": ("phone",)}
    assert found.projects == ("house",)


def test_words_that_are_left_are_a_new_title() -> None:
    assert edited(task(None), words="Pay the rent fri 5pm") == {
        "title": "Pay the rent",
        "due_date": date(2026, 11, 20),
        "due_time": time(17),
    }


def test_words_with_two_meanings_are_asked_about() -> None:
    with pytest.raises(UnclearTask) as refused:
        edited(task(), words="p1 p2")
    assert refused.value.field == "words"


def test_a_repetition_in_words_begins_on_the_day_it_is_due() -> None:
    found = edited(task(), words="every 2 weeks")
    assert found["due_date"] == date(2026, 11, 30)
    assert (found["recurrence_rule"].frequency, found["recurrence_rule"].start) == (
        RepeatUnit.WEEK,
        date(2026, 11, 30),
    )


@pytest.mark.parametrize(
    ("due", "anchor", "following"),
    [
        ("5 december", None, date(2027, 1, 5)),
        ("30 november", 31, date(2026, 12, 31)),
        ("31 december", 31, date(2027, 1, 31)),
    ],
)
def test_another_due_date_moves_the_series_with_it(due: str, anchor: int | None, following: date) -> None:
    found = edited(task(), due=due)
    rule = found.get("recurrence_rule", MONTHLY)
    assert (rule.anchor, rule.first_after(found["due_date"])) == (anchor, following)


def test_the_last_day_of_a_month_stays_one_where_the_new_date_is_one() -> None:
    last = MONTHLY.model_copy(update={"anchor": LAST})
    assert edited(task(last), due="31 december")["recurrence_rule"].anchor == LAST
    assert edited(task(last), due="15 december")["recurrence_rule"].anchor is None


def test_one_weekday_becomes_another_and_of_several_it_must_be_one() -> None:
    mondays = Recurrence(frequency=RepeatUnit.WEEK, weekdays=(0,), start=date(2026, 11, 16))
    assert edited(task(mondays), due="friday")["recurrence_rule"].weekdays == (4,)
    several = mondays.model_copy(update={"weekdays": (0, 2)})
    assert edited(task(several), due="wed")["recurrence_rule"].start == date(2026, 11, 18)
    with pytest.raises(BadTask, match="Move only this one"):
        edited(task(several), due="friday")


def test_a_series_needs_a_date_until_it_is_ended() -> None:
    with pytest.raises(BadTask, match="needs a due date"):
        edited(task(), due="none")
    assert edited(task(), due="none", every="none") == {
        "due_date": None,
        "due_time": None,
        "recurrence_rule": None,
    }


def test_the_end_of_a_series_can_be_said_alone_and_taken_away() -> None:
    ended = edited(task(), until="1 june", times="5")
    assert ended.keys() == {"recurrence_rule", "series_id"}
    rule = ended["recurrence_rule"]
    assert (rule.end_date, rule.count, rule.start) == (date(2027, 6, 1), 5, MONTHLY.start)
    assert edited(task(rule), until="none")["recurrence_rule"].end_date is None


@pytest.mark.parametrize(
    ("before", "options", "field"),
    [
        (task(None), {"until": "1 june"}, "every"),
        (task(None), {"times": "3"}, "every"),
        (task(), {"until": "20 november"}, "until"),
        (task(), {"until": "blah"}, "until"),
        (task(occurrence=4), {"times": "3"}, "times"),
        (task(), {"every": "blah"}, "every"),
        (task(), {"title": " "}, "title"),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(before: Task, options: dict[str, str], field: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - of several kinds
        edited(before, **options)
    assert refused.value.field == field  # type: ignore[attr-defined]


def test_a_new_one_can_say_its_repetition_in_words_and_the_rest_in_options() -> None:
    found = read_new("rent every month", {"due": "31 january", "times": "3"}, NOW, TODAY).fields
    rule = found["recurrence_rule"]
    assert (found["due_date"], rule.start, rule.count) == (date(2027, 1, 31), date(2027, 1, 31), 3)
    assert rule.first_after(date(2027, 1, 31)) == date(2027, 2, 28)
