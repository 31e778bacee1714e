"""Tasks as people type them."""

from datetime import UTC, date, datetime, time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.accounts.model import User
from tracker.dates import AmbiguousDate, DateRefused
from tracker.locales import written_for
from tracker.refusals import Refused
from tracker.tasks.errors import BadTask, UnclearTask
from tracker.tasks.model import Priority
from tracker.tasks.recurrence import LAST, RepeatMode, RepeatUnit
from tracker.tasks.words.quick_add import TaskWords, understand
from tracker.tasks.words.repeating import parse_repeat, repeat_text

NOW = datetime(2026, 11, 17, 10, 0)  # noqa: DTZ001 - by the person's clocks
TODAY = NOW.date()
GERMAN = User(id="hans", created_at=datetime(2026, 1, 1, tzinfo=UTC), language="de", country="DE")


def read(text: str) -> TaskWords:
    return understand(text, NOW, TODAY)


def test_everything_at_once() -> None:
    found = read("call the bank tomorrow 5pm p1 30m #house @phone every month")
    assert (found.title, found.priority, found.size, found.due_date, found.due_time) == (
        "call the bank",
        Priority.P1,
        30,
        date(2026, 11, 18),
        time(17),
    )
    assert (found.projects, found.tags) == (("house",), ("phone",))
    assert found.repeat is not None
    assert (found.repeat.frequency, found.repeat.start) == (RepeatUnit.MONTH, date(2026, 11, 18))


@pytest.mark.parametrize(
    ("text", "title", "due", "at"),
    [
        ("call mum fri", "call mum", date(2026, 11, 20), None),
        ("gym mon 7pm", "gym", date(2026, 11, 23), time(19)),
        ("gym 7pm mon", "gym", date(2026, 11, 23), time(19)),
        ("call mum by friday evening", "call mum", date(2026, 11, 20), time(19)),
        ("report by 1 march", "report", date(2027, 3, 1), None),
        ("party weekend", "party", date(2026, 11, 21), None),
        ("party next weekend", "party", date(2026, 11, 28), None),
        ("dentist a week from tue 14:30", "dentist", date(2026, 12, 1), time(14, 30)),
        ("taxes end of month", "taxes", date(2026, 11, 30), None),
        ("mail eod", "mail", TODAY, time(18)),
        ("mail eod friday", "mail", date(2026, 11, 20), time(18)),
        ("tonight laundry", "laundry", TODAY, time(19)),
        ("this evening walk the dog", "walk the dog", TODAY, time(19)),
        ("in 2 hours take pills", "take pills", TODAY, time(12)),
        ("lunch at noon", "lunch", TODAY, time(12)),
        ("stand up at 9am", "stand up", date(2026, 11, 18), time(9)),
        ("meet Bob at 17", "meet Bob", TODAY, time(17)),
        ("ship order 5 tomorrow 9am", "ship order 5", date(2026, 11, 18), time(9)),
        ("Straße fegen tomorrow", "Straße fegen", date(2026, 11, 18), None),
    ],
)
def test_dates_and_times(text: str, title: str, due: date, at: time | None) -> None:
    found = read(text)
    assert (found.title, found.due_date, found.due_time) == (title, due, at)


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("walk 2am", date(2026, 11, 18)),
        ("walk 1am", date(2026, 11, 19)),
        ("walk today 2am", date(2026, 11, 18)),
        ("walk tonight", date(2026, 11, 18)),
        ("walk today", date(2026, 11, 17)),
    ],
)
def test_in_the_night_before_a_day_has_begun_a_time_is_one_of_the_calendar(text: str, due: date) -> None:
    night = datetime(2026, 11, 18, 1, 30)  # noqa: DTZ001 - the person's days begin at 04:00
    assert understand(text, night, date(2026, 11, 17)).due_date == due


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("paint <#123456789012345678> tomorrow", "into a channel, <#123456789012345678>. Write \\+house"),
        ("call <@123456789012345678>", "into a member, <@123456789012345678>. Write tag:phone"),
        ("call <@!123456789012345678>", "into a member"),
        ("call <@&123456789012345678>", "into a member"),
    ],
)
def test_what_discord_made_a_mention_of_is_asked_about(text: str, advice: str) -> None:
    with pytest.raises(UnclearTask, match=advice):
        read(text)


def test_projects_and_tags_can_be_written_out() -> None:
    found = read('ask "<@123456789012345678>" project:House tag:phone tomorrow')
    assert (found.title, found.projects, found.tags) == ("ask <@123456789012345678>", ("House",), ("phone",))


@pytest.mark.parametrize(
    "text",
    [
        "buy 2 sat tickets",
        "may call john",
        "Create monthly report",
        "morning run",
        "email ada@example.org",
        "read chapter 5",
        "C++ course",
        "pay invoice 4711",
        "call +44 20 7946",
        "plan the day",
        "fix p5 and !7",
        "every",
    ],
)
def test_words_that_only_look_like_something_are_title(text: str) -> None:
    assert read(text) == TaskWords(text)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ('read "every day"', "read every day"),
        ('"p1" report', "p1 report"),
        ('watch "Friday"', "watch Friday"),
        ("watch \N{LEFT DOUBLE QUOTATION MARK}30m#a\N{RIGHT DOUBLE QUOTATION MARK}", "watch 30m#a"),
    ],
)
def test_quotes_keep_words(text: str, title: str) -> None:
    assert read(text) == TaskWords(title)


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("x 30m", 30),
        ("x 2h", 120),
        ("x 1h30", 90),
        ("x 1h 30m", 90),
        ("x for 90 min", 90),
        ("x 1.5 hours", 90),
    ],
)
def test_sizes(text: str, minutes: int) -> None:
    assert (read(text).title, read(text).size) == ("x", minutes)


