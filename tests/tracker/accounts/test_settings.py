"""Settings: from what people write to values, and clear answers to the rest."""

from datetime import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.accounts.errors import InvalidSetting
from tracker.accounts.settings import SETTINGS, clock_time, parse_settings


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("00:00", time(0)),
        ("4", time(4)),
        ("04:30", time(4, 30)),
        ("4.30", time(4, 30)),
        ("23:59", time(23, 59)),
        ("12am", time(0)),
        ("12 PM", time(12)),
        ("10:15 pm", time(22, 15)),
    ],
)
def test_a_time_of_the_day_is_read_as_people_write_it(written: str, meant: time) -> None:
    assert clock_time(written) == meant


@pytest.mark.parametrize(
    "written", ["", "24:00", "7:60", "noon", "13 pm", "0 am", "-1", "7:5", "4:00:00", "²"]
)
def test_what_is_no_time_of_the_day_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="not a time of the day"):
        clock_time(written)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("22:00-07:00", "22:00-07:00"),
        ("22-7", "22:00-07:00"),
        ("10 pm to 7 am", "22:00-07:00"),
        ("22:00 \N{EN DASH} 06:30", "22:00-06:30"),
        ("13:00 until 15:00", "13:00-15:00"),
        ("off", "None"),
        ("", "None"),
    ],
)
def test_quiet_hours_are_read_as_people_write_them(written: str, shown: str) -> None:
    assert str(parse_settings({"quiet_hours": written})["quiet_hours"]) == shown


@pytest.mark.parametrize("written", ["22:00", "22:00-22:00", "1-2-3", "22:00-25:00", "always"])
def test_quiet_hours_that_make_no_sense_are_refused(written: str) -> None:
    with pytest.raises(InvalidSetting):
        parse_settings({"quiet_hours": written})


def test_there_is_no_setting_for_a_language() -> None:
    with pytest.raises(InvalidSetting, match="There is no setting 'locale'; there are timezone, day_start"):
        parse_settings({"locale": "de"})


@given(st.sampled_from([*SETTINGS, "mood"]), st.text())
def test_any_text_is_a_value_or_gets_an_answer(name: str, text: str) -> None:
    try:
        parse_settings({name: text})
    except InvalidSetting as refused:
        problems = refused.problems
    else:
        problems = {name: "none"}

    assert problems.keys() == {name}
    assert all(problems.values())


@pytest.mark.parametrize("name", ["timezone", "day_start", "quiet_hours", "digest", "mood" * 30_000])
@pytest.mark.parametrize(
    "text", ["x" * 120_000, "1-" * 60_000, "1" + " " * 120_000 + "1"], ids=["letters", "dashes", "spaces"]
)
def test_an_answer_to_long_text_is_short(name: str, text: str) -> None:
    with pytest.raises(InvalidSetting) as refused:
        parse_settings({name: text})

    assert len(str(refused.value)) < 400