@pytest.mark.parametrize(
    "text", ["x p1 p2", "x tomorrow by 1 march", "x 5pm 6pm", "x 30m 2h", "x at 5", "x every day every week"]
)
def test_two_meanings_are_asked_about(text: str) -> None:
    with pytest.raises(UnclearTask):
        read(text)


def test_a_date_of_two_countries_is_asked_about() -> None:
    with pytest.raises(AmbiguousDate):
        read("pay 3/4")


@pytest.mark.parametrize(
    "text", ["", "  ", "tomorrow", "p1 #house", "x" * 300, "a\x07b", "x 25:70", "x 13pm"]
)
def test_what_says_nothing_or_too_much_is_refused(text: str) -> None:
    with pytest.raises((BadTask, DateRefused)):
        read(text)


@pytest.mark.parametrize(
    ("text", "frequency", "interval", "more", "first"),
    [
        ("x every day", RepeatUnit.DAY, 1, {}, TODAY),
        ("x every other day", RepeatUnit.DAY, 2, {}, TODAY),
        ("x every mon wed", RepeatUnit.WEEK, 1, {"weekdays": (0, 2)}, date(2026, 11, 18)),
        ("x every mon, wed and fri", RepeatUnit.WEEK, 1, {"weekdays": (0, 2, 4)}, date(2026, 11, 18)),
        ("x every weekday", RepeatUnit.WEEK, 1, {"weekdays": (0, 1, 2, 3, 4)}, TODAY),
        ("x every 2 weeks on thu", RepeatUnit.WEEK, 2, {"weekdays": (3,)}, date(2026, 11, 19)),
        ("x every 31st", RepeatUnit.MONTH, 1, {"anchor": 31}, date(2026, 11, 30)),
        ("x every last day of the month", RepeatUnit.MONTH, 1, {"anchor": LAST}, date(2026, 11, 30)),
        ("x every month on the 15th", RepeatUnit.MONTH, 1, {"anchor": 15}, date(2026, 12, 15)),
        ("x every 1 march", RepeatUnit.YEAR, 1, {"anchor": 1}, date(2027, 3, 1)),
        ("x every! 3 weeks", RepeatUnit.WEEK, 3, {"mode": RepeatMode.AFTER_COMPLETION}, TODAY),
        ("x weekly", RepeatUnit.WEEK, 1, {}, TODAY),
        ("x every tue until 1 june", RepeatUnit.WEEK, 1, {"end_date": date(2027, 6, 1)}, TODAY),
        ("x every day 10 times", RepeatUnit.DAY, 1, {"count": 10}, TODAY),
        ("x every day starting 1 december", RepeatUnit.DAY, 1, {}, date(2026, 12, 1)),
    ],
)
def test_repetition(
    text: str, frequency: RepeatUnit, interval: int, more: dict[str, Any], first: date
) -> None:
    found = read(text)
    assert (found.title, found.due_date) == ("x", first)
    assert found.repeat is not None
    assert (found.repeat.frequency, found.repeat.interval, found.repeat.start) == (frequency, interval, first)
    for name, value in more.items():
        assert getattr(found.repeat, name) == value


def test_a_day_before_which_it_asks_for_nothing() -> None:
    found = read("report by 1 march start 20 february")
    assert (found.title, found.due_date, found.scheduled_date) == (
        "report",
        date(2027, 3, 1),
        date(2027, 2, 20),
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("month", "every month"),
        ("every 2 weeks on mon", "every 2 weeks on Monday"),
        ("weekday", "every weekday"),
        ("!3 days", "every 3 days after it is done"),
        ("every last day", "every month on the last day"),
        ("last day of month", "every month on the last day"),
        ("29 feb", "every year on 29 February"),
    ],
)
def test_a_rule_alone(text: str, shown: str) -> None:
    assert repeat_text(parse_repeat(text).rule(TODAY)) == shown


def test_its_days_are_written_as_its_reader_writes_them() -> None:
    rule = parse_repeat("every 31 april").rule(TODAY)
    ends = parse_repeat("month").rule(TODAY).model_copy(update={"end_date": date(2027, 3, 1)})
    assert (repeat_text(rule), repeat_text(ends)) == (
        "every year on 30 April",
        "every month, until 1 March 2027",
    )
    with written_for(GERMAN):
        assert (repeat_text(rule), repeat_text(ends)) == (
            "every year on 30. April",
            "every month, until 1. März 2027",
        )


@pytest.mark.parametrize("text", ["", "soon", "0 days", "5000 weeks", "every 40th", "day on mon"])
def test_what_is_no_rule_is_refused(text: str) -> None:
    with pytest.raises(BadTask):
        parse_repeat(text)


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = read(text)
    except Refused:
        return
    assert found.title


PARTS = st.lists(
    st.sampled_from(
        [
            "call",
            "the",
            "bank",
            "tomorrow",
            "5pm",
            "p1",
            "30m",
            "#house",
            "@phone",
            "every month",
            "by fri",
            '"p2"',
        ]
    ),
    max_size=9,
)


@given(PARTS)
def test_parts_stand_in_any_order(parts: list[str]) -> None:
    try:
        found = read(" ".join(parts))
    except Refused:
        return
    left = [one.strip('"') for one in parts if one in {"call", "the", "bank", '"p2"'}]
    assert found.title.split() == left
